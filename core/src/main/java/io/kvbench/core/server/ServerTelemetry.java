package io.kvbench.core.server;

import java.time.ZoneId;
import java.util.Optional;
import java.util.Set;

/** The logs and metrics of one system's servers, as sources of {@link ServerEvent}s. */
public interface ServerTelemetry {

  /** Servers without a log or metrics that kvbench can read. */
  ServerTelemetry NONE = new ServerTelemetry() {};

  /**
   * Returns a parser for the servers' logs; empty if they cannot be parsed.
   *
   * @param zone the time zone of timestamps without an offset
   */
  default Optional<LogParser> log(ZoneId zone) {
    return Optional.empty();
  }

  /** Returns the kinds of events that the log reports, which metrics need not report again. */
  default Set<ServerEventKind> logged() {
    return Set.of();
  }

  /** Returns why an existing log is not read, as a clause. */
  default String unreadable() {
    return "it has no log that kvbench could read";
  }

  /**
   * Returns the metrics of one server; empty if it has none that can be read without a secret.
   *
   * @param endpoint the address for clients, as the user gave it
   */
  default Optional<ServerMetrics> metrics(String endpoint) {
    return Optional.empty();
  }
}
