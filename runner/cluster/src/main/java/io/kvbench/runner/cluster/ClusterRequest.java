package io.kvbench.runner.cluster;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.server.LogParser;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.core.server.ServerTelemetry;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Settings;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * The request of a run for servers.
 *
 * @param system the system to benchmark
 * @param servers its servers
 * @param behind the servers behind them, if they are proxies and the class path has that system
 * @param endpoints the user's endpoints; empty if none were given
 * @param settings values of the settings in {@link Clusters#settings()} and of those of the servers
 * @param use what is done to the servers besides load
 */
public record ClusterRequest(
    SystemDescriptor system,
    SystemServers servers,
    Optional<SystemServers> behind,
    List<String> endpoints,
    Settings settings,
    ServerUse use) {

  public ClusterRequest {
    endpoints = List.copyOf(endpoints);
  }

  /** A request for servers without any use besides load. */
  public ClusterRequest(
      SystemDescriptor system,
      SystemServers servers,
      Optional<SystemServers> behind,
      List<String> endpoints,
      Settings settings) {
    this(system, servers, behind, endpoints, settings, ServerUse.NONE);
  }

  /** Returns the same request for servers with this use. */
  public ClusterRequest with(ServerUse planned) {
    return new ClusterRequest(system, servers, behind, endpoints, settings, planned);
  }

  /** Returns the request for a system of a binding. */
  public static ClusterRequest of(
      BindingProvider provider,
      SystemDescriptor system,
      List<String> endpoints,
      Settings settings) {
    SystemServers servers = provider.servers(system);
    return new ClusterRequest(
        system, servers, servers.behind().flatMap(ClusterRequest::named), endpoints, settings);
  }

  private static Optional<SystemServers> named(String name) {
    return ServiceLoader.load(BindingProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .flatMap(
            provider ->
                provider.systems().stream()
                    .filter(system -> system.name().equals(name))
                    .map(provider::servers))
        .findFirst();
  }

  /** Returns why supported proxies cannot be started; empty if nothing is missing. */
  public Optional<String> lacking() {
    return servers
        .behind()
        .filter(name -> behind.isEmpty())
        .map(name -> "the class path lacks the binding of " + name + ", which it needs");
  }

  public Optional<String> flags() {
    return servers.flags(settings).or(() -> behind.flatMap(each -> each.flags(settings)));
  }

  /** Returns the servers' logs and metrics; a proxy's log is that of the server behind it. */
  public ServerTelemetry telemetry() {
    return behind
        .<ServerTelemetry>map(each -> new ProxyTelemetry(each.telemetry()))
        .orElseGet(servers::telemetry);
  }

  /** The telemetry of a proxy: the log is that of the server behind it, and it has no metrics. */
  private record ProxyTelemetry(ServerTelemetry behind) implements ServerTelemetry {
    @Override
    public Optional<LogParser> log(ZoneId zone) {
      return behind.log(zone);
    }

    @Override
    public Set<ServerEventKind> logged() {
      return behind.logged();
    }
  }
}
