package io.kvbench.core.workload.family;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.WatchTarget;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.key.SortedKeys;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * A family of requests: their kinds, settings and capabilities, and how they are made. Stateless;
 * thread-safe. {@link Families} lists all.
 */
public interface Family {

  /** Returns the kinds of requests that a mix may contain. */
  List<RequestKind> kinds();

  /** Returns the settings of these requests that not all requests read, in display order. */
  List<FamilyOptions> options();

  /** Returns the capabilities that only this family declares. */
  Set<Capability> capabilities();

  /** Adds the capabilities that a system needs for a kind of request. */
  void need(OperationType kind, Needs needs);

  /**
   * Returns the capabilities that a system needs to replay an operation.
   *
   * @throws IllegalStateException if a trace cannot contain it
   */
  default Set<Capability> needOfTraced(OperationType type) {
    throw new IllegalStateException(type + " in a trace");
  }

  /** Returns whether its requests need no loaded record with these settings. */
  default boolean needsNoRecord(Settings settings) {
    return false;
  }

  /** Checks the settings of a kind of request for conflicts. */
  default void check(OperationType kind, Conflicts conflicts) {}

  /** Changes the weights of a mix, in which each kind has the weight of its proportion. */
  default void adjust(Settings settings, Map<OperationType, Double> weights) {}

  /**
   * Returns what the watchers of a mix watch.
   *
   * @param kinds the kinds of requests in the mix
   * @param record returns the key of a loaded record by index
   */
  default List<WatchTarget> watched(
      Set<OperationType> kinds, Settings settings, LongFunction<Key> record) {
    return List.of();
  }

  /**
   * Returns the factory of these requests in a workload.
   *
   * @param known the keys of the loaded records
   */
  RequestFactory factory(Settings settings, SortedKeys known);

  /** Returns all settings of the family: the proportions of its kinds, and its options. */
  default List<Setting<?>> settings() {
    return Stream.<Setting<?>>concat(
            kinds().stream().flatMap(kind -> kind.proportion().stream()),
            options().stream().flatMap(options -> options.settings().stream()))
        .distinct()
        .toList();
  }
}
