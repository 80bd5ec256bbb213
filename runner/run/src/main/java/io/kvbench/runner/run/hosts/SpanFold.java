package io.kvbench.runner.run.hosts;

import io.kvbench.results.format.HostUse;
import io.kvbench.results.format.NodesUse;
import io.kvbench.results.format.ProcessUse;
import io.kvbench.results.host.HostReading;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.HostSample.DirectoryFigures;
import io.kvbench.results.host.ProcessFigures;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The figures of a phase, or of all phases, so far. Its size does not depend on the time. */
final class SpanFold {
  /** The name of kvbench itself in the samples. */
  static final String CLIENT = "client";

  private static final Pattern AGENT = Pattern.compile("agent-\\d+");

  /** The latest figures of one server. */
  private record Lately(Instant at, OptionalDouble cpuPercent, OptionalLong residentBytes) {}

  private final Map<String, ProcessFold> processes = new TreeMap<>();
  private final Map<String, HostFold> hosts = new TreeMap<>();
  private final Map<String, Lately> servers = new HashMap<>();
  private final GaugeFold cpuTogether = new GaugeFold();
  private final GaugeFold residentTogether = new GaugeFold();

  /**
   * Adds a sample.
   *
   * @param before the one before it, if that is in the span too
   */
  void add(
      Sampler sampler,
      @Nullable HostSample before,
      HostSample now,
      Function<ProcessFigures, Optional<DirectoryFigures>> directory) {
    HostFold host = host(sampler);
    host.seen(now);
    if (before != null) {
      host.grown(before, now, Sampler.nanos(before, now));
    }
    for (ProcessFigures process : now.processes()) {
      ProcessFold fold =
          processes.computeIfAbsent(process.target(), name -> new ProcessFold(sampler.host()));
      fold.seen(HostReading.of(now, Optional.of(process), directory.apply(process)));
      OptionalDouble percent =
          before == null ? OptionalDouble.empty() : grown(fold, sampler, before, now, process);
      if (isServer(process.target())) {
        servers.put(process.target(), new Lately(now.at(), percent, process.residentBytes()));
      }
    }
    addTogether(sampler, now.at());
  }

  private static OptionalDouble grown(
      ProcessFold fold,
      Sampler sampler,
      HostSample before,
      HostSample now,
      ProcessFigures process) {
    return before
        .process(process.target())
        .filter(earlier -> earlier.incarnation() == process.incarnation())
        .map(
            earlier ->
                fold.grown(
                    HostReading.of(before, Optional.of(earlier), Optional.empty()),
                    HostReading.of(now, Optional.of(process), Optional.empty()),
                    Sampler.nanos(before, now),
                    sampler.adjacent(before, now)))
        .orElse(OptionalDouble.empty());
  }

  void missed(Sampler sampler, long count) {
    host(sampler).missed(count);
  }

  private HostFold host(Sampler sampler) {
    return hosts.computeIfAbsent(sampler.host(), name -> new HostFold());
  }

  /** Servers on several hosts are not seen at the same moment, but within a period or so. */
  private void addTogether(Sampler sampler, Instant now) {
    List<Lately> recent = new ArrayList<>(servers.values());
    recent.removeIf(each -> !sampler.isRecent(each.at, now));
    double[] percents = recent.stream().flatMapToDouble(each -> each.cpuPercent.stream()).toArray();
    long[] bytes = recent.stream().flatMapToLong(each -> each.residentBytes.stream()).toArray();
    if (percents.length > 0) {
      cpuTogether.add(OptionalDouble.of(DoubleStream.of(percents).sum()));
    }
    if (bytes.length > 0) {
      residentTogether.add(OptionalLong.of(LongStream.of(bytes).sum()));
    }
  }

  /**
   * Returns the figures of servers.
   *
   * @param expected the servers that are reported in any case, with their hosts
   */
  List<ProcessUse> nodes(Map<String, String> expected) {
    return uses(expected, SpanFold::isServer);
  }

  /** Returns the figures of agents in the same way; empty where there are none. */
  Optional<List<ProcessUse>> agents(Map<String, String> expected) {
    return Optional.of(uses(expected, SpanFold::isAgent)).filter(uses -> !uses.isEmpty());
  }

  /** Returns whether a name in the samples is that of an agent. */
  static boolean isAgent(String name) {
    return AGENT.matcher(name).matches();
  }

  private static boolean isServer(String name) {
    return !name.equals(CLIENT) && !isAgent(name);
  }

  private List<ProcessUse> uses(Map<String, String> expected, Predicate<String> wanted) {
    Map<String, ProcessFold> all = new TreeMap<>(processes);
    expected.forEach((name, host) -> all.computeIfAbsent(name, unseen -> new ProcessFold(host)));
    return all.entrySet().stream()
        .filter(entry -> wanted.test(entry.getKey()))
        .map(entry -> entry.getValue().result(entry.getKey()))
        .toList();
  }

  Optional<ProcessUse> client() {
    return Optional.ofNullable(processes.get(CLIENT)).map(fold -> fold.result(CLIENT));
  }

  Optional<NodesUse> overNodes(Map<String, String> expected) {
    return NodesUse.of(nodes(expected), cpuTogether.max(), residentTogether.wholeMax());
  }

  /**
   * Returns the figures of hosts.
   *
   * @param missing how many samples of each have not come since its last
   */
  List<HostUse> hosts(List<Sampler> samplers, ToLongFunction<Sampler> missing) {
    return samplers.stream()
        .map(each -> host(each).result(each.host(), missing.applyAsLong(each)))
        .toList();
  }
}
