package io.kvbench.core.workload;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * How often each kind of request occurs: in proportion to its weight, as in YCSB. At least one
 * kind. Immutable.
 */
final class RequestMix {
  private static final Map<OperationType, Setting<Double>> PROPORTIONS = proportions();

  private final Map<OperationType, Double> weights;
  private final List<OperationType> kinds;
  private final Weighted indexes;

  RequestMix(Map<OperationType, Double> weights) {
    this.weights = Collections.unmodifiableMap(new EnumMap<>(weights));
    this.kinds = List.copyOf(this.weights.keySet());
    this.indexes =
        new Weighted(this.weights.values().stream().mapToDouble(Double::doubleValue).toArray());
  }

  static RequestMix from(Settings settings, Problems problems) {
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
          "all proportions are 0, so there is nothing to do; give at least one of "
              + PROPORTIONS.values().stream().map(Setting::name).collect(Collectors.joining(", "))
              + ".");
      weights.put(OperationType.READ, 1.0);
    }
    return new RequestMix(weights);
  }

  /** Returns the setting of each kind's weight. */
  static Map<OperationType, Setting<Double>> settings() {
    return PROPORTIONS;
  }

  /** Returns whether requests of this kind go to a record that must be there. */
  static boolean needsRecord(OperationType kind) {
    return switch (kind) {
      case INSERT -> false;
      case READ, UPDATE, DELETE, SCAN, READ_MODIFY_WRITE -> true;
    };
  }

  Set<OperationType> kinds() {
    return weights.keySet();
  }

  /** Returns the share of a kind in all requests, from 0 to 1. */
  double share(OperationType kind) {
    double sum = weights.values().stream().mapToDouble(Double::doubleValue).sum();
    return weights.getOrDefault(kind, 0.0) / sum;
  }

  OperationType draw(SplittableRandom random) {
    return kinds.get(indexes.draw(random));
  }

  private static Map<OperationType, Setting<Double>> proportions() {
    Map<OperationType, Setting<Double>> settings = new EnumMap<>(OperationType.class);
    for (OperationType kind : OperationType.values()) {
      settings.put(
          kind,
          switch (kind) {
            case INSERT -> WorkloadSettings.INSERT_PROPORTION;
            case READ -> WorkloadSettings.READ_PROPORTION;
            case UPDATE -> WorkloadSettings.UPDATE_PROPORTION;
            case DELETE -> WorkloadSettings.DELETE_PROPORTION;
            case SCAN -> WorkloadSettings.SCAN_PROPORTION;
            case READ_MODIFY_WRITE -> WorkloadSettings.READ_MODIFY_WRITE_PROPORTION;
          });
    }
    return Collections.unmodifiableMap(settings);
  }
}
