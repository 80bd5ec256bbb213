package io.kvbench.bindings.zookeeper.events;

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
 * ZooKeeper's logs and {@code mntr} metrics.
 *
 * @param trust the context that trusts the servers' certificates, if they use TLS
 */
public record ZooKeeperTelemetry(Optional<SSLContext> trust) implements ServerTelemetry {
  private static final int PORT = 2181;

  @Override
  public Optional<LogParser> log(ZoneId zone) {
    return Optional.of(new ZooKeeperLog(zone));
  }

  @Override
  public Set<ServerEventKind> logged() {
    return EnumSet.allOf(ServerEventKind.class);
  }

  @Override
  public Optional<ServerMetrics> metrics(String endpoint) {
    return HostPort.of(endpoint, PORT).map(place -> new ZooKeeperMetrics(place.over(trust)));
  }
}
