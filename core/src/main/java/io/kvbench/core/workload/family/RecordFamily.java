package io.kvbench.core.workload.family;

import static io.kvbench.core.workload.family.RequestKind.Trait.CREATES_MISSING;
import static io.kvbench.core.workload.family.RequestKind.Trait.NEEDS_RECORD;
import static io.kvbench.core.workload.family.RequestKind.Trait.ONCE_PER_KEY;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.ReadModifyWrite;
import io.kvbench.core.operation.Request;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.key.SortedKeys;
import io.kvbench.core.workload.sample.Distribution;
import io.kvbench.core.workload.sample.Uniform;
import io.kvbench.core.workload.sample.Zipfian;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Reads and writes of single records, and scans: the requests of YCSB's core workload. */
public final class RecordFamily implements Family {

  @Override
  public List<RequestKind> kinds() {
    return List.of(
        RequestKind.of(OperationType.INSERT, WorkloadSettings.INSERT_PROPORTION, ONCE_PER_KEY),
        RequestKind.of(OperationType.READ, WorkloadSettings.READ_PROPORTION, NEEDS_RECORD),
        RequestKind.of(
            OperationType.UPDATE,
            WorkloadSettings.UPDATE_PROPORTION,
            NEEDS_RECORD,
            CREATES_MISSING),
        RequestKind.of(
            OperationType.DELETE, WorkloadSettings.DELETE_PROPORTION, NEEDS_RECORD, ONCE_PER_KEY),
        RequestKind.of(OperationType.SCAN, WorkloadSettings.SCAN_PROPORTION, NEEDS_RECORD),
        RequestKind.of(
            OperationType.READ_MODIFY_WRITE,
            WorkloadSettings.READ_MODIFY_WRITE_PROPORTION,
            NEEDS_RECORD,
            CREATES_MISSING));
  }

  @Override
  public List<FamilyOptions> options() {
    return List.of(
        new FamilyOptions(
            EnumSet.of(OperationType.SCAN),
            "no request of the mix scans; set scanproportion",
            WorkloadSettings.MIN_SCAN_LENGTH,
            WorkloadSettings.MAX_SCAN_LENGTH,
            WorkloadSettings.SCAN_LENGTH_DISTRIBUTION));
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.of(
        Capability.INSERT,
        Capability.READ_DEFAULT,
        Capability.READ_LINEARIZABLE,
        Capability.READ_STALE,
        Capability.UPDATE,
        Capability.DELETE,
        Capability.SCAN);
  }

  @Override
  public void need(OperationType kind, Needs needs) {
    switch (kind) {
      case INSERT -> needs.of(Capability.INSERT, WorkloadSettings.INSERT_PROPORTION);
      case READ -> needs.read(WorkloadSettings.READ_PROPORTION);
      case UPDATE -> needs.of(Capability.UPDATE, WorkloadSettings.UPDATE_PROPORTION);
      case DELETE -> needs.of(Capability.DELETE, WorkloadSettings.DELETE_PROPORTION);
      case SCAN -> {
        needs.of(Capability.SCAN, WorkloadSettings.SCAN_PROPORTION);
        needs.consistency();
      }
      default -> {
        needs.read(WorkloadSettings.READ_MODIFY_WRITE_PROPORTION);
        needs.of(Capability.UPDATE, WorkloadSettings.READ_MODIFY_WRITE_PROPORTION);
      }
    }
  }

  @Override
  public Set<Capability> needOfTraced(OperationType type) {
    return switch (type) {
      case INSERT -> EnumSet.of(Capability.INSERT);
      case READ -> EnumSet.of(Capability.READ_DEFAULT);
      case UPDATE -> EnumSet.of(Capability.UPDATE);
      case DELETE -> EnumSet.of(Capability.DELETE);
      case SCAN -> EnumSet.of(Capability.SCAN);
      default -> Family.super.needOfTraced(type);
    };
  }

  /** Checks the lengths of scans, even if no request scans. */
  public static void checkScanLengths(Conflicts conflicts) {
    int min = conflicts.get(WorkloadSettings.MIN_SCAN_LENGTH);
    int max = conflicts.get(WorkloadSettings.MAX_SCAN_LENGTH);
    if (min > max) {
      conflicts.add(
          WorkloadSettings.MIN_SCAN_LENGTH,
          "minscanlength=" + min + " is more than maxscanlength=" + max + ".");
    }
  }

  @Override
  public RequestFactory factory(Settings settings, SortedKeys known) {
    int min = settings.get(WorkloadSettings.MIN_SCAN_LENGTH);
    int max = settings.get(WorkloadSettings.MAX_SCAN_LENGTH);
    Distribution scanLengths =
        switch (settings.get(WorkloadSettings.SCAN_LENGTH_DISTRIBUTION)) {
          case UNIFORM -> new Uniform(min, max);
          case ZIPFIAN -> Zipfian.between(min, max);
        };
    return records -> kind -> next(kind, records, scanLengths);
  }

  private static Request next(OperationType kind, ClientRecords records, Distribution scanLengths) {
    return switch (kind) {
      case INSERT -> insert(records.inserted(), records);
      case READ -> records.read(records.existing());
      case UPDATE -> records.update(records.existing());
      case DELETE -> new Operation.Delete(records.existing());
      case SCAN ->
          new Operation.Scan(
              records.existing(), (int) scanLengths.draw(records.random()), records.consistency());
      default -> readModifyWrite(records.existing(), records);
    };
  }

  private static Operation.Insert insert(Key key, ClientRecords records) {
    return new Operation.Insert(key, records.value(key));
  }

  private static ReadModifyWrite readModifyWrite(Key key, ClientRecords records) {
    return new ReadModifyWrite(records.read(key), records.update(key));
  }
}
