package io.kvbench.testkit.contract;

import io.kvbench.core.binding.Capability;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The common base of all parts of the contract. */
interface ContractBase {
  int KILOBYTE = 1024;
  int LARGE = 512 * KILOBYTE;

  RunningSubject stage();

  default boolean can(Capability capability) {
    return stage().can(capability);
  }

  /** Returns sizes that the system accepts: empty, usual, large, the largest. */
  default IntStream sizes() {
    return upTo(stage().facts().values());
  }

  private static IntStream upTo(Optional<SizeLimit> limit) {
    int most = limit.map(SizeLimit::largest).orElse(2 * LARGE);
    return IntStream.of(0, KILOBYTE, LARGE, most).filter(size -> size <= most).distinct().sorted();
  }

  /** Returns the limit for single values or for values in a transaction. */
  default Optional<SizeLimit> limit(boolean together) {
    return together ? stage().facts().valuesTogether() : stage().facts().values();
  }

  /** Returns all sizes to write, including the one over the limit. */
  default IntStream sizes(boolean together) {
    Optional<SizeLimit> limit = limit(together);
    return IntStream.concat(upTo(limit), limit.stream().mapToInt(SizeLimit::refused));
  }

  /** Returns the ways to do a write that the system has: alone, and in a transaction. */
  default Stream<Boolean> together() {
    return can(Capability.TRANSACTION) ? Stream.of(false, true) : Stream.of(false);
  }
}
