package io.kvbench.core.workload.family;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Membership;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Value;
import io.kvbench.core.operation.WatchTarget;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.key.SortedKeys;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/** Memberships of groups that watchers observe. They use records of their own. */
public final class GroupFamily implements Family {

  @Override
  public List<RequestKind> kinds() {
    return List.of(
        RequestKind.of(OperationType.MEMBERSHIP, CoordinationSettings.MEMBERSHIP_PROPORTION));
  }

  @Override
  public List<FamilyOptions> options() {
    return List.of(
        new FamilyOptions(
            EnumSet.of(OperationType.MEMBERSHIP),
            "the mix has no memberships; set membershipproportion",
            CoordinationSettings.GROUPS,
            CoordinationSettings.GROUP_STAY));
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.of(Capability.MEMBERSHIP);
  }

  @Override
  public void need(OperationType kind, Needs needs) {
    LeaseFamily.need(needs, CoordinationSettings.MEMBERSHIP_PROPORTION, Capability.LEASE_KEEPALIVE);
    needs.of(Capability.MEMBERSHIP, CoordinationSettings.MEMBERSHIP_PROPORTION);
  }

  @Override
  public void check(OperationType kind, Conflicts conflicts) {
    conflicts.checkPositive(CoordinationSettings.LEASE_TTL);
    conflicts.checkWatchers(CoordinationSettings.GROUPS);
  }

  @Override
  public List<WatchTarget> watched(
      Set<OperationType> kinds, Settings settings, LongFunction<Key> record) {
    return kinds.contains(OperationType.MEMBERSHIP)
        ? IntStream.range(0, settings.get(CoordinationSettings.GROUPS))
            .<WatchTarget>mapToObj(number -> new WatchTarget.Group(group(number)))
            .toList()
        : List.of();
  }

  /** Returns the key of a group, counted from 0. */
  private static Key group(int number) {
    return Key.of("group" + number);
  }

  @Override
  public RequestFactory factory(Settings settings, SortedKeys known) {
    int groups = settings.get(CoordinationSettings.GROUPS);
    Duration timeToLive = settings.get(CoordinationSettings.LEASE_TTL);
    Duration stay = settings.get(CoordinationSettings.GROUP_STAY);
    return records ->
        kind -> {
          Key member = records.named("member");
          Value value = records.value(member);
          Key group = group(records.random().nextInt(groups));
          return new Membership(group, member, value, timeToLive, stay.toNanos());
        };
  }
}
