package io.kvbench.core.operation;

/** The content of the records that a {@link Operation.Range} returns. */
public enum RangeContent {
  /** Keys and values. */
  RECORDS,
  /** Keys without values. */
  KEYS,
  /** Only the number of records. */
  COUNT
}
