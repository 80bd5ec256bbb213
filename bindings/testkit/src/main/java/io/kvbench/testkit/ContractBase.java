package io.kvbench.testkit;

import io.kvbench.core.binding.Capability;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What every part of the contract stands on. */
interface ContractBase {
  int KILOBYTE = 1024;
  int LARGE = 512 * KILOBYTE;

  Stage stage();

  default boolean can(Capability capability) {
    return stage().can(capability);
  }

  /** Sizes that the system takes: nothing, usual, large, the largest. */
  default IntStream sizes() {
    return upTo(stage().facts().values());
  }

  private static IntStream upTo(Optional<SizeLimit> limit) {
    int most = limit.map(SizeLimit::largest).orElse(2 * LARGE);
    return IntStream.of(0, KILOBYTE, LARGE, most).filter(size -> size <= most).distinct().sorted();
  }

  /** Returns the limit of what is written alone or in a transaction. */
  default Optional<SizeLimit> limit(boolean together) {
    return together ? stage().facts().valuesTogether() : stage().facts().values();
  }

  /** All sizes to write, the one over the limit included. */
  default IntStream sizes(boolean together) {
    Optional<SizeLimit> limit = limit(together);
    return IntStream.concat(upTo(limit), limit.stream().mapToInt(SizeLimit::refused));
  }

  /** The two ways to do a write, as far as the system has them: alone, and in a transaction. */
  default Stream<Boolean> together() {
    return can(Capability.TRANSACTION) ? Stream.of(false, true) : Stream.of(false);
  }
}
