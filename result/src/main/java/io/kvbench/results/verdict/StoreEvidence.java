package io.kvbench.results.verdict;

import io.kvbench.results.format.RunResult.KeyCheck;
import io.kvbench.results.format.RunResult.StoreCheck;
import io.kvbench.results.format.RunResult.StoreUnchecked;
import io.kvbench.results.format.RunResult.ValuesRead;
import io.kvbench.results.format.RunResult.VersionCheck;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is known about the store's records after the run.
 *
 * @param check the records counted
 * @param unchecked why they were not
 * @param keys the records read back
 * @param keysUnchecked why they were not
 * @param versions the versions for which compare-and-sets succeeded
 * @param values the lengths of the values that were read
 */
public record StoreEvidence(
    Optional<StoreCheck> check,
    Optional<StoreUnchecked> unchecked,
    Optional<KeyCheck> keys,
    Optional<StoreUnchecked> keysUnchecked,
    Optional<VersionCheck> versions,
    Optional<ValuesRead> values) {

  /** Returns how to insert records that no run has inserted yet. */
  String newRecords() {
    OptionalLong next = keys.map(KeyCheck::nextNumber).orElseGet(OptionalLong::empty);
    return next.isPresent()
        ? "; to insert new records, set recordcount=%d, or more after longer runs"
            .formatted(next.getAsLong())
        : "; to insert new records, set recordcount above the last number of earlier runs";
  }
}
