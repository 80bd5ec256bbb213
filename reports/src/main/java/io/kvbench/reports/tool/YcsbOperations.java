package io.kvbench.reports.tool;

import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.YcsbSettings;
import io.kvbench.core.workload.setting.YcsbSettings.Measured;
import io.kvbench.core.workload.setting.YcsbSettings.Times;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * The times of operations by the names that YCSB gives them, and the numbers of their statuses:
 * {@code READ} for those answered OK, {@code READ-FAILED} or {@code READ-TIMEOUT} for others, and
 * {@code Intended-READ} for response times beside service times.
 */
final class YcsbOperations {
  private static final double NANOS_PER_MICRO = 1_000;
  private static final Comparator<Map.Entry<Status, StatusSnapshot>> OK_FIRST =
      Comparator.<Map.Entry<Status, StatusSnapshot>, Boolean>comparing(
              each -> !each.getKey().equals(Outcome.OK))
          .thenComparing(each -> each.getKey().name());

  private final Map<String, TimeHistogram> times = new LinkedHashMap<>();
  private final Map<String, TimeHistogram> intended = new LinkedHashMap<>();
  private final Map<String, Map<String, Long>> statuses = new LinkedHashMap<>();
  private final Times reported;
  private final boolean eachError;
  private final List<String> tracked;

  private YcsbOperations(Settings settings) {
    reported = settings.get(YcsbSettings.MEASUREMENT_INTERVAL);
    eachError = settings.get(YcsbSettings.EACH_ERROR);
    tracked = settings.find(YcsbSettings.TRACKED_ERRORS).orElse(List.of());
  }

  /** Returns the sum of phases. */
  static YcsbOperations of(List<PhaseResult> phases, Settings settings) {
    YcsbOperations all = new YcsbOperations(settings);
    for (PhaseResult phase : phases) {
      new TreeMap<>(phase.operations()).forEach(all::add);
    }
    return all;
  }

  /** Returns those of some seconds. */
  static YcsbOperations of(Snapshot recorded, Settings settings) {
    YcsbOperations all = new YcsbOperations(settings);
    new TreeMap<>(recorded.operations())
        .forEach(
            (type, byStatus) ->
                byStatus.entrySet().stream()
                    .sorted(OK_FIRST)
                    .forEach(each -> all.add(type, each.getKey().name(), each.getValue())));
    return all;
  }

  private void add(OperationType type, String status, StatusSnapshot times) {
    count(type, status, times.count());
    add(type, status, times.response(), times.service());
  }

  private void add(OperationType type, OperationResult operation) {
    new TreeMap<>(operation.outcomes()).forEach((status, n) -> count(type, status.name(), n));
    new TreeMap<>(operation.errors()).forEach((status, n) -> count(type, status.name(), n));
    add(type, Outcome.OK.name(), operation.response().times(), operation.service().times());
    new TreeMap<>(operation.otherTimes())
        .forEach(
            (status, other) ->
                add(type, status, other.response().times(), other.service().times()));
  }

  /** Returns the name of one of the kinds of measurements of the same times. */
  static String name(Measured kind, List<Measured> kinds, String name) {
    return kinds.size() == 1
        ? name
        : switch (kind) {
              case HDRHISTOGRAM -> "Hdr";
              case HISTOGRAM -> "Bucket";
              case RAW -> "Raw";
              case TIMESERIES -> "";
            }
            + name;
  }

  static double micros(double nanos) {
    return nanos / NANOS_PER_MICRO;
  }

  /** YCSB measures whole microseconds. */
  static long wholeMicros(double nanos) {
    return (long) micros(nanos);
  }

  private static String name(OperationType type) {
    return type.name().replace('_', '-');
  }

  /** YCSB does not count the statuses of requests that consist of several operations. */
  private void count(OperationType type, String status, long count) {
    if (count > 0 && !type.isComposite()) {
      statuses
          .computeIfAbsent(name(type), unseen -> new LinkedHashMap<>())
          .merge(status, count, Long::sum);
    }
  }

  private void add(
      OperationType type, String status, TimeHistogram response, TimeHistogram service) {
    boolean ok = status.equals(Outcome.OK.name());
    if (response.count() == 0 && !ok) {
      return;
    }
    String error = eachError || tracked.contains(status) ? status : "FAILED";
    String name = name(type) + (ok ? "" : "-" + error);
    if (reported != Times.INTENDED) {
      times.merge(name, service, TimeHistogram::plus);
    }
    if (reported != Times.OP) {
      String beside = reported == Times.BOTH ? "Intended-" : "";
      intended.merge(beside + name, response, TimeHistogram::plus);
    }
  }

  /** Visits the times by name, in the order in which they are reported. */
  void forEach(BiConsumer<String, TimeHistogram> visitor) {
    times.forEach(visitor);
    intended.forEach(visitor);
  }

  /** Returns the times of a name; none if it has none. */
  TimeHistogram times(String name) {
    return times.getOrDefault(name, intended.getOrDefault(name, TimeHistogram.empty()));
  }

  /** Returns how many operations had each status, of the name of those answered OK. */
  Map<String, Long> statuses(String name) {
    return Collections.unmodifiableMap(statuses.getOrDefault(name, Map.of()));
  }
}
