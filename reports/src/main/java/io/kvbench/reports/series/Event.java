package io.kvbench.reports.series;

/**
 * An event during a run that may explain its figures.
 *
 * @param second when, from the start of the first phase
 * @param node the affected server; empty where it affects none
 */
public record Event(double second, Kind kind, String node, String text) {
  /** A kind of event, drawn with its own mark. */
  public enum Kind {
    ELECTION("election, or leader lost"),
    SNAPSHOT("snapshot"),
    GC_PAUSE("GC pause"),
    FAULT("injected fault"),
    SPIKE("spike"),
    OTHER("other");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    public String title() {
      return title;
    }
  }
}
