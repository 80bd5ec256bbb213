package io.kvbench.core.operation;

import java.util.OptionalLong;

/** The number of records in a key range, as far as it is known. For any thread. */
@FunctionalInterface
public interface KeyCount {
  /** The count of keys of which nothing is known. */
  KeyCount UNKNOWN = keys -> OptionalLong.empty();

  /** Returns how many records there must be in a range, unless some were deleted. */
  OptionalLong in(KeyRange keys);
}
