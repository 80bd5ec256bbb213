package io.kvbench.runner.metrics;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.IntervalRate;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.results.format.Percentile;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.snapshots.Labels;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The live metrics of a run. They are set once for each interval, from figures that are collected
 * anyway, by the thread that conducts the phases; they may be read by any thread. A figure that an
 * interval lacks is absent.
 */
public final class LiveMetrics implements AutoCloseable {
  private static final double NANO = 1e-9;
  private static final double MAX = 100;
  private static final String RESPONSE = "kvbench_response_seconds";
  private static final String SERVICE = "kvbench_service_seconds";
  private static final String LAG = "kvbench_lag_seconds";

  /** Percentiles by their label, which is not called quantile: that belongs to summaries. */
  private static final Map<String, Double> PERCENTILES =
      new TreeMap<>(Map.of("50", 50.0, "95", 95.0, "99", 99.0, "99.9", 99.9, "100", MAX));

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final ExpositionFormats formats = ExpositionFormats.init();
  private final HistogramMetrics histograms = new HistogramMetrics();
  private final Labels labels;
  private final LongSupplier cpuNanos;
  private final NanoClock clock;
  private final MultiGauge response;
  private final MultiGauge service;
  private final MultiGauge lag;
  private final MultiGauge throughput;
  private final MultiGauge clients;
  private final MultiGauge inFlight;
  private final MultiGauge free;
  private final MultiGauge phase;
  private final MultiGauge elapsed;
  private final MultiGauge cpu;
  private final MultiGauge run;
  private final MultiGauge build;
  private final UsageMetrics nodes;
  private long cpuBefore;
  private long cpuReadAt;

  /**
   * Creates metrics that are all empty.
   *
   * @param cpuNanos the processor time of this process since it started
   * @param clock dates samples of hosts and readings of the processor time
   */
  public LiveMetrics(String system, String workload, LongSupplier cpuNanos, NanoClock clock) {
    this.cpuNanos = cpuNanos;
    this.clock = clock;
    readCpu();
    registry.config().commonTags("system", system, "workload", workload);
    labels = Labels.of("system", system, "workload", workload);
    histograms.label(labels);
    histograms.declare(RESPONSE, "Response times of operations answered OK");
    histograms.declare(SERVICE, "Service times of operations answered OK");
    histograms.declare(LAG, "How late requests were sent");
    registry.getPrometheusRegistry().register(histograms);
    response =
        gauge(
            "response.percentile",
            "seconds",
            "Percentiles of response times of operations answered OK in the last second");
    service =
        gauge(
            "service.percentile",
            "seconds",
            "Percentiles of service times of operations answered OK in the last second");
    lag =
        gauge(
            "lag.percentile",
            "seconds",
            "Percentiles of how late requests were sent in the last second");
    throughput =
        gauge("throughput.per.second", "", "Operations answered OK per second, in the last second");
    clients = gauge("clients.active", "", "Clients in the last second");
    inFlight =
        gauge("operations.in.flight", "", "Operations in flight on average, in the last second");
    free = gauge("clients.free", "", "Clients without a request on average, in the last second");
    phase = gauge("phase", "", "1 for the phase that the run is in");
    elapsed = gauge("phase.elapsed", "seconds", "How long the phase has been running");
    cpu = gauge("client.cpu.cores", "", "Processors used by kvbench itself");
    run = gauge("run.info", "", "1 for the run, by its result directory and its label");
    build = gauge("build.info", "", "1 for the version of kvbench");
    nodes = new UsageMetrics(registry, clock);
  }

  private MultiGauge gauge(String name, String unit, String description) {
    MultiGauge.Builder builder = MultiGauge.builder("kvbench." + name).description(description);
    return (unit.isEmpty() ? builder : builder.baseUnit(unit)).register(registry);
  }

  /**
   * Labels all metrics with the current run, before its first phase.
   *
   * @param id the name of its result directory
   * @param label empty if the user gave none
   */
  public synchronized void about(String id, String label, String version) {
    registry.config().commonTags("run", id, "label", label);
    histograms.label(labels.merge(Labels.of("run", id, "label", label)));
    one(run, 1);
    set(build, List.of(Row.of(Tags.of("version", version), 1)));
  }

  /**
   * A phase begins.
   *
   * @param types the operations that it may have, whose counters begin at 0
   */
  public synchronized void phaseStarted(PhasePlan plan, Set<OperationType> types) {
    types.forEach(this::countNone);
    String step = plan.step().map(each -> Integer.toString(each.index())).orElse("");
    Tags tags = Tags.of("phase", plan.name().toString(), "step", step);
    nodes.inPhase(true);
    set(phase, List.of(Row.of(tags, 1)));
    one(clients, plan.clients());
    one(elapsed, 0);
    readCpu();
  }

  /** About a second of the phase has passed. */
  public synchronized void interval(Interval interval) {
    Snapshot recorded = interval.recorded();
    count(recorded);
    set(response, times(recorded, StatusSnapshot::response));
    set(service, times(recorded, StatusSnapshot::service));
    set(lag, percentiles(Tags.empty(), recorded.lag()));
    addTimes(recorded);
    set(throughput, rates(recorded, interval.wallNanos()));
    one(clients, interval.clients());
    one(inFlight, interval.inFlight());
    one(free, Math.max(0, interval.clients() - interval.inFlight()));
    one(elapsed, (interval.phaseNanos() + interval.wallNanos()) * NANO);
    cores();
  }

