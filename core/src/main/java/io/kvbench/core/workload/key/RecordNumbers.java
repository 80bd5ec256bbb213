package io.kvbench.core.workload.key;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.WorkloadSettings;

/**
 * The record numbers of a workload. Those from {@code insertStart} on are loaded; those from {@code
 * firstNew} on are inserted by the run.
 *
 * @param recordCount the given number of records in the store when the run begins
 * @param insertStart the first loaded number
 * @param loadCount the number of loaded records
 * @param firstNew the first number that the run inserts: the record count, as in YCSB, or the first
 *     that is not loaded if the record count is 0
 */
public record RecordNumbers(long recordCount, long insertStart, long loadCount, long firstNew) {

  public static RecordNumbers from(Settings settings, Problems problems) {
    long recordCount = settings.get(WorkloadSettings.RECORD_COUNT);
    long insertStart = settings.get(WorkloadSettings.INSERT_START);
    long loadCount =
        settings.find(WorkloadSettings.INSERT_COUNT).orElse(Math.max(0, recordCount - insertStart));
    long loadEnd = insertStart + loadCount;
    if (recordCount > 0 && loadEnd > recordCount) {
      problems.add(
          settings.whereIs(
              settings.isGiven(WorkloadSettings.INSERT_COUNT)
                  ? WorkloadSettings.INSERT_COUNT
                  : WorkloadSettings.INSERT_START),
          ("insertstart and insertcount reach up to record %s, but recordcount is %s;"
                  + " set recordcount to at least %s.")
              .formatted(loadEnd, recordCount, loadEnd));
    }
    return new RecordNumbers(recordCount, insertStart, loadCount, Math.max(recordCount, loadEnd));
  }

  /** Returns the highest number if {@code inserts} records are inserted by the run. */
  public long largest(long inserts) {
    return inserts > 0
        ? firstNew + Math.min(inserts - 1, Long.MAX_VALUE - firstNew)
        : Math.max(0, insertStart + loadCount - 1);
  }
}
