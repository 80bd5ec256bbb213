package io.kvbench.reports.document;

/** The weight of a text; forms show it beside the words, never instead of them. */
public enum Tone {
  PLAIN,
  GOOD,
  DOUBTFUL,
  BAD
}
