package io.kvbench.reports.content;

/** A sentence about the content of the store, with its label. */
public record StoreFact(String label, String text, Kind kind) {

  /** The subject of a sentence. */
  public enum Kind {
    /**
     * A check that found no contradiction to what the store acknowledged, or did not take place.
     */
    RIGHT,
    /** A check that found one. */
    WRONG,
    /** Numbers and sizes. */
    DETAIL
  }

  /** Returns whether the store has not what it acknowledged. */
  public boolean isWrong() {
    return kind == Kind.WRONG;
  }

  public boolean isCheck() {
    return kind != Kind.DETAIL;
  }
}
