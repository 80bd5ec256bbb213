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

/** etcd's logs and metrics. */
public final class EtcdTelemetry implements ServerTelemetry {
  private static final int PORT = 2379;

  @Override
  public Optional<LogParser> log(ZoneId zone) {
    return Optional.of(new EtcdLog(zone));
  }

  @Override
  public Set<ServerEventKind> logged() {
    return EnumSet.complementOf(
        EnumSet.of(ServerEventKind.GC_PAUSE, ServerEventKind.SESSION_EXPIRED));
  }

  @Override
  public Optional<ServerMetrics> metrics(String endpoint) {
    return HostPort.of(endpoint, PORT).map(EtcdMetrics::new);
  }
}
