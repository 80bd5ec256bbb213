package io.kvbench.reports.compare;

import io.kvbench.results.format.HostUse;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.HostsResult.Span;
import io.kvbench.results.format.NodesUse;
import io.kvbench.results.format.NodesUse.PercentOverNodes;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.ProcessUse;
import io.kvbench.results.format.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Resource use of servers, kvbench and their hosts in the measured phases of a run. Figures that
 * some of them lack are NaN: the sum of some would be taken for the sum of all. Sums cover the
 * sampled time, which is slightly less than the phase; figures per operation use rates over the
 * sampled time.
 */
final class ComparedHosts {
  /** With less of the time sampled, its rates may not be those of the rest. */
  private static final double SAMPLED_ENOUGH = 0.5;

  private final RunResult result;
  private final List<Span> spans;

  private ComparedHosts(RunResult result, List<Span> spans) {
    this.result = result;
    this.spans = spans;
  }

  static ComparedHosts of(RunResult result) {
    List<PhaseResult> measured = PhaseResult.measured(result.phases());
    List<Span> spans = new ArrayList<>();
    result
        .hosts()
        .ifPresent(hosts -> measured.forEach(phase -> hosts.of(phase).ifPresent(spans::add)));
    return new ComparedHosts(result, spans.size() == measured.size() ? spans : List.of());
  }

  /** Returns the sum over the hosts of the servers, each once. */
  double overHosts(Function<HostUse, OptionalLong> figure) {
    return sum(ComparedHosts::serverHosts, figure);
  }

  /** Returns the sum over the servers. */
  double overServers(Function<ProcessUse, OptionalLong> figure) {
    return sum(Span::nodes, figure);
  }

  /** Returns what went through the interfaces of kvbench's host. */
  double overClientHosts(Function<HostUse, OptionalLong> figure) {
    return sum(
        span -> span.client().flatMap(client -> span.host(client.host())).stream().toList(),
        figure);
  }

  private <T> double sum(Function<Span, List<T>> parts, Function<T, OptionalLong> figure) {
    return spans.isEmpty() || spans.stream().anyMatch(span -> parts.apply(span).isEmpty())
        ? Double.NaN
        : spans.stream()
            .flatMap(span -> parts.apply(span).stream())
            .mapToDouble(part -> of(figure.apply(part)))
            .sum();
  }

  /** Returns what all servers' processors, or what else they count in, came to in a second. */
  double serversPerSecond(Function<ProcessUse, OptionalLong> figure) {
    return perSecond(Span::nodes, figure, ProcessUse::coveredNanos);
  }

  /** Returns what all hosts of the run sent in a second, so that each byte counts once. */
  double networkPerSecond() {
    return perSecond(
        ComparedHosts::allHosts,
        host -> host.network().sentBytes(),
        host -> host.coverage().coveredNanos());
  }

  private <T> double perSecond(
      Function<Span, List<T>> parts,
      Function<T, OptionalLong> figure,
      ToDoubleFunction<T> coveredNanos) {
    double amount = 0;
    double wall = 0;
    for (Span span : spans) {
      List<T> all = parts.apply(span);
      if (all.isEmpty()) {
        return Double.NaN;
      }
      for (T part : all) {
        double covered = coveredNanos.applyAsDouble(part);
        if (covered < SAMPLED_ENOUGH * span.wallNanos() || covered == 0) {
          return Double.NaN;
        }
        amount += of(figure.apply(part)) / covered * span.wallNanos();
      }
      wall += span.wallNanos();
    }
    return amount / wall * 1e9;
  }

  /** Returns the processor time of all servers in seconds; NaN where too little was sampled. */
  double cpuSeconds() {
    return serversSampled() >= SAMPLED_ENOUGH
        ? overServers(ProcessUse::cpuMillis) / 1e3
        : Double.NaN;
  }

  /** Returns the smallest part of the time for which the counters of a server are known. */
  double serversSampled() {
    return sampled(Span::nodes, ProcessUse::coveredNanos);
  }

  /** Returns the smallest part of the time for which the counters of a host are known. */
  double hostsSampled() {
    return sampled(Span::hosts, host -> host.coverage().coveredNanos());
  }

  private <T> double sampled(Function<Span, List<T>> parts, ToDoubleFunction<T> covered) {
    return spans.stream()
        .filter(span -> span.wallNanos() > 0)
        .flatMapToDouble(
            span ->
                parts.apply(span).stream()
                    .mapToDouble(part -> covered.applyAsDouble(part) / span.wallNanos()))
        .min()
        .orElse(Double.NaN);
  }

  /** Returns the mean over servers when it was highest; 100 is one processor. */
  double maxMeanCpuPercent() {
    return maxOverNodes(nodes -> of(nodes.cpuPercentMaxTogether()) / nodes.nodes());
  }

  /** Returns the most of a single server. */
  double maxCpuPercent() {
    return maxOverNodes(
        nodes -> nodes.cpuPercentMax().map(PercentOverNodes::max).orElse(Double.NaN));
  }

  /** Returns the mean over servers when it was highest. */
  double maxMeanResidentBytes() {
    return rounded(maxOverNodes(nodes -> of(nodes.residentBytesMaxTogether()) / nodes.nodes()));
  }

  /** Returns the most of a single server. */
  double maxResidentBytes() {
    return maxOverNodes(
        nodes -> nodes.residentBytesMax().map(each -> (double) each.max()).orElse(Double.NaN));
  }

  private double maxOverNodes(ToDoubleFunction<NodesUse> figure) {
    return max(span -> span.overNodes().map(figure::applyAsDouble));
  }

  double clientMaxCpuPercent() {
    return max(span -> span.client().map(client -> of(client.cpuPercentMax())));
  }

  /** Returns the most memory of kvbench in these phases, or else since it started. */
  double clientMaxResidentBytes() {
    double sampled = max(span -> span.client().map(client -> of(client.residentBytesMax())));
    long peak = result.use().client().peakResidentBytes();
    return Double.isNaN(sampled) && peak > 0 ? peak : sampled;
  }

  private double max(Function<Span, Optional<Double>> figure) {
    return spans.stream()
        .mapToDouble(span -> figure.apply(span).orElse(Double.NaN))
        .max()
        .orElse(Double.NaN);
  }

  /** Returns what a server's files took at the end, on average. */
  double meanDiskBytes() {
    return rounded(
        result.cluster().askedServers().stream()
            .mapToDouble(server -> of(server.diskBytes()))
            .average()
            .orElse(Double.NaN));
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

  private static double of(OptionalLong figure) {
    return figure.isPresent() ? figure.getAsLong() : Double.NaN;
  }

  private static double of(OptionalDouble figure) {
    return figure.orElse(Double.NaN);
  }

  /** NaN stays what it is. */
  private static double rounded(double figure) {
    return Math.floor(figure + 0.5);
  }
}
