package io.kvbench.bindings.consul.events;

import io.kvbench.core.server.HostPort;
import io.kvbench.core.server.LogParser;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.core.server.ServerMetrics;
import io.kvbench.core.server.ServerTelemetry;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Consul's logs and metrics.
 *
 * @param access adds to an address what the servers require: TLS, a token
 */
public record ConsulTelemetry(UnaryOperator<HostPort> access) implements ServerTelemetry {
  private static final int PORT = 8500;

  @Override
  public Optional<LogParser> log(ZoneId zone) {
    return Optional.of(new ConsulLog(zone));
  }

  @Override
  public Set<ServerEventKind> logged() {
    return EnumSet.of(
        ServerEventKind.ELECTION,
        ServerEventKind.LEADER_LOST,
        ServerEventKind.SNAPSHOT,
        ServerEventKind.COMPACTION,
        ServerEventKind.LATE_HEARTBEAT);
  }

  @Override
  public Optional<ServerMetrics> metrics(String endpoint) {
    return HostPort.of(endpoint, PORT).map(access).map(ConsulMetrics::new);
  }
}
