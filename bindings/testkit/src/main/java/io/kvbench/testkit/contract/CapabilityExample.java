package io.kvbench.testkit.contract;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Value;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * An example of what needs a capability.
 *
 * @param settings those of a workload that needs it
 * @param operations returns operations that need it; none if they are checked elsewhere
 */
record CapabilityExample(
    Capability capability,
    Map<String, String> settings,
    Function<Target, List<Operation>> operations) {

  /** The record that an operation is about. */
  record Target(Key key, Value value, long version) {}

  static CapabilityExample of(
      Capability capability, Map<String, String> settings, Function<Target, Operation> operation) {
    return new CapabilityExample(capability, settings, target -> List.of(operation.apply(target)));
  }

  /** An example that is only planned. */
  static CapabilityExample planned(Capability capability, Map<String, String> settings) {
    return new CapabilityExample(capability, settings, target -> List.of());
  }
}
