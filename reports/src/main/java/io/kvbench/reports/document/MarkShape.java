package io.kvbench.reports.document;

/** The shape of a mark in a chart. */
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
