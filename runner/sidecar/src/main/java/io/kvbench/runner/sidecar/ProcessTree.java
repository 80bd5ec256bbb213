package io.kvbench.runner.sidecar;

import io.kvbench.results.host.ProcessFigures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * A process, others that belong to it, and the descendants of all. The search for them is periodic,
 * as it scans every process of the host; one that starts and ends in between is not seen.
 *
 * <p>What a descendant that has ended had used stays in the sums of processor time and switches. Of
 * bytes read and written it does not: the kernel adds those to its parent.
 */
final class ProcessTree implements AutoCloseable {
  private final long pid;
  private final List<Long> roots;
  private final ProcessMeter root;
  private final ProcessMeter.Maker meters;
  private final Map<Long, ProcessMeter> descendants = new HashMap<>();
  private final Map<Long, ProcessReading> last = new HashMap<>();
  private long cpuMillisOfEnded;
  private long voluntaryOfEnded;
  private long involuntaryOfEnded;
  private long started = -1;

  /**
   * Begins with these processes.
   *
   * @param pids at least one; the first gives its name and its state to all
   */
  ProcessTree(List<Long> pids, ProcessMeter.Maker meters) {
    this.pid = pids.getFirst();
    this.roots = List.copyOf(pids);
    this.meters = meters;
    root = meters.of(pid);
    pids.stream().skip(1).forEach(each -> descendants.put(each, meters.of(each)));
  }

  long pid() {
    return pid;
  }

  /** Takes descendants in. */
  void search(Descendants all) {
    roots.stream()
        .flatMap(each -> all.of(each).stream())
        .filter(each -> each != ProcessHandle.current().pid())
        .forEach(each -> descendants.computeIfAbsent(each, meters::of));
  }

  /** Returns the sums; empty when the process itself has ended, or another has its number. */
  Optional<ProcessFigures> read(String target, long incarnation) {
    Optional<ProcessReading> first = root.read();
    if (first.isEmpty() || (started >= 0 && first.get().started() != started)) {
      return Optional.empty();
    }
    started = first.get().started();
    List<ProcessReading> all = new ArrayList<>(List.of(first.get()));
    descendants.entrySet().removeIf(entry -> !isAdded(entry.getKey(), entry.getValue(), all));
    return Optional.of(sum(target, incarnation, first.get(), all));
  }

  private boolean isAdded(long descendant, ProcessMeter meter, List<ProcessReading> all) {
    Optional<ProcessReading> reading = meter.read();
    ProcessReading before = last.get(descendant);
    boolean same =
        reading.isPresent() && (before == null || before.started() == reading.get().started());
    if (same) {
      all.add(reading.get());
      last.put(descendant, reading.get());
    } else if (before != null) {
      cpuMillisOfEnded += before.cpuMillis().orElse(0);
      voluntaryOfEnded += before.voluntarySwitches().orElse(0);
      involuntaryOfEnded += before.involuntarySwitches().orElse(0);
      last.remove(descendant);
    }
    if (!same) {
      meter.close();
    }
    return same;
  }

  @Override
  public void close() {
    root.close();
    descendants.values().forEach(ProcessMeter::close);
  }

  private ProcessFigures sum(
      String target, long incarnation, ProcessReading first, List<ProcessReading> all) {
    return new ProcessFigures(
        target,
        pid,
        incarnation,
        first.parentPid(),
        first.program(),
        first.state(),
        all.size(),
        sum(all, ProcessReading::cpuMillis, cpuMillisOfEnded),
        sum(all, ProcessReading::residentBytes, 0),
        sum(all, ProcessReading::virtualBytes, 0),
        sum(all, ProcessReading::threads, 0),
        sum(all, ProcessReading::openFiles, 0),
        sum(all, ProcessReading::voluntarySwitches, voluntaryOfEnded),
        sum(all, ProcessReading::involuntarySwitches, involuntaryOfEnded),
        sum(all, ProcessReading::readBytes, 0),
        sum(all, ProcessReading::writtenBytes, 0));
  }

  /** The sum of some would be taken for the sum of all, so it is nothing where one is missing. */
  private static OptionalLong sum(
      List<ProcessReading> all, Function<ProcessReading, OptionalLong> figure, long more) {
    long sum = more;
    for (ProcessReading reading : all) {
      OptionalLong one = figure.apply(reading);
      if (one.isEmpty()) {
        return one;
      }
      sum += one.getAsLong();
    }
    return OptionalLong.of(sum);
  }
}
