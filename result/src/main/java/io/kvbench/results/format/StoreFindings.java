package io.kvbench.results.format;

import io.kvbench.results.format.RunResult.KeyCheck;
import io.kvbench.results.format.RunResult.StoreCheck;
import io.kvbench.results.format.RunResult.StoreUnchecked;
import io.kvbench.results.format.RunResult.ValuesRead;
import io.kvbench.results.format.RunResult.VersionCheck;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The store's contents after a run, compared with its answers.
 *
 * @param storeCheck the records found in the store at the end
 * @param storeUnchecked why there is no storeCheck; empty where there is one, where nothing was
 *     measured, and in results of earlier versions
 * @param keyCheck the records read back at the end, by their keys
 * @param keysUnchecked why there is no keyCheck; empty where there is one, where no record is known
 *     to the run, and in results of earlier versions
 * @param versionCheck the versions for which compare-and-sets succeeded; empty where none did, and
 *     in results of earlier versions
 * @param valuesRead the lengths of the values that were read; empty where none was, and in results
 *     of earlier versions
 * @param consistency the answers compared with what the system promises; empty where operations
 *     were not recorded, and in results of earlier versions
 */
public record StoreFindings(
    Optional<StoreCheck> storeCheck,
    Optional<StoreUnchecked> storeUnchecked,
    Optional<KeyCheck> keyCheck,
    Optional<StoreUnchecked> keysUnchecked,
    Optional<VersionCheck> versionCheck,
    Optional<ValuesRead> valuesRead,
    Optional<ConsistencyResult> consistency)
    implements FlatPart {

  /** Creates the findings of a run whose operations were not recorded. */
  public StoreFindings(
      Optional<StoreCheck> storeCheck,
      Optional<StoreUnchecked> storeUnchecked,
      Optional<KeyCheck> keyCheck,
      Optional<StoreUnchecked> keysUnchecked,
      Optional<VersionCheck> versionCheck,
      Optional<ValuesRead> valuesRead) {
    this(
        storeCheck,
        storeUnchecked,
        keyCheck,
        keysUnchecked,
        versionCheck,
        valuesRead,
        Optional.empty());
  }

  /** Returns how to insert records that no run has inserted yet, as the end of a sentence. */
  public String newRecords() {
    OptionalLong next = keyCheck.map(KeyCheck::nextNumber).orElseGet(OptionalLong::empty);
    return next.isPresent()
        ? "; to insert new records, set recordcount=%d, or more after longer runs"
            .formatted(next.getAsLong())
        : "; to insert new records, set recordcount above the last number of earlier runs";
  }
}
