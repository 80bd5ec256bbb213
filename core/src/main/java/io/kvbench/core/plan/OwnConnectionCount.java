package io.kvbench.core.plan;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.OwnConnections;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.WatcherPlan;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.family.CoordinationSettings;
import java.util.Set;

/** The number of connections that a phase opens besides the shared ones. */
final class OwnConnectionCount {
  private final SystemDescriptor system;
  private final PhasePlan phase;
  private final Settings settings;

  private OwnConnectionCount(SystemDescriptor system, PhasePlan phase, Settings settings) {
    this.system = system;
    this.phase = phase;
    this.settings = settings;
  }

  static long of(SystemDescriptor system, Workload workload, PhasePlan phase, Settings settings) {
    if (phase.name() == PhaseName.LOAD) {
      return 0;
    }
    OwnConnectionCount count = new OwnConnectionCount(system, phase, settings);
    Set<OperationType> types = workload.operationTypes();
    long clients = types.stream().anyMatch(count::takesOneOfTheClient) ? phase.clients() : 0;
    return clients
        + types.stream().mapToLong(count::leases).max().orElse(0)
        + phase.watchers().map(count::watchers).orElse(0L);
  }

  private boolean takesOneOfTheClient(OperationType type) {
    return switch (type) {
      case CRITICAL_SECTION -> opens(OwnConnections.PER_CLIENT, Capability.LOCK);
      case LEADERSHIP -> opens(OwnConnections.PER_CLIENT, Capability.ELECTION);
      case LEASE_LIFETIME -> opens(OwnConnections.PER_CLIENT, Capability.LEASE_EXPIRY);
      default -> false;
    };
  }

  /** A client has one lease at a time, unless it keeps several alive. */
  private long leases(OperationType type) {
    if (!opens(OwnConnections.PER_LEASE, Capability.LEASE)) {
      return 0;
    }
    return switch (type) {
      case LEASE_RENEWAL -> Math.max(phase.clients(), settings.get(CoordinationSettings.LEASES));
      case LEASE_CYCLE, LEASE_LIFETIME, MEMBERSHIP -> phase.clients();
      default -> 0;
    };
  }

  private long watchers(WatcherPlan plan) {
    OwnConnections each = system.ownConnections().get(Capability.WATCHER);
    long all = (long) plan.targets().size() * plan.perTarget();
    long streams = Math.min(plan.streams(), all);
    if (each == null) {
      return 0;
    }
    return switch (each) {
      case PER_STREAM -> streams;
      case PER_HUNDRED_WATCHERS -> hundreds(all, streams);
      case PER_WATCHER -> all;
      case PER_CLIENT, PER_LEASE -> 0;
    };
  }

  /** Watchers are distributed over the streams in turn. */
  private static long hundreds(long watchers, long streams) {
    long more = watchers % streams;
    long each = watchers / streams;
    return more * Math.ceilDiv(each + 1, 100L) + (streams - more) * Math.ceilDiv(each, 100L);
  }

  private boolean opens(OwnConnections each, Capability capability) {
    return system.ownConnections().get(capability) == each;
  }
}
