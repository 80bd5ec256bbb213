package io.kvbench.bindings.zookeeper;

import io.kvbench.bindings.support.Check;
import io.kvbench.bindings.support.LoadClient;
import io.kvbench.bindings.zookeeper.server.ZooKeeperServers;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemColour;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** Tells of the system {@code zookeeper} and connects to it. */
public final class ZooKeeperProvider implements BindingProvider {
  static final SystemDescriptor ZOOKEEPER =
      new SystemDescriptor(
              "zookeeper",
              Dialect.ZOOKEEPER.title(),
              EnumSet.complementOf(EnumSet.of(Capability.SCAN)),
              Map.of(
                  Capability.SCAN,
                  "ZooKeeper has no ordered scan; choose a workload with scanproportion=0, or another"
                      + " system."),
              ZooKeeperSettings.all(),
              false)
          .remarking(Capability.WATCH, Dialect.ZOOKEEPER.watchRemark());

  @Override
  public List<SystemDescriptor> systems() {
    return List.of(ZOOKEEPER);
  }

  @Override
  public SystemColour colour(SystemDescriptor system) {
    return SystemColour.VERMILION;
  }

  @Override
  public void check(
      SystemDescriptor system, List<String> endpoints, Settings settings, Problems problems) {
    LoadClient.checkOnly(
        LoadClient.LIBRARY,
        "every operation goes through org.apache.zookeeper:zookeeper",
        settings,
        problems);
    if (!endpoints.isEmpty()) {
      Check.run("endpoints", () -> Dialect.ZOOKEEPER.endpoints().parseAll(endpoints), problems);
    }
    Check.run(
        settings.whereIs(ZooKeeperSettings.ROOT),
        () -> ClientOptions.root(settings, ZooKeeperSettings.ROOT),
        problems);
    Check.run(settings.whereIs(ZooKeeperSettings.AUTH), () -> Credentials.of(settings), problems);
  }

  @Override
  public SystemServers servers(SystemDescriptor system) {
    return new ZooKeeperServers();
  }

  @Override
  public Binding open(SystemDescriptor system, BindingConfig config)
      throws BindingException, InterruptedException {
    return ZooKeeperBinding.open(ClientOptions.of(config), config);
  }
}
