package io.kvbench.core.operation;

import java.util.OptionalLong;

/** A source of the number of records in a key range, as far as it is known. Thread-safe. */
@FunctionalInterface
public interface KeyCount {
  /** A count that is unknown for all keys. */
  KeyCount UNKNOWN = keys -> OptionalLong.empty();

  /** Returns how many records there must be in a range, unless some were deleted. */
  OptionalLong in(KeyRange keys);
}
