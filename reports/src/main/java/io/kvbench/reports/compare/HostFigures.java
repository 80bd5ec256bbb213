package io.kvbench.reports.compare;

import io.kvbench.results.format.HostUse;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.HostsResult.Span;
import io.kvbench.results.format.NodesUse;
import io.kvbench.results.format.NodesUse.CountOverNodes;
import io.kvbench.results.format.NodesUse.PercentOverNodes;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.ProcessUse;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.ServerResult;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Resource use of servers, kvbench and their hosts in the measured phases of a run. Figures that
 * some of them lack are empty. Sums cover the sampled time, which is slightly less than the phase;
 * figures per operation use rates over the sampled time.
 */
final class HostFigures {
  /** With less of the time sampled, its rates may not be those of the rest. */
  private static final double SAMPLED_ENOUGH = 0.5;

  private static final double NANOS = 1e9;
  private static final double MILLIS = 1e3;

  private final RunResult result;
  private final List<Span> spans;

  private HostFigures(RunResult result, List<Span> spans) {
    this.result = result;
    this.spans = spans;
  }

  static HostFigures of(RunResult result) {
    List<PhaseResult> measured = PhaseResult.measured(result.phases());
    List<Span> spans = new ArrayList<>();
    result
        .hosts()
        .ifPresent(hosts -> measured.forEach(phase -> hosts.of(phase).ifPresent(spans::add)));
    return new HostFigures(result, spans.size() == measured.size() ? spans : List.of());
  }

  /** Returns the sum over the hosts of the servers, each once. */
  OptionalLong overHosts(Function<HostUse, OptionalLong> figure) {
    return spans.stream().anyMatch(span -> serverHosts(span).isEmpty())
        ? OptionalLong.empty()
        : sum(spans.stream().flatMap(span -> serverHosts(span).stream()).map(figure).toList());
  }

  /** Returns the sum over the servers. */
  OptionalLong overServers(Function<ProcessUse, OptionalLong> figure) {
    return sum(spans.stream().flatMap(span -> span.nodes().stream()).map(figure).toList());
  }

  /** Returns what all servers' processors, or what else they count in, came to in a second. */
  OptionalDouble serversPerSecond(Function<ProcessUse, OptionalLong> figure) {
    return perSecond(Span::nodes, figure, ProcessUse::coveredNanos);
  }

  /** Returns what all hosts of the run sent in a second, so that each byte counts once. */
  OptionalDouble networkPerSecond() {
    return perSecond(
        HostFigures::allHosts,
        host -> host.network().sentBytes(),
        host -> host.coverage().coveredNanos());
  }

  /** Returns the processor time of all servers in seconds; empty where too little was sampled. */
  OptionalDouble cpuSeconds() {
    OptionalLong millis = overServers(ProcessUse::cpuMillis);
    return millis.isPresent() && serversSampled().orElse(0) >= SAMPLED_ENOUGH
        ? OptionalDouble.of(millis.getAsLong() / MILLIS)
        : OptionalDouble.empty();
  }

  /** Returns the smallest part of the time for which the counters of a server are known. */
  OptionalDouble serversSampled() {
    return sampled(Span::nodes, ProcessUse::coveredNanos);
  }

  /** Returns the smallest part of the time for which the counters of a host are known. */
  OptionalDouble hostsSampled() {
    return sampled(Span::hosts, host -> host.coverage().coveredNanos());
  }

  private <T> OptionalDouble sampled(Function<Span, List<T>> parts, ToLongFunction<T> covered) {
    return spans.stream()
        .filter(span -> span.wallNanos() > 0)
        .flatMapToDouble(
            span ->
                parts.apply(span).stream()
                    .mapToDouble(part -> (double) covered.applyAsLong(part) / span.wallNanos()))
        .min();
  }

  /** Returns the mean over servers when it was highest; 100 is one processor. */
  OptionalDouble maxMeanCpuPercent() {
    return max(overNodes(nodes -> divided(nodes.cpuPercentMaxTogether(), nodes.nodes())));
  }

  /** Returns the most of a single server. */
  OptionalDouble maxCpuPercent() {
    return max(
        overNodes(
            nodes ->
                nodes.cpuPercentMax().stream().mapToDouble(PercentOverNodes::max).findFirst()));
  }

  /** Returns the mean over servers when it was highest. */
  OptionalLong maxMeanResidentBytes() {
    return rounded(
        max(overNodes(nodes -> divided(figure(nodes.residentBytesMaxTogether()), nodes.nodes()))));
  }

  /** Returns the most of a single server. */
  OptionalLong maxResidentBytes() {
    return rounded(
        max(
            overNodes(
                nodes ->
                    nodes.residentBytesMax().stream()
                        .mapToDouble(CountOverNodes::max)
                        .findFirst())));
  }

