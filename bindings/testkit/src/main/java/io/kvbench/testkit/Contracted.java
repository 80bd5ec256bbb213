package io.kvbench.testkit;

import io.kvbench.core.binding.Capability;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What every part of the contract stands on. */
interface Contracted {
  int KILOBYTE = 1024;
  int LARGE = 512 * KILOBYTE;

  Stage stage();

  default boolean can(Capability capability) {
    return stage().can(capability);
  }

  /** Sizes that the system takes: nothing, usual, large, the largest. */
  default IntStream sizes() {
    int most = stage().facts().largestValue().orElse(2 * LARGE);
    return IntStream.of(0, KILOBYTE, LARGE, most).filter(size -> size <= most).distinct().sorted();
  }

  /** All sizes to try, the one over the limit included. */
  default IntStream allSizes() {
    return IntStream.concat(sizes(), stage().facts().refusedValue().stream());
  }

  /** Returns whether a value is over the limit. */
  default boolean isRefused(int size) {
    return stage().facts().refusedValue().stream().anyMatch(refused -> size >= refused);
  }

  /** The two ways to do a write, as far as the system has them: alone, and in a transaction. */
  default Stream<Boolean> together() {
    return can(Capability.TRANSACTION) ? Stream.of(false, true) : Stream.of(false);
  }
}
