package io.kvbench.core.consistency;

import java.util.List;

/**
 * A broken promise on one key, or in one session or read of several keys.
 *
 * @param key of the worst example
 * @param operations how many operations show it: not pairs of operations
 * @param ageNanos how old the returned value was at the worst; 0 if that has no meaning
 * @param example the worst example, at most five operations in the order of their begins
 */
public record Violation(
    ViolationKind kind, long key, long operations, long ageNanos, List<ExampleOperation> example) {
  /** The max number of operations of an example. */
  static final int MOST_OPERATIONS = 5;

  public Violation {
    example = List.copyOf(example);
  }
}
