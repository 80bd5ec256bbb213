package io.kvbench.core.workload.request;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.family.Families;
import io.kvbench.core.workload.family.RequestKind.Trait;
import io.kvbench.core.workload.sample.Weighted;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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
    Families.ALL.forEach(family -> family.adjust(settings, weights));
    return new RequestMix(weights);
  }

  /** Returns the setting of each kind's weight. */
  public static Map<OperationType, Setting<Double>> settings() {
    return PROPORTIONS;
  }

  public Set<OperationType> kinds() {
    return weights.keySet();
  }

  /**
   * Returns whether no request depends on an earlier one: requests of a client that reads the
   * records it inserted, keeps its leases alive, or watches what it wrote do.
   */
  boolean isIndependent() {
    return !has(Trait.FOLLOWS_EARLIER)
        && !(weights.containsKey(OperationType.INSERT) && has(Trait.NEEDS_RECORD));
  }

  /** Returns whether any kind has a trait. */
  public boolean has(Trait trait) {
    return weights.keySet().stream().anyMatch(kind -> Families.has(kind, trait));
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
    Families.kinds()
        .forEach(
            (type, kind) ->
                kind.proportion().ifPresent(proportion -> settings.put(type, proportion)));
    return Collections.unmodifiableMap(settings);
  }
}