  /** Returns what a server's files took at the end, on average. */
  OptionalLong meanDiskBytes() {
    List<ServerResult> servers = result.cluster().askedServers();
    OptionalLong sum = sum(servers.stream().map(ServerResult::diskBytes).toList());
    return sum.isPresent()
        ? OptionalLong.of(Math.round((double) sum.getAsLong() / servers.size()))
        : sum;
  }

  /** Returns what went through the interfaces of kvbench's host. */
  OptionalLong overClientHosts(Function<HostUse, OptionalLong> figure) {
    return sum(
        spans.stream()
            .map(span -> span.client().flatMap(client -> span.host(client.host())))
            .map(host -> host.map(figure).orElseGet(OptionalLong::empty))
            .toList());
  }

  OptionalDouble clientMaxCpuPercent() {
    return max(
        spans.stream()
            .map(Span::client)
            .map(client -> client.map(ProcessUse::cpuPercentMax).orElseGet(OptionalDouble::empty))
            .toList());
  }

  /** Returns the most memory of kvbench in these phases, or else since it started. */
  OptionalLong clientMaxResidentBytes() {
    OptionalLong sampled =
        rounded(
            max(
                spans.stream()
                    .map(Span::client)
                    .map(client -> client.map(ProcessUse::residentBytesMax))
                    .map(bytes -> figure(bytes.orElseGet(OptionalLong::empty)))
                    .toList()));
    long peak = result.use().client().peakResidentBytes();
    return sampled.isPresent() || peak == 0 ? sampled : OptionalLong.of(peak);
  }

  private static List<HostUse> serverHosts(Span span) {
    return hosts(span, serverHostNames(span));
  }

  /** Those of servers and kvbench's own. */
  private static List<HostUse> allHosts(Span span) {
    Set<String> names = serverHostNames(span);
    names.add(span.client().map(ProcessUse::host).orElse(HostsResult.LOCAL));
    return span.nodes().isEmpty() ? List.of() : hosts(span, names);
  }

  private static Set<String> serverHostNames(Span span) {
    return new LinkedHashSet<>(span.nodes().stream().map(ProcessUse::host).toList());
  }

  /** None where one of them was not sampled: some would be taken for all. */
  private static List<HostUse> hosts(Span span, Set<String> names) {
    List<HostUse> hosts = names.stream().flatMap(name -> span.host(name).stream()).toList();
    return hosts.size() < names.size() ? List.of() : hosts;
  }

  private <T> OptionalDouble perSecond(
      Function<Span, List<T>> parts,
      Function<T, OptionalLong> figure,
      Function<T, Long> coveredNanos) {
    double amount = 0;
    double wall = 0;
    for (Span span : spans) {
      List<T> all = parts.apply(span);
      if (all.isEmpty()) {
        return OptionalDouble.empty();
      }
      for (T part : all) {
        OptionalLong counted = figure.apply(part);
        long covered = coveredNanos.apply(part);
        if (counted.isEmpty() || covered < SAMPLED_ENOUGH * span.wallNanos() || covered == 0) {
          return OptionalDouble.empty();
        }
        amount += (double) counted.getAsLong() / covered * span.wallNanos();
      }
      wall += span.wallNanos();
    }
    return wall == 0 ? OptionalDouble.empty() : OptionalDouble.of(amount / wall * NANOS);
  }

  private List<OptionalDouble> overNodes(Function<NodesUse, OptionalDouble> figure) {
    return spans.stream()
        .map(Span::overNodes)
        .map(nodes -> nodes.map(figure).orElseGet(OptionalDouble::empty))
        .toList();
  }

  /** The sum of some would be taken for the sum of all. */
  private static OptionalLong sum(List<OptionalLong> all) {
    return all.isEmpty() || all.contains(OptionalLong.empty())
        ? OptionalLong.empty()
        : OptionalLong.of(all.stream().mapToLong(OptionalLong::orElseThrow).sum());
  }

  private static OptionalDouble max(List<OptionalDouble> all) {
    return all.contains(OptionalDouble.empty())
        ? OptionalDouble.empty()
        : all.stream().mapToDouble(OptionalDouble::orElseThrow).max();
  }

  private static OptionalDouble divided(OptionalDouble figure, int by) {
    return figure.isPresent() && by > 0
        ? OptionalDouble.of(figure.getAsDouble() / by)
        : OptionalDouble.empty();
  }

  private static OptionalDouble figure(OptionalLong figure) {
    return figure.isPresent() ? OptionalDouble.of(figure.getAsLong()) : OptionalDouble.empty();
  }

  private static OptionalLong rounded(OptionalDouble figure) {
    return figure.isPresent()
        ? OptionalLong.of(Math.round(figure.getAsDouble()))
        : OptionalLong.empty();
  }
}
