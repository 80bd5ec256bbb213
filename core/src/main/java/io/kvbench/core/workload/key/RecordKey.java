package io.kvbench.core.workload.key;

import io.kvbench.core.operation.Key;

/** The key of a record that has a number. */
public interface RecordKey extends Key {
  /** Returns the number of the record. */
  long number();
}
