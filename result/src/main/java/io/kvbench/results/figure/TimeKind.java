package io.kvbench.results.figure;

/** The times that are measured. */
public enum TimeKind {
  /** From the intended start to the answer, of operations answered OK. */
  RESPONSE("response", Population.OPERATIONS),
  /** From sending to the answer, of operations answered OK. */
  SERVICE("service", Population.OPERATIONS),
  /** The delay between the scheduled and the actual sending of requests of an open loop. */
  LAG("lag", Population.REQUESTS);

  private final String word;
  private final Population population;

  TimeKind(String word, Population population) {
    this.word = word;
    this.population = population;
  }

  public String word() {
    return word;
  }

  Population population() {
    return population;
  }
}
