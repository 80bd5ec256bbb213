package io.kvbench.testkit;

import java.io.IOException;

/** Fuzz tests of metrics: randomly damaged text is parsed as far as it is valid, or rejected. */
public final class MetricsFuzz {
  private static final int CASES = Integer.getInteger("kvbench.fuzz.cases", 10_000);
  private static final long SEED = Long.getLong("kvbench.fuzz.seed", 17);

  private MetricsFuzz() {}

  /** A parser of metrics. */
  public interface Reader {
    void read(String text) throws IOException;
  }

  /** Damages a text in many ways, one after the other; the failure message has the seed. */
  public static void readOrRefused(String text, Reader reader) {
    for (int index = 0; index < CASES; index++) {
      String damaged = new Mutation(SEED + index).of(text);
      try {
        reader.read(damaged);
      } catch (IOException e) {
        // An acceptable rejection.
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + (SEED + index) + ": " + damaged, e);
      }
    }
  }
}
