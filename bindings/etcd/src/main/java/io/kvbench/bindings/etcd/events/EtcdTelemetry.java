package io.kvbench.bindings.etcd.events;

import io.kvbench.core.server.HostPort;
import io.kvbench.core.server.LogParser;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.core.server.ServerMetrics;
import io.kvbench.core.server.ServerTelemetry;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;

/**
 * etcd's logs and metrics.
 *
 * @param trust the context that trusts the servers' certificates, if they use TLS
 */
public record EtcdTelemetry(Optional<SSLContext> trust) implements ServerTelemetry {
  private static final int PORT = 2379;

  @Override
  public Optional<LogParser> log(ZoneId zone) {
    return Optional.of(new EtcdLog(zone));
  }

  @Override
  public Set<ServerEventKind> logged() {
    return EnumSet.complementOf(
        EnumSet.of(
            ServerEventKind.GC_PAUSE, ServerEventKind.SESSION_EXPIRED, ServerEventKind.OOM_KILL));
  }

  @Override
  public Optional<ServerMetrics> metrics(String endpoint) {
    return HostPort.of(endpoint, PORT).map(place -> new EtcdMetrics(place.over(trust)));
  }
}
