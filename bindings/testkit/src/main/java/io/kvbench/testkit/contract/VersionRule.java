package io.kvbench.testkit.contract;

/**
 * The rule by which a version that was read becomes outdated. A write of another value always
 * changes the version.
 *
 * @param recreationConflicts whether a compare-and-set fails when the record was deleted and
 *     inserted again since it was read
 * @param rewriteConflicts whether it fails when the same value was written once more
 */
public record VersionRule(boolean recreationConflicts, boolean rewriteConflicts) {
  /** Every write changes the version. */
  public static final VersionRule EVERY_WRITE = new VersionRule(true, true);
}
