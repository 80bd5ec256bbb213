package io.kvbench.core.workload.family;

import static io.kvbench.core.workload.family.RequestKind.Trait.FOLLOWS_EARLIER;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.LeaseCycle;
import io.kvbench.core.operation.LeaseLifetime;
import io.kvbench.core.operation.LeaseRenewal;
import io.kvbench.core.operation.LeaseSlots;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Request;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.key.KnownKeys;
import io.kvbench.core.workload.key.SortedKeys;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Leases that are kept alive, revoked, or left to expire. They use records of their own. */
public final class LeaseFamily implements Family {

  @Override
  public List<RequestKind> kinds() {
    return List.of(
        RequestKind.of(
            OperationType.LEASE_RENEWAL,
            CoordinationSettings.LEASE_KEEPALIVE_PROPORTION,
            FOLLOWS_EARLIER),
        RequestKind.of(OperationType.LEASE_CYCLE, CoordinationSettings.LEASE_CYCLE_PROPORTION),
        RequestKind.of(OperationType.LEASE_LIFETIME, CoordinationSettings.LEASE_EXPIRY_PROPORTION));
  }

  /** Members of groups have leases, too. */
  @Override
  public List<FamilyOptions> options() {
    return List.of(
        new FamilyOptions(
            EnumSet.of(
                OperationType.LEASE_RENEWAL,
                OperationType.LEASE_CYCLE,
                OperationType.LEASE_LIFETIME,
                OperationType.MEMBERSHIP),
            "the mix has no leases; set leasekeepaliveproportion or leaseexpiryproportion",
            CoordinationSettings.LEASES,
            CoordinationSettings.LEASE_TTL,
            CoordinationSettings.LEASE_QUERY));
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.of(
        Capability.LEASE,
        Capability.LEASE_KEEPALIVE,
        Capability.LEASE_TTL,
        Capability.LEASE_EXPIRY);
  }

  @Override
  public void need(OperationType kind, Needs needs) {
    switch (kind) {
      case LEASE_RENEWAL ->
          need(needs, CoordinationSettings.LEASE_KEEPALIVE_PROPORTION, Capability.LEASE_KEEPALIVE);
      case LEASE_LIFETIME ->
          need(needs, CoordinationSettings.LEASE_EXPIRY_PROPORTION, Capability.LEASE_EXPIRY);
      default -> {
        need(needs, CoordinationSettings.LEASE_CYCLE_PROPORTION, Capability.LEASE_KEEPALIVE);
        if (needs.get(CoordinationSettings.LEASE_QUERY)) {
          needs.of(Capability.LEASE_TTL, CoordinationSettings.LEASE_QUERY);
        }
      }
    }
  }

  /** Adds leases, and what else a request does with them. */
  static void need(Needs needs, Setting<Double> proportion, Capability use) {
    needs.of(Capability.LEASE, proportion);
    needs.of(use, proportion);
  }

  @Override
  public void check(OperationType kind, Conflicts conflicts) {
    conflicts.checkPositive(CoordinationSettings.LEASE_TTL);
  }

  @Override
  public RequestFactory factory(Settings settings, SortedKeys known) {
    int leases = settings.get(CoordinationSettings.LEASES);
    Duration timeToLive = settings.get(CoordinationSettings.LEASE_TTL);
    boolean query = settings.get(CoordinationSettings.LEASE_QUERY);
    return records -> new LeaseRequests(records, leases, timeToLive, query);
  }

  private static final class LeaseRequests implements FamilyRequests {
    private final ClientRecords records;
    private final int leases;
    private final Duration timeToLive;
    private final boolean query;

    /** The leases that it keeps alive; null before the first keepalive. */
    private @Nullable LeaseSlots slots;

    /** The number of keepalives so far. */
    private long renewals;

    LeaseRequests(ClientRecords records, int leases, Duration timeToLive, boolean query) {
      this.records = records;
      this.leases = leases;
      this.timeToLive = timeToLive;
      this.query = query;
    }

    /** Clears the leases of the previous session, which were revoked with its end. */
    @Override
    public void beginSession() {
      slots = null;
      renewals = 0;
    }

    @Override
    public Request next(OperationType kind) {
      return switch (kind) {
        case LEASE_RENEWAL -> renewal();
        case LEASE_CYCLE -> cycle(records.named("lease"));
        default -> lifetime(records.named("lease"));
      };
    }

    private LeaseRenewal renewal() {
      LeaseSlots own = slots;
      if (own == null) {
        own = new LeaseSlots(share());
        slots = own;
      }
      return new LeaseRenewal(own, (int) (renewals++ % own.count()), timeToLive);
    }

    /** Returns how many of the leases this client has; at least one. */
    private int share() {
      KnownKeys known = records.known();
      int clients = known.clients();
      return Math.max(1, leases / clients + (known.client() < leases % clients ? 1 : 0));
    }

    private LeaseCycle cycle(Key key) {
      return new LeaseCycle(timeToLive, key, records.value(key), query);
    }

    /** A system may keep a lease alive for twice as long before it checks again. */
    private LeaseLifetime lifetime(Key key) {
      return new LeaseLifetime(timeToLive, key, records.value(key), timeToLive.multipliedBy(3));
    }
  }
}
