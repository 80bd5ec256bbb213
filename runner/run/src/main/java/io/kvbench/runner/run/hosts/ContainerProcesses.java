package io.kvbench.runner.run.hosts;

import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.ProcessFigures;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The processes in containers, as the sidecar of this machine sees them. Their figures complete
 * those of the engine, which reports containers as a whole. Thread-safe.
 */
final class ContainerProcesses {
  private final Map<String, Optional<ProcessFigures>> latest = new ConcurrentHashMap<>();

  /** Expects a server in a container. */
  void expect(String name) {
    latest.put(name, Optional.empty());
  }

  /** Keeps the figures of containers, and returns the sample without them. */
  HostSample keep(HostSample sample) {
    return sample.placed(
        sample.number(),
        sample.at(),
        sample.sinceStartNanos(),
        sample.processes().stream()
            .filter(each -> latest.replace(each.target(), Optional.of(each)) == null)
            .toList());
  }

  /** Returns an engine's sample, completed by the latest figures of the same processes. */
  HostSample complete(HostSample sample) {
    return sample.placed(
        sample.number(),
        sample.at(),
        sample.sinceStartNanos(),
        sample.processes().stream().map(this::complete).toList());
  }

  private ProcessFigures complete(ProcessFigures told) {
    return latest
        .getOrDefault(told.target(), Optional.empty())
        .filter(seen -> seen.pid() == told.pid())
        .map(told::completedBy)
        .orElse(told);
  }
}