  /**
   * Divides processor time by the time between its own readings, which is not that of the interval:
   * before the first one sessions are opened, after the last one answers are waited for.
   */
  private void cores() {
    long before = cpuBefore;
    long since = cpuReadAt;
    readCpu();
    if (cpuReadAt > since) {
      one(cpu, Math.max(0, cpuBefore - before) / (double) (cpuReadAt - since));
    }
  }

  private void readCpu() {
    cpuBefore = cpuNanos.getAsLong();
    cpuReadAt = clock.nanos();
  }

  /** Ends a phase: from now on only counters are exported. */
  public synchronized void phaseEnded() {
    nodes.inPhase(false);
    List.of(response, service, lag, throughput, clients, inFlight, free, phase, elapsed, cpu)
        .forEach(gauge -> set(gauge, List.of()));
  }

  /** Returns where figures of servers and their hosts can be set. */
  public UsageMetrics nodes() {
    return nodes;
  }

  /**
   * Returns everything, of one interval: entering a gauge again takes it out for a moment.
   *
   * @param accept the formats that the reader accepts, as in HTTP's header; Prometheus' text format
   *     0.0.4 if it accepts neither OpenMetrics nor Prometheus' protobuf format
   */
  synchronized Exported export(String accept) {
    nodes.refresh();
    ExpositionFormatWriter writer = formats.findWriter(accept);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try {
      writer.write(body, registry.getPrometheusRegistry().scrape());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Exported(writer.getContentType(), body);
  }

  /** All metrics at one time, in one format. */
  record Exported(String contentType, ByteArrayOutputStream body) {}

  private void count(Snapshot recorded) {
    recorded
        .operations()
        .forEach(
            (type, statuses) -> {
              countNone(type);
              statuses.forEach((status, times) -> count(type, status, times.count()));
            });
  }

  private void addTimes(Snapshot recorded) {
    recorded
        .operations()
        .forEach(
            (type, statuses) -> {
              StatusSnapshot ok = statuses.get(Outcome.OK);
              if (ok != null) {
                addTimes(type, ok.response(), ok.service());
              }
            });
    if (recorded.lag().count() > 0) {
      histograms.add(LAG, Labels.EMPTY, recorded.lag());
    }
  }

  private void addTimes(OperationType type, TimeHistogram responses, TimeHistogram services) {
    Labels operation = Labels.of("operation", type.name());
    histograms.add(RESPONSE, operation, responses);
    histograms.add(SERVICE, operation, services);
  }

  /** A series that is absent is no zero to Prometheus, and its first increase is lost. */
  private void countNone(OperationType type) {
    count(type, Outcome.OK, 0);
    addTimes(type, TimeHistogram.empty(), TimeHistogram.empty());
    Stream.of(ErrorKind.values()).forEach(kind -> count(type, kind, 0));
  }

  private void count(OperationType type, Status status, long times) {
    boolean answered = status instanceof Outcome;
    String meter = answered ? "kvbench.operations" : "kvbench.errors";
    String label = answered ? "outcome" : "kind";
    Counter.builder(meter)
        .description(
            answered ? "Operations that the store answered" : "Operations that failed, by kind")
        .tags("operation", type.name(), label, status.name())
        .register(registry)
        .increment(times);
  }

  private static List<Row<?>> times(
      Snapshot recorded, Function<StatusSnapshot, TimeHistogram> part) {
    List<Row<?>> rows = new ArrayList<>();
    recorded
        .operations()
        .forEach(
            (type, statuses) -> {
              StatusSnapshot ok = statuses.get(Outcome.OK);
              if (ok != null) {
                rows.addAll(percentiles(Tags.of("operation", type.name()), part.apply(ok)));
              }
            });
    return rows;
  }

  private static List<Row<?>> percentiles(Tags tags, TimeHistogram times) {
    List<Row<?>> rows = new ArrayList<>();
    if (times.count() > 0) {
      PERCENTILES.forEach(
          (name, percentile) -> {
            if (percentile == MAX || Percentile.isKnown(percentile, times.count())) {
              rows.add(
                  Row.of(tags.and("percentile", name), times.percentileNanos(percentile) * NANO));
            }
          });
    }
    return rows;
  }

  private static List<Row<?>> rates(Snapshot recorded, long wallNanos) {
    List<Row<?>> rows = new ArrayList<>();
    for (Map.Entry<OperationType, Map<Status, StatusSnapshot>> entry :
        recorded.operations().entrySet()) {
      StatusSnapshot ok = entry.getValue().get(Outcome.OK);
      IntervalRate.perSecond(ok == null ? 0 : ok.count(), wallNanos)
          .ifPresent(rate -> rows.add(Row.of(Tags.of("operation", entry.getKey().name()), rate)));
    }
    return rows;
  }

  private static void one(MultiGauge gauge, double value) {
    set(gauge, List.of(Row.of(Tags.empty(), value)));
  }

  private static void set(MultiGauge gauge, List<Row<?>> rows) {
    gauge.register(rows, true);
  }

  @Override
  public void close() {
    registry.close();
  }
}
