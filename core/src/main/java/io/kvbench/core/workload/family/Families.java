package io.kvbench.core.workload.family;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.key.SortedKeys;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The families of requests. */
public final class Families {
  /** All families: watchers' targets are in this order. */
  public static final List<Family> ALL =
      List.of(
          new RecordFamily(),
          new CompareAndSetFamily(),
          new TransactionFamily(),
          new RangeFamily(),
          new OneShotFamily(),
          new WatchFamily(),
          new LockFamily(),
          new LeaseFamily(),
          new GroupFamily());

  private static final Map<OperationType, Family> BY_KIND = new EnumMap<>(OperationType.class);
  private static final Map<OperationType, RequestKind> KINDS = new EnumMap<>(OperationType.class);

  static {
    for (Family family : ALL) {
      for (RequestKind kind : family.kinds()) {
        BY_KIND.put(kind.type(), family);
        KINDS.put(kind.type(), kind);
      }
    }
  }

  private Families() {}

  /**
   * Returns the family of a kind of request.
   *
   * @throws IllegalArgumentException if it is only a part of other requests
   */
  public static Family of(OperationType kind) {
    return Optional.ofNullable(BY_KIND.get(kind))
        .orElseThrow(() -> new IllegalArgumentException(kind + " is not a kind of request"));
  }

  /** Returns all kinds of requests by their type, in its order. */
  public static Map<OperationType, RequestKind> kinds() {
    return Collections.unmodifiableMap(KINDS);
  }

  /** Returns whether requests of a type have a trait; parts of other requests have none. */
  public static boolean has(OperationType type, RequestKind.Trait trait) {
    RequestKind kind = KINDS.get(type);
    return kind != null && kind.traits().contains(trait);
  }

  /** Returns the factories of all requests of a mix. */
  public static Map<Family, RequestFactory> factories(
      Set<OperationType> kinds, Settings settings, SortedKeys known) {
    Map<Family, RequestFactory> factories = new LinkedHashMap<>();
    kinds.forEach(
        kind -> factories.computeIfAbsent(of(kind), family -> family.factory(settings, known)));
    return factories;
  }
}
