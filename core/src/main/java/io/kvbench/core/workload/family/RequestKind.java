package io.kvbench.core.workload.family;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Setting;
import java.util.Optional;
import java.util.Set;

/**
 * A kind of request that a mix can contain.
 *
 * @param proportion the setting of its weight; empty for a kind that takes the weight of another,
 *     or that only replays send
 */
public record RequestKind(
    OperationType type, Optional<Setting<Double>> proportion, Set<Trait> traits) {

  /** A property of requests that their mix depends on. */
  public enum Trait {
    /** They need a record that was loaded. */
    NEEDS_RECORD,
    /** Only one of them can succeed for a key. */
    ONCE_PER_KEY,
    /** They depend on earlier requests of the same client. */
    FOLLOWS_EARLIER,
    /** They create a missing record in systems with blind writes. */
    CREATES_MISSING,
    /** They write only if the version of a record has not changed. */
    COMPARES_VERSIONS
  }

  static RequestKind of(OperationType type, Setting<Double> proportion, Trait... traits) {
    return new RequestKind(type, Optional.of(proportion), Set.of(traits));
  }

  static RequestKind withoutProportion(OperationType type, Trait... traits) {
    return new RequestKind(type, Optional.empty(), Set.of(traits));
  }
}
