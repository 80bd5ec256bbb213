package io.kvbench.core.operation;

/** What a {@link Operation.Range} returns of the records. */
public enum RangeContent {
  /** Keys and values. */
  RECORDS,
  /** Keys without values. */
  KEYS,
  /** Only the number of records. */
  COUNT
}
