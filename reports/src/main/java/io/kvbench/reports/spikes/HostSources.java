package io.kvbench.reports.spikes;

import io.kvbench.reports.spikes.Source.Occurrence;
import io.kvbench.results.directory.HostTable;
import io.kvbench.results.directory.HostTable.Sample;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.ProcessUse;
import io.kvbench.results.host.HostColumns;
import io.kvbench.results.host.HostMetric;
import io.kvbench.results.statistics.Coincidences.Span;
import io.kvbench.results.statistics.Excursions;
import io.kvbench.results.statistics.Quantiles;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;

/**
 * Causes in the samples of hosts and processes: a stopped process, or a rise of a host figure,
 * which is an {@linkplain Excursions excursion} that the previous samples do not have. A sample
 * covers the time since the previous one. Only the first sample of a rise counts, since a cause
 * begins no later than its effect.
 */
final class HostSources {
  /** The probability of any excursion of one figure of a host that has nothing but noise. */
  private static final double FALSE_ALARMS = 0.01;

  private static final String STATE_STOPPED = "stopped";
  private static final double BUSY_PERCENT = 2;
  private static final double MISSED = 1.5;

  /** A single sample just below the limit does not split a rise. */
  private static final int BETWEEN = 3;

  /** A sample and the one before. */
  private record Step(Span time, Sample sample) {
    double seconds() {
      return time.to() - time.from();
    }
  }

  /**
   * A figure of a host in which a rise may be a cause.
   *
   * @param least what is no rise, in the unit of the figure
   * @param isRatio whether that is a factor, and the figure is judged on a logarithmic scale
   */
  private record RiseRule(
      Cause cause, double least, boolean isRatio, ToDoubleFunction<Step> figure) {}

  private final StoredRun run;
  private final Instant origin;
  private final Span observed;
  private final List<Source> sources = new ArrayList<>();

  private HostSources(StoredRun run, Instant origin, Span observed) {
    this.run = run;
    this.origin = origin;
    this.observed = observed;
  }

  static List<Source> of(StoredRun run, Instant origin, Span observed) {
    HostSources hosts = new HostSources(run, origin, observed);
    hosts.stopped();
    hosts.hosts().forEach(hosts::levels);
    return hosts.sources.stream().filter(source -> !source.occurrences().isEmpty()).toList();
  }

  /** Returns the processes of each host whose figures are sampled, kvbench first. */
  private Map<String, List<HostTable>> hosts() {
    Map<String, List<HostTable>> hosts = new LinkedHashMap<>();
    for (HostTable table : run.hostsClientFirst()) {
      run.use(table)
          .map(ProcessUse::host)
          .ifPresent(host -> hosts.computeIfAbsent(host, key -> new ArrayList<>()).add(table));
    }
    return hosts;
  }

  private List<Step> steps(HostTable table) {
    List<Step> steps = new ArrayList<>();
    for (int index = 1; index < table.samples().size(); index++) {
      Sample sample = table.samples().get(index);
      double from = SpikeFinder.since(origin, table.samples().get(index - 1).at());
      double to = SpikeFinder.since(origin, sample.at());
      if (from < to && to >= observed.from() && from <= observed.to()) {
        steps.add(new Step(new Span(from, to), sample));
      }
    }
    double usual = Quantiles.median(steps.stream().mapToDouble(Step::seconds).toArray());
    return steps.stream().filter(step -> step.seconds() < MISSED * usual).toList();
  }

  private void add(Cause cause, List<Step> steps, List<Occurrence> occurrences) {
    double from = Math.max(observed.from(), steps.getFirst().time.from());
    double to = Math.min(observed.to(), steps.getLast().time.to());
    if (from < to) {
      sources.add(Source.of(cause, new Span(from, to), occurrences));
    }
  }

  private void stopped() {
    List<Step> all = new ArrayList<>();
    List<Occurrence> stops = new ArrayList<>();
    for (HostTable table : run.hosts()) {
      List<Step> steps = steps(table);
      double usual =
          Quantiles.median(
              steps.stream()
                  .mapToDouble(step -> figure(table, step, HostColumns.CPU))
                  .filter(Double::isFinite)
                  .toArray());
      for (Step step : steps) {
        if (table.cell(step.sample, HostColumns.STATE).equals(STATE_STOPPED)
            || (usual > BUSY_PERCENT && didNothing(table, step))) {
          stops.add(
              new Occurrence(
                  step.time, (table.isClient() ? "kvbench" : table.name()) + " was stopped"));
        }
      }
      all.addAll(steps);
    }
    if (!all.isEmpty()) {
      all.sort(Comparator.comparingDouble(step -> step.time.to()));
      add(Cause.STOPPED, all, stops);
    }
  }

  /**
   * Returns whether a process used no processor time, and none of its threads woke up, as far as
   * known.
   */
  private static boolean didNothing(HostTable table, Step step) {
    double switches =
        figure(table, step, HostMetric.VOLUNTARY_SWITCHES.growthColumn())
            + figure(table, step, HostMetric.INVOLUNTARY_SWITCHES.growthColumn());
    return figure(table, step, HostColumns.CPU) == 0 && !(switches > 0);
  }

