package io.kvbench.core.verdict;

import io.kvbench.core.result.RunResult.KeyCheck;
import io.kvbench.core.result.RunResult.StoreCheck;
import io.kvbench.core.result.RunResult.StoreUnchecked;
import java.util.Optional;

/**
 * What is known about the store's records after the run.
 *
 * @param check the records counted
 * @param unchecked why they were not
 * @param keys the records read back
 * @param keysUnchecked why they were not
 */
public record StoreEvidence(
    Optional<StoreCheck> check,
    Optional<StoreUnchecked> unchecked,
    Optional<KeyCheck> keys,
    Optional<StoreUnchecked> keysUnchecked) {

  /** The evidence of records that were not read back. */
  public StoreEvidence(Optional<StoreCheck> check, Optional<StoreUnchecked> unchecked) {
    this(check, unchecked, Optional.empty(), Optional.empty());
  }

  /** Returns the evidence of a run that measured nothing. */
  public static StoreEvidence none() {
    return new StoreEvidence(Optional.empty(), Optional.empty());
  }

  /** Returns the evidence of a count. */
  public static StoreEvidence of(StoreCheck check) {
    return new StoreEvidence(Optional.of(check), Optional.empty());
  }

  /** Returns the evidence of a count that was not made. */
  public static StoreEvidence of(StoreUnchecked unchecked) {
    return new StoreEvidence(Optional.empty(), Optional.of(unchecked));
  }

  /** Returns this with the evidence of records that were read back. */
  public StoreEvidence and(KeyCheck read) {
    return new StoreEvidence(check, unchecked, Optional.of(read), Optional.empty());
  }

  /** Returns this with the reason why records were not read back. */
  public StoreEvidence and(StoreUnchecked unread) {
    return new StoreEvidence(check, unchecked, Optional.empty(), Optional.of(unread));
  }
}
