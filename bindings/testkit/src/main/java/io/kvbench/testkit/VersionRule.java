package io.kvbench.testkit;

/**
 * When a version that was read is not the record's any more. A write of another value always makes
 * another version.
 *
 * @param recreationConflicts whether a compare-and-set fails when the record was deleted and
 *     inserted again since it was read
 * @param rewriteConflicts whether it fails when the value that was there has been written once more
 */
public record VersionRule(boolean recreationConflicts, boolean rewriteConflicts) {
  /** Every write makes another version. */
  public static final VersionRule EVERY_WRITE = new VersionRule(true, true);
}
