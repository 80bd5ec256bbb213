package io.kvbench.bindings.consul;

import io.kvbench.bindings.consul.server.ConsulServers;
import io.kvbench.bindings.support.Check;
import io.kvbench.bindings.support.LoadClient;
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
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tells of the system {@code consul} and connects to it. */
public final class ConsulProvider implements BindingProvider {
  private static final String NO_WATCH =
      "Consul has queries that wait instead of watches: they tell that a record has changed, not by"
          + " which write, and take a connection each; choose a workload with watchproportion=0, or"
          + " another system.";

  static final SystemDescriptor CONSUL =
      new SystemDescriptor(
          "consul",
          "Consul",
          EnumSet.complementOf(EnumSet.of(Capability.SCAN, Capability.WATCH)),
          Map.of(
              Capability.SCAN,
              "Consul returns all records below a prefix and takes neither a start nor a limit. Set"
                  + " consul.scan.prefixlength to the number of leading characters that a scan"
                  + " shares with its start key, or choose a workload with scanproportion=0.",
              Capability.WATCH,
              NO_WATCH),
          ConsulSettings.all(),
          false,
          true,
          true);

  @Override
  public List<SystemDescriptor> systems() {
    return List.of(CONSUL);
  }

  @Override
  public SystemColour colour(SystemDescriptor system) {
    return SystemColour.GREEN;
  }

  /** Scans need a length of prefix, which depends on the keys; consul-client does less. */
  @Override
  public SystemDescriptor with(SystemDescriptor system, Settings settings) {
    SystemDescriptor scanning =
        settings
            .find(ConsulSettings.SCAN_PREFIX)
            .map(length -> withScans(system, length))
            .orElse(system);
    return settings
        .find(LoadClient.LIGHT_BY_DEFAULT)
        .filter(LoadClient.LIBRARY::equals)
        .map(library -> withLibrary(scanning))
        .orElse(scanning);
  }

  private static SystemDescriptor withLibrary(SystemDescriptor system) {
    Set<Capability> capabilities = EnumSet.copyOf(system.capabilities());
    capabilities.remove(Capability.TRANSACTION);
    Map<Capability, String> reasons = new EnumMap<>(Capability.class);
    reasons.putAll(system.reasons());
    reasons.put(
        Capability.TRANSACTION,
        "consul-client sends the values of a transaction as text, which would change bytes that are"
            + " not UTF-8; choose client=light, or a workload with transactionproportion=0.");
    return new SystemDescriptor(
            system.name(),
            system.title(),
            capabilities,
            reasons,
            system.settings(),
            system.local(),
            system.exclusiveConnections(),
            system.blindWrites(),
            system.remarks(),
            system.notes())
        .noting(
            "client=library: when a connection breaks, consul-client's HTTP library may send an"
                + " operation again, a write too, and reports only the last attempt.");
  }

  private static SystemDescriptor withScans(SystemDescriptor system, int length) {
    return new SystemDescriptor(
        system.name(),
        system.title(),
        EnumSet.complementOf(EnumSet.of(Capability.WATCH)),
        Map.of(Capability.WATCH, NO_WATCH),
        system.settings(),
        system.local(),
        system.exclusiveConnections(),
        system.blindWrites(),
        Map.of(
            Capability.SCAN,
            "consul.scan.prefixlength=%d: for a scan Consul sends every record whose key begins with %s, and kvbench takes from them those from the start key on, up to the scan's length; behind the last of them a scan ends early."
                .formatted(
                    length,
                    length == 0
                        ? "consul.prefix"
                        : "consul.prefix and the first %s of the start key"
                            .formatted(length == 1 ? "character" : length + " characters"))),
        system.notes());
  }

  @Override
  public void check(
      SystemDescriptor system, List<String> endpoints, Settings settings, Problems problems) {
    if (!endpoints.isEmpty()) {
      boolean tls = settings.get(ConsulSettings.TLS);
      Check.run("endpoints", () -> Dialect.CONSUL.endpoints(tls).parseAll(endpoints), problems);
    }
    Check.run("consul", () -> ClientOptions.checkNames(settings), problems);
    Check.run("TLS to Consul", () -> Tls.check(settings), problems);
    Check.run(settings.whereIs(ConsulSettings.TOKEN), () -> Token.of(settings), problems);
  }

  @Override
  public SystemServers servers(SystemDescriptor system) {
    return new ConsulServers();
  }

  @Override
  public Binding open(SystemDescriptor system, BindingConfig config)
      throws BindingException, InterruptedException {
    return ConsulBinding.open(ClientOptions.of(config), config);
  }
}
