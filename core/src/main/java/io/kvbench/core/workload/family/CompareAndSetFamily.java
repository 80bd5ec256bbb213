package io.kvbench.core.workload.family;

import static io.kvbench.core.workload.family.RequestKind.Trait.COMPARES_VERSIONS;
import static io.kvbench.core.workload.family.RequestKind.Trait.NEEDS_RECORD;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.ReadCompareAndSet;
import io.kvbench.core.operation.Request;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.key.SortedKeys;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Reads that are followed by a compare-and-set of the same record. */
public final class CompareAndSetFamily implements Family {

  @Override
  public List<RequestKind> kinds() {
    return List.of(
        RequestKind.of(
            OperationType.READ_COMPARE_AND_SET,
            WorkloadSettings.COMPARE_AND_SET_PROPORTION,
            NEEDS_RECORD,
            COMPARES_VERSIONS),
        RequestKind.withoutProportion(
            OperationType.COMPARE_AND_SET, NEEDS_RECORD, COMPARES_VERSIONS));
  }

  @Override
  public List<FamilyOptions> options() {
    return List.of();
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.of(Capability.COMPARE_AND_SET);
  }

  @Override
  public void need(OperationType kind, Needs needs) {
    needs.read(WorkloadSettings.COMPARE_AND_SET_PROPORTION);
    needs.of(Capability.COMPARE_AND_SET, WorkloadSettings.COMPARE_AND_SET_PROPORTION);
  }

  /** Replays update the record, since the recorded version is that of another store. */
  @Override
  public Set<Capability> needOfTraced(OperationType type) {
    return EnumSet.of(Capability.UPDATE);
  }

  @Override
  public RequestFactory factory(Settings settings, SortedKeys known) {
    return records -> kind -> next(records.existing(), records);
  }

  private static Request next(Key key, ClientRecords records) {
    return new ReadCompareAndSet(records.read(key), records.value(key));
  }
}
