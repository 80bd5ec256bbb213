package io.kvbench.core.operation;

import java.util.Optional;

/**
 * A read and a write of the same key that depends on how the read was answered. The engine submits
 * the two one after the other, so a binding never sees a composite.
 */
public sealed interface Composite extends Request permits ReadModifyWrite, ReadCompareAndSet {

  /** Returns the name under which the two together are measured. */
  OperationType type();

  /** Returns what comes first. */
  Operation.Read read();

  /** Returns whether {@link #second} looks at the version. */
  boolean needsVersion();

  /**
   * Returns what comes next, if anything does.
   *
   * @param answer how the store answered the read
   * @param version the version that the answer came with, where the record was found
   */
  Optional<Operation> second(Outcome answer, long version);
}
