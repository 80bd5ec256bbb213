package io.kvbench.core.operation;

import java.util.Optional;

/**
 * A read and a write of the same key that depends on the answer to the read. The engine submits one
 * after the other, so a binding never sees a composite.
 */
public sealed interface Composite extends Request permits ReadModifyWrite, ReadCompareAndSet {

  /** Returns the type under which both together are measured. */
  OperationType type();

  /** Returns the first operation. */
  Operation.Read read();

  /** Returns whether {@link #second} uses the version. */
  boolean needsVersion();

  /**
   * Returns the second operation, if any.
   *
   * @param answer the store's answer to the read
   * @param version the version in the answer, if the record was found
   */
  Optional<Operation> second(Outcome answer, long version);
}