  private void levels(String host, List<HostTable> processes) {
    HostTable table = processes.getFirst();
    List<Step> steps = steps(table);
    for (RiseRule level : levels(host, table, processes)) {
      double[] figures = steps.stream().mapToDouble(level.figure).toArray();
      if (Arrays.stream(figures).anyMatch(Double::isFinite)) {
        add(level.cause, steps, rises(host, level, steps, figures));
      }
    }
  }

  private static List<Occurrence> rises(
      String host, RiseRule level, List<Step> steps, double... figures) {
    double[] scaled = level.isRatio ? Arrays.stream(figures).map(Math::log).toArray() : figures;
    double least = level.isRatio ? Math.log(level.least) : level.least;
    Excursions rises = Excursions.above(scaled, least, FALSE_ALARMS);
    List<Occurrence> occurrences = new ArrayList<>();
    int last = -BETWEEN;
    for (int index = 0; index < scaled.length; index++) {
      boolean begins = rises.isBeyond(index) && index - last >= BETWEEN;
      last = rises.isBeyond(index) ? index : last;
      if (begins) {
        String where = host.equals(HostsResult.LOCAL) ? "this machine" : host;
        occurrences.add(
            new Occurrence(steps.get(index).time, level.cause.title() + " of " + where));
      }
    }
    return occurrences;
  }

  private List<RiseRule> levels(String host, HostTable table, List<HostTable> processes) {
    double processors = processors(host);
    List<HostTable> known =
        host.equals(HostsResult.LOCAL) && run.result().cluster().inContainers()
            ? run.hosts()
            : processes;
    return List.of(
        new RiseRule(
            Cause.FSYNC_TIME,
            2,
            true,
            step -> mean(table, step, HostMetric.FLUSH_MILLIS, HostMetric.FLUSHES)),
        new RiseRule(
            Cause.WRITE_TIME,
            2,
            true,
            step -> mean(table, step, HostMetric.WRITE_MILLIS, HostMetric.WRITES)),
        new RiseRule(
            Cause.DISK_QUEUE,
            1,
            false,
            step ->
                (growth(table, step, HostMetric.READ_MILLIS)
                        + growth(table, step, HostMetric.WRITE_MILLIS))
                    / 1e3
                    / step.seconds()),
        new RiseRule(
            Cause.OTHER_CPU,
            0.25,
            false,
            step ->
                growth(table, step, HostMetric.BUSY_MILLIS) / 1e3 / step.seconds()
                    - used(known, step)),
        new RiseRule(
            Cause.STEAL,
            0.05,
            false,
            step ->
                growth(table, step, HostMetric.STEAL_MILLIS) / 1e3 / step.seconds() / processors),
        new RiseRule(
            Cause.RETRANSMITS,
            5,
            false,
            step -> growth(table, step, HostMetric.RETRANSMITS) / step.seconds()));
  }

  private double processors(String host) {
    OptionalLong told =
        run.result().hosts().flatMap(HostsResult::overall).stream()
            .flatMap(span -> span.host(host).stream())
            .map(use -> use.hardware().processors())
            .findFirst()
            .orElse(OptionalLong.empty());
    return told.orElse(run.result().environment().processors());
  }

  /** Returns the cores that known processes used by their samples nearest before its end. */
  private static double used(List<HostTable> processes, Step step) {
    double percent = 0;
    for (HostTable process : processes) {
      percent += nearest(process, step).map(each -> cpu(process, each)).orElse(0.0);
    }
    return percent / 100;
  }

  private static double cpu(HostTable process, Sample sample) {
    return process.figure(sample, HostColumns.CPU).orElse(0);
  }

  /** A process that has no sample in the same time was not there. */
  private static Optional<Sample> nearest(HostTable process, Step step) {
    Instant first = step.sample.at().minusNanos((long) (MISSED * step.seconds() * 1e9));
    int index =
        Collections.binarySearch(process.samples(), step.sample, Comparator.comparing(Sample::at));
    int last = index >= 0 ? index : -index - 2;
    return last < 0
        ? Optional.empty()
        : Optional.of(process.samples().get(last)).filter(each -> each.at().isAfter(first));
  }

  private static double mean(HostTable table, Step step, HostMetric time, HostMetric count) {
    double times = growth(table, step, count);
    double millis = growth(table, step, time);
    // Counted in whole milliseconds; no time at all has no logarithm.
    return times > 0 ? Math.max(millis, 0.5) / times : Double.NaN;
  }

  private static double growth(HostTable table, Step step, HostMetric counter) {
    return figure(table, step, counter.growthColumn());
  }

  private static double figure(HostTable table, Step step, String column) {
    OptionalDouble figure = table.figure(step.sample, column);
    return figure.orElse(Double.NaN);
  }
}
