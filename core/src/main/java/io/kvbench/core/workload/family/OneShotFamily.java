package io.kvbench.core.workload.family;

import static io.kvbench.core.workload.family.RequestKind.Trait.NEEDS_RECORD;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.OneShotRead;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.key.SortedKeys;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Reads over a connection of their own. */
public final class OneShotFamily implements Family {

  @Override
  public List<RequestKind> kinds() {
    return List.of(
        RequestKind.of(
            OperationType.ONE_SHOT_READ, OneShotSettings.ONE_SHOT_READ_PROPORTION, NEEDS_RECORD));
  }

  @Override
  public List<FamilyOptions> options() {
    return List.of(
        new FamilyOptions(
            EnumSet.of(OperationType.ONE_SHOT_READ),
            "the mix has no one-shot reads; set oneshotreadproportion",
            OneShotSettings.ONE_SHOT_SESSION));
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.oneShot());
  }

  @Override
  public void need(OperationType kind, Needs needs) {
    needs.of(Capability.ONE_SHOT_READ, OneShotSettings.ONE_SHOT_READ_PROPORTION);
    if (needs.get(OneShotSettings.ONE_SHOT_SESSION)) {
      needs.of(Capability.ONE_SHOT_SESSION, OneShotSettings.ONE_SHOT_SESSION);
    }
    needs.read(OneShotSettings.ONE_SHOT_READ_PROPORTION);
  }

  @Override
  public RequestFactory factory(Settings settings, SortedKeys known) {
    boolean session = settings.get(OneShotSettings.ONE_SHOT_SESSION);
    return records ->
        kind ->
            new OneShotRead(
                new Operation.ReadOnce(records.existing(), records.consistency()), session);
  }
}
