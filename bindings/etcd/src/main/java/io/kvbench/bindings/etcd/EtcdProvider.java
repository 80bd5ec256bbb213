package io.kvbench.bindings.etcd;

import io.kvbench.bindings.etcd.operation.EtcdLeases;
import io.kvbench.bindings.etcd.options.EtcdClientOptions;
import io.kvbench.bindings.etcd.options.EtcdCredentials;
import io.kvbench.bindings.etcd.options.EtcdSettings;
import io.kvbench.bindings.etcd.options.EtcdTls;
import io.kvbench.bindings.etcd.options.GoYcsbNames;
import io.kvbench.bindings.etcd.server.EtcdServers;
import io.kvbench.bindings.etcd.traffic.EtcdTraffic;
import io.kvbench.bindings.support.Check;
import io.kvbench.bindings.support.LoadClient;
import io.kvbench.bindings.support.TimesToLive;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemColour;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.binding.Traffic;
import io.kvbench.core.binding.TrafficDecoder;
import io.kvbench.core.operation.Promises;
import io.kvbench.core.operation.ReadPromise;
import io.kvbench.core.operation.VersionScope;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.trace.TraceSink;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The provider of the system {@code etcd}. */
public final class EtcdProvider implements BindingProvider {
  static final SystemDescriptor ETCD =
      new SystemDescriptor(
              "etcd",
              "etcd",
              EnumSet.allOf(Capability.class),
              Map.of(),
              EtcdSettings.all(),
              false,
              false,
              true)
          .promising(
              Promises.of(ReadPromise.LINEARIZABLE, ReadPromise.LINEARIZABLE, ReadPromise.PREFIX)
                  .ordering(VersionScope.STORE))
          .lacking(
              "etcd's watches are streams, which do not end with an event; omit watch.once.",
              Capability.WATCHER_ONCE)
          .lacking(
              "connections to etcd have no sessions; omit oneshot.session.",
              Capability.ONE_SHOT_SESSION);

  @Override
  public List<SystemDescriptor> systems() {
    return List.of(ETCD);
  }

  @Override
  public SystemDescriptor with(SystemDescriptor system, Settings settings) {
    return settings
        .find(LoadClient.LIGHT_BY_DEFAULT)
        .filter(LoadClient.LIBRARY::equals)
        .map(
            library ->
                system.lacking(
                    "jetcd does not report when its connections are established; choose"
                        + " client=light.",
                    Capability.oneShot()))
        .orElse(system);
  }

  @Override
  public SystemColour colour(SystemDescriptor system) {
    return SystemColour.BLUE;
  }

  @Override
  public List<Setting<Map<String, String>>> translations(SystemDescriptor system) {
    return GoYcsbNames.ALL;
  }

  @Override
  public void check(
      SystemDescriptor system, List<String> endpoints, Settings settings, Problems problems) {
    if (!endpoints.isEmpty()) {
      Check.run("endpoints", () -> EtcdClientOptions.ENDPOINTS.parseAll(endpoints), problems);
    }
    Check.run("TLS to etcd", () -> EtcdTls.of(settings, endpoints), problems);
    Check.run(
        settings.whereIs(EtcdSettings.PREFIX), () -> EtcdClientOptions.prefix(settings), problems);
    Check.run(
        settings.whereIs(EtcdSettings.KEEPALIVE_TIME),
        () -> EtcdClientOptions.keepAliveTime(settings),
        problems);
    Check.run(settings.whereIs(EtcdSettings.USER), () -> EtcdCredentials.of(settings), problems);
    TimesToLive.check(settings, EtcdLeases::isWhole, "whole seconds, such as 10s", problems);
  }

  @Override
  public SystemServers servers(SystemDescriptor system) {
    return new EtcdServers();
  }

  @Override
  public Optional<Traffic> traffic(SystemDescriptor system, Settings settings)
      throws BindingException {
    String prefix = EtcdClientOptions.prefix(settings).toString(StandardCharsets.ISO_8859_1);
    return Optional.of(
        new Traffic() {
          @Override
          public TrafficDecoder decoder(TraceSink sink, String connection) {
            return new EtcdTraffic(sink, connection, prefix);
          }

          @Override
          public List<String> applicationProtocols() {
            return List.of("h2");
          }
        });
  }

  @Override
  public Binding open(SystemDescriptor system, BindingConfig config)
      throws BindingException, InterruptedException {
    return EtcdBinding.open(EtcdClientOptions.of(config), config);
  }
}
