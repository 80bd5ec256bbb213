package io.kvbench.bindings.zookeeper;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** Tells of the system {@code zookeeper} and connects to it. */
public final class ZooKeeperProvider implements BindingProvider {
  static final SystemDescriptor ZOOKEEPER =
      new SystemDescriptor(
          "zookeeper",
          "ZooKeeper",
          EnumSet.of(
              Capability.INSERT,
              Capability.READ_DEFAULT,
              Capability.READ_LINEARIZABLE,
              Capability.READ_STALE,
              Capability.UPDATE,
              Capability.DELETE),
          Map.of(
              Capability.SCAN,
              "ZooKeeper has no ordered scan; choose a workload with scanproportion=0, or another"
                  + " system."),
          ZooKeeperSettings.all(),
          false);

  @Override
  public List<SystemDescriptor> systems() {
    return List.of(ZOOKEEPER);
  }

  @Override
  public Binding open(SystemDescriptor system, BindingConfig config)
      throws BindingException, InterruptedException {
    return ZooKeeperBinding.open(ClientOptions.of(config), config);
  }
}
