package io.kvbench.core.workload;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;

/** Finds settings that are valid each by itself and do not go together. */
final class Combinations {
  private Combinations() {}

  static void check(Settings settings, KeySpace space, RecordSize size, Problems problems) {
    RequestMix.settings()
        .forEach(
            (kind, proportion) -> {
              if (settings.get(proportion) > 0) {
                checkRecords(settings, kind, proportion, space, problems);
                checkSameKey(settings, kind, proportion, problems);
                checkTransaction(settings, kind, proportion, space, problems);
              }
            });
    if (settings.get(WorkloadSettings.DATA_INTEGRITY) && !size.constant()) {
      problems.add(
          settings.whereIs(WorkloadSettings.DATA_INTEGRITY),
          "dataintegrity=true needs values of one size: use fieldlengthdistribution=constant or"
              + " valuesize.");
    } else if (settings.get(WorkloadSettings.DATA_INTEGRITY) && size.max() < KeyedValues.HEADER) {
      problems.add(
          settings.whereIs(WorkloadSettings.DATA_INTEGRITY),
          "dataintegrity=true needs values of at least %d bytes, which hold the record and the write; set valuesize=%d or more."
              .formatted(KeyedValues.HEADER, KeyedValues.HEADER));
    }
  }

  private static void checkRecords(
      Settings settings,
      OperationType kind,
      Setting<Double> proportion,
      KeySpace space,
      Problems problems) {
    if (RequestMix.needsRecord(kind) && space.loadCount() == 0) {
      problems.add(
          settings.whereIs(proportion),
          "%s=%s needs records, but recordcount leaves none to load; set recordcount, or %s=0."
              .formatted(proportion.name(), settings.get(proportion), proportion.name()));
    }
  }

  private static void checkSameKey(
      Settings settings, OperationType kind, Setting<Double> proportion, Problems problems) {
    boolean once = kind == OperationType.INSERT || kind == OperationType.DELETE;
    if (once && settings.get(WorkloadSettings.SAME_KEY)) {
      problems.add(
          settings.whereIs(proportion),
          ("%s=%s cannot be combined with samekey=true: only one %s of a key can succeed;"
                  + " use updateproportion.")
              .formatted(
                  proportion.name(),
                  settings.get(proportion),
                  kind == OperationType.INSERT ? "insert" : "delete"));
    }
  }

  private static void checkTransaction(
      Settings settings,
      OperationType kind,
      Setting<Double> proportion,
      KeySpace space,
      Problems problems) {
    int length = settings.get(WorkloadSettings.TRANSACTION_LENGTH);
    if (kind != OperationType.TRANSACTION || length == 1) {
      return;
    }
    if (settings.get(WorkloadSettings.SAME_KEY)) {
      problems.add(
          settings.whereIs(proportion),
          ("%s=%s cannot be combined with samekey=true: the records of a transaction have to"
                  + " differ; set transactionlength=1.")
              .formatted(proportion.name(), settings.get(proportion)));
    } else if (space.loadCount() > 0 && space.loadCount() < length) {
      problems.add(
          settings.whereIs(WorkloadSettings.TRANSACTION_LENGTH),
          ("transactionlength=%d exceeds the number of records to update (%d); lower it, or raise"
                  + " recordcount.")
              .formatted(length, space.loadCount()));
    }
  }
}
