package io.kvbench.reports.document;

/** Shapes of marks in charts. */
public enum MarkShape {
  TRIANGLE,
  TRIANGLE_DOWN,
  SQUARE,
  DIAMOND,
  CROSS,
  CIRCLE,
  ARROW,
  PIN,
  BAR
}
