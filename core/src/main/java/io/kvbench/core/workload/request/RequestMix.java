package io.kvbench.core.workload.request;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.family.CoordinationSettings;
import io.kvbench.core.workload.family.OneShotSettings;
import io.kvbench.core.workload.family.RangeSettings;
import io.kvbench.core.workload.family.WatcherSettings;
import io.kvbench.core.workload.sample.Weighted;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * The mix of requests: each kind occurs in proportion to its weight, as in YCSB. At least one kind.
 * Immutable.
 */
public final class RequestMix {
  private static final Map<OperationType, Setting<Double>> PROPORTIONS = proportions();

  private final Map<OperationType, Double> weights;
  private final List<OperationType> kinds;
  private final Weighted indexes;

  public RequestMix(Map<OperationType, Double> weights) {
    this.weights = Collections.unmodifiableMap(new EnumMap<>(weights));
    this.kinds = List.copyOf(this.weights.keySet());
    this.indexes =
        new Weighted(this.weights.values().stream().mapToDouble(Double::doubleValue).toArray());
  }

  public static RequestMix from(Settings settings, Problems problems) {
    Map<OperationType, Double> weights = new EnumMap<>(OperationType.class);
    PROPORTIONS.forEach(
        (kind, setting) -> {
          if (settings.get(setting) > 0) {
            weights.put(kind, settings.get(setting));
          }
        });
    if (weights.isEmpty()) {
      problems.add(
          settings.whereIs(WorkloadSettings.READ_PROPORTION),
          "all proportions are 0, so there is nothing to do; set at least one of "
              + PROPORTIONS.values().stream().map(Setting::name).collect(Collectors.joining(", "))
              + ".");
      weights.put(OperationType.READ, 1.0);
    }
    if (weights.containsKey(OperationType.RANGE) && settings.get(RangeSettings.RANGE_PAGE) > 0) {
      weights.put(OperationType.PAGED_RANGE, weights.remove(OperationType.RANGE));
    }
    return new RequestMix(weights);
  }

  /** Returns the setting of each kind's weight. */
  public static Map<OperationType, Setting<Double>> settings() {
    return PROPORTIONS;
  }

  /** Returns whether requests of this kind need an existing record. */
  public static boolean needsRecord(OperationType kind) {
    return switch (kind) {
      case INSERT -> false;
      case READ, UPDATE, COMPARE_AND_SET, DELETE, SCAN, RANGE, PAGED_RANGE -> true;
      case TRANSACTION, READ_TRANSACTION, WATCH, WATCHED_UPDATE, WATCH_CATCH_UP -> true;
      case CRITICAL_SECTION, LEADERSHIP -> true;
      case READ_MODIFY_WRITE, READ_COMPARE_AND_SET, STM, ONE_SHOT_READ -> true;
      default -> false; // Leases and groups use records of their own; the others are parts.
    };
  }

  public Set<OperationType> kinds() {
    return weights.keySet();
  }

  /**
   * Returns whether no request depends on an earlier one: requests of a client that reads the
   * records it inserted, keeps its leases alive, or watches what it wrote do.
   */
  boolean isIndependent() {
    return !weights.containsKey(OperationType.LEASE_RENEWAL)
        && !weights.containsKey(OperationType.WATCH_CATCH_UP)
        && (!weights.containsKey(OperationType.INSERT)
            || weights.keySet().stream().noneMatch(RequestMix::needsRecord));
  }

  /** Returns the share of a kind in all requests, from 0 to 1. */
  public double share(OperationType kind) {
    double sum = weights.values().stream().mapToDouble(Double::doubleValue).sum();
    return weights.getOrDefault(kind, 0.0) / sum;
  }

  OperationType draw(SplittableRandom random) {
    return kinds.get(indexes.draw(random));
  }

  private static Map<OperationType, Setting<Double>> proportions() {
    Map<OperationType, Setting<Double>> settings = new EnumMap<>(OperationType.class);
    for (OperationType kind : OperationType.values()) {
      proportion(kind).ifPresent(setting -> settings.put(kind, setting));
    }
    return Collections.unmodifiableMap(settings);
  }

  /** Returns the setting of a kind's weight; empty if it has none of its own. */
  private static Optional<Setting<Double>> proportion(OperationType kind) {
    return switch (kind) {
      case INSERT -> Optional.of(WorkloadSettings.INSERT_PROPORTION);
      case READ -> Optional.of(WorkloadSettings.READ_PROPORTION);
      case UPDATE -> Optional.of(WorkloadSettings.UPDATE_PROPORTION);
      case RANGE -> Optional.of(RangeSettings.RANGE_PROPORTION);
      case ONE_SHOT_READ -> Optional.of(OneShotSettings.ONE_SHOT_READ_PROPORTION);
      case READ_TRANSACTION -> Optional.of(WorkloadSettings.READ_TRANSACTION_PROPORTION);
      case STM -> Optional.of(WorkloadSettings.STM_PROPORTION);
      case CRITICAL_SECTION -> Optional.of(CoordinationSettings.LOCK_PROPORTION);
      case LEADERSHIP -> Optional.of(CoordinationSettings.ELECTION_PROPORTION);
      case LEASE_RENEWAL -> Optional.of(CoordinationSettings.LEASE_KEEPALIVE_PROPORTION);
      case LEASE_CYCLE -> Optional.of(CoordinationSettings.LEASE_CYCLE_PROPORTION);
      case LEASE_LIFETIME -> Optional.of(CoordinationSettings.LEASE_EXPIRY_PROPORTION);
      case MEMBERSHIP -> Optional.of(CoordinationSettings.MEMBERSHIP_PROPORTION);
      case WATCH_CATCH_UP -> Optional.of(WatcherSettings.WATCH_REPLAY_PROPORTION);
      default -> Optional.empty();
      case DELETE -> Optional.of(WorkloadSettings.DELETE_PROPORTION);
      case SCAN -> Optional.of(WorkloadSettings.SCAN_PROPORTION);
      case TRANSACTION -> Optional.of(WorkloadSettings.TRANSACTION_PROPORTION);
      case WATCH -> Optional.of(WorkloadSettings.WATCH_PROPORTION);
      case WATCHED_UPDATE -> Optional.of(WatcherSettings.WATCHED_UPDATE_PROPORTION);
      case READ_MODIFY_WRITE -> Optional.of(WorkloadSettings.READ_MODIFY_WRITE_PROPORTION);
      case READ_COMPARE_AND_SET -> Optional.of(WorkloadSettings.COMPARE_AND_SET_PROPORTION);
    };
  }
}
