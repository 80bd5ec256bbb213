package io.kvbench.core.workload;

import io.kvbench.core.setting.Setting;
import io.kvbench.core.workload.family.Conflicts;
import io.kvbench.core.workload.family.Families;
import io.kvbench.core.workload.family.Family;
import io.kvbench.core.workload.family.RecordFamily;
import io.kvbench.core.workload.family.RequestKind;
import io.kvbench.core.workload.family.RequestKind.Trait;
import io.kvbench.core.workload.setting.WorkloadSettings;
import io.kvbench.core.workload.value.KeyedValues;
import io.kvbench.core.workload.value.RecordSize;
import java.util.List;
import java.util.Locale;

/** The checks for settings that are individually valid but contradict one another. */
final class SettingConflicts {
  private SettingConflicts() {}

  static void check(RecordSize size, Conflicts conflicts) {
    RecordFamily.checkScanLengths(conflicts);
    for (RequestKind kind : Families.kinds().values()) {
      kind.proportion()
          .filter(proportion -> conflicts.get(proportion) > 0)
          .ifPresent(proportion -> check(kind, proportion, conflicts));
    }
    checkValues(size, conflicts);
  }

  private static void check(RequestKind kind, Setting<Double> proportion, Conflicts conflicts) {
    Family family = Families.of(kind.type());
    boolean needsRecord =
        kind.traits().contains(Trait.NEEDS_RECORD) && !family.needsNoRecord(conflicts.settings());
    if (needsRecord && conflicts.space().loadCount() == 0) {
      conflicts.add(
          proportion,
          "%s=%s needs records, but recordcount leaves none to load; set recordcount, or %s=0."
              .formatted(proportion.name(), conflicts.get(proportion), proportion.name()));
    }
    if (kind.traits().contains(Trait.ONCE_PER_KEY) && conflicts.get(WorkloadSettings.SAME_KEY)) {
      conflicts.add(
          proportion,
          ("%s=%s cannot be combined with samekey=true: only one %s of a key can succeed;"
                  + " use updateproportion.")
              .formatted(
                  proportion.name(),
                  conflicts.get(proportion),
                  kind.type().name().toLowerCase(Locale.ROOT)));
    }
    family.check(kind.type(), conflicts);
  }

  private static void checkValues(RecordSize size, Conflicts conflicts) {
    for (Setting<Boolean> setting :
        List.of(WorkloadSettings.DATA_INTEGRITY, WorkloadSettings.CHECK)) {
      if (!conflicts.get(setting)) {
        continue;
      }
      if (!size.constant()) {
        conflicts.add(
            setting,
            setting.name()
                + "=true needs values of one size: use fieldlengthdistribution=constant or"
                + " valuesize.");
      } else if (size.max() < KeyedValues.HEADER) {
        conflicts.add(
            setting,
            "%s=true needs values of at least %d bytes, which hold the record and the write; set valuesize=%d or more."
                .formatted(setting.name(), KeyedValues.HEADER, KeyedValues.HEADER));
      }
    }
    if (conflicts.get(WorkloadSettings.CHECK)
        && conflicts.get(WorkloadSettings.INSERTION_RETRY_LIMIT) > 0) {
      conflicts.add(
          WorkloadSettings.CHECK,
          "check=true needs values that are sent once: set core_workload_insertion_retry_limit=0.");
    }
  }
}
