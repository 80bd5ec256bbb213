package io.kvbench.runner.run.hosts;

import io.kvbench.core.host.HostSample.DirectoryFigures;
import io.kvbench.core.host.ProcessFigures;
import io.kvbench.core.result.ProcessUse;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What one watched process did in a phase so far. */
final class ProcessFold {
  private final String host;
  private long samples;
  private long coveredNanos;
  private long cpuNanos;
  private final Growth cpuMillis = new Growth();
  private final Level cpuPercent = new Level();
  private final Level resident = new Level();
  private final Level virtual = new Level();
  private final Level threads = new Level();
  private final Level openFiles = new Level();
  private final Growth voluntary = new Growth();
  private final Growth involuntary = new Growth();
  private final Growth read = new Growth();
  private final Growth written = new Growth();
  private final Level data = new Level();

  ProcessFold(String host) {
    this.host = host;
  }

  void seen(ProcessFigures now, Optional<DirectoryFigures> directory) {
    samples++;
    resident.add(now.residentBytes());
    virtual.add(now.virtualBytes());
    threads.add(now.threads());
    openFiles.add(now.openFiles());
    data.add(directory.map(DirectoryFigures::usedBytes).orElse(OptionalLong.empty()));
  }

  /**
   * Adds what happened between two samples of the same process.
   *
   * @param adjacent whether they are as far apart as is meant
   * @return its per cent of one core, where they are
   */
  OptionalDouble grown(ProcessFigures from, ProcessFigures to, long nanos, boolean adjacent) {
    coveredNanos += nanos;
    voluntary.add(from.voluntarySwitches(), to.voluntarySwitches());
    involuntary.add(from.involuntarySwitches(), to.involuntarySwitches());
    read.add(from.readBytes(), to.readBytes());
    written.add(from.writtenBytes(), to.writtenBytes());
    OptionalLong cpu = cpuMillis.add(from.cpuMillis(), to.cpuMillis());
    cpuNanos += cpu.isPresent() ? nanos : 0;
    OptionalDouble percent = adjacent ? Percents.ofMillis(cpu, nanos) : OptionalDouble.empty();
    cpuPercent.add(percent);
    return percent;
  }

  ProcessUse result(String name) {
    return new ProcessUse(
        name,
        host,
        samples,
        coveredNanos,
        cpuMillis.value(),
        Percents.ofMillis(cpuMillis.value(), cpuNanos),
        cpuPercent.max(),
        resident.wholeMean(),
        resident.wholeMax(),
        virtual.wholeMax(),
        threads.wholeMax(),
        openFiles.wholeMax(),
        voluntary.value(),
        involuntary.value(),
        read.value(),
        written.value(),
        data.wholeMax(),
        data.wholeLast());
  }
}
