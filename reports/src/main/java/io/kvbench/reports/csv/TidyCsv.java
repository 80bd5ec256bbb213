package io.kvbench.reports.csv;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.measure.DeliveryCounts;
import io.kvbench.core.measure.PoolUse;
import io.kvbench.core.operation.OperationType;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.TimeResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Runs with one figure on each line, for programs that group and plot: run, system, version,
 * workload, phase, step, operation, metric, value. Metrics have the names of the fields of {@code
 * result.json}; those of a phase as a whole have no operation. Absent figures and percentiles of
 * too few times have no line.
 */
public final class TidyCsv {
  private static final String HEADER =
      "run,system,version,workload,phase,step,operation,metric,value";

  private final CsvFile csv = new CsvFile(List.of(HEADER.split(",")));
  private List<String> run = List.of();
  private List<String> phase = List.of();

  private TidyCsv() {}

  /** Returns the file, each line ended by {@code \n}. */
  public static String of(List<StoredRun> runs) {
    TidyCsv tidy = new TidyCsv();
    runs.forEach(tidy::run);
    return tidy.csv.text();
  }

  private void run(StoredRun stored) {
    RunResult result = stored.result();
    Path name = stored.directory().toAbsolutePath().normalize().getFileName();
    run =
        List.of(
            CsvText.of(name == null ? "" : name.toString()),
            CsvText.of(result.system().name()),
            CsvText.of(result.system().version()),
            CsvText.of(result.origin().workload()));
    result.phases().forEach(this::phase);
  }

  private void phase(PhaseResult measured) {
    phase =
        List.of(
            measured.name().toString(),
            measured.step().map(step -> Integer.toString(step.index())).orElse(""));
    whole("wallNanos", measured.span().wallNanos());
    whole("clients", measured.load().clients());
    if (measured.load().connections() > 0) {
      whole("connections", measured.load().connections());
    }
    measured.pool().ifPresent(this::pool);
    measured.connectionUse().ownConnections().ifPresent(number -> whole("ownConnections", number));
    whole("requests", measured.rates().requests());
    whole("throughputPerSecond", measured.rates().throughputPerSecond());
    measured
        .rates()
        .maxThroughputPerSecond()
        .ifPresent(best -> whole("maxThroughputPerSecond", best));
    measured
        .rates()
        .minThroughputPerSecond()
        .ifPresent(worst -> whole("minThroughputPerSecond", worst));
    whole("meanConcurrency", measured.rates().meanConcurrency());
    clientTime(measured.client().clientTime());
    measured.coordination().ifPresent(this::coordination);
    new TreeMap<>(measured.operations()).forEach(this::operation);
  }

  /** The largest numbers of clients and connections; those above are at the beginning. */
  private void pool(PoolUse pool) {
    whole("pool.most", pool.most());
    whole("pool.limit", pool.limit());
    whole("pool.noneFreeNanos", pool.noneFreeNanos());
    whole("pool.delayed", pool.delayed());
    whole("pool.needed", pool.needed());
    pool.connections().ifPresent(number -> whole("pool.connections", number));
  }

  private void clientTime(ClientTime time) {
    whole("clientTime.totalNanos", time.totalNanos());
    whole("clientTime.okNanos", time.okNanos());
    new TreeMap<>(time.otherOutcomeNanos())
        .forEach((kind, nanos) -> whole("clientTime.otherOutcomeNanos." + kind, nanos));
    new TreeMap<>(time.errorNanos())
        .forEach((kind, nanos) -> whole("clientTime.errorNanos." + kind, nanos));
    whole("clientTime.reconnectNanos", time.reconnectNanos());
    time.backOffNanos().ifPresent(nanos -> whole("clientTime.backOffNanos", nanos));
    whole("clientTime.waitNanos", time.waitNanos());
    whole("clientTime.thinkNanos", time.thinkNanos());
    time.holdNanos().ifPresent(nanos -> whole("clientTime.holdNanos", nanos));
    whole("clientTime.idleNanos", time.idleNanos());
    whole("clientTime.harnessNanos", time.harnessNanos());
  }

  private void coordination(CoordinationCounts counts) {
    whole("coordination.overlaps", counts.overlaps());
    whole("coordination.pausedOverlaps", counts.pausedOverlaps());
    whole("coordination.expiredOverlaps", counts.expiredOverlaps());
    whole("coordination.staleWrites", counts.staleWrites());
    whole("coordination.tokensOutOfOrder", counts.tokensOutOfOrder());
    counts.outOfTurn().ifPresent(number -> whole("coordination.outOfTurn", number));
    whole("coordination.earlyExpiries", counts.earlyExpiries());
    whole("coordination.earliestNanos", counts.earliestNanos());
    counts.deliveries().ifPresent(this::deliveries);
  }

  private void deliveries(DeliveryCounts counts) {
    whole("coordination.deliveries.expected", counts.expected());
    whole("coordination.deliveries.delivered", counts.delivered());
    whole("coordination.deliveries.lost", counts.lost());
    whole("coordination.deliveries.duplicated", counts.duplicated());
    whole("coordination.deliveries.reordered", counts.reordered());
    whole("coordination.deliveries.coalesced", counts.coalesced());
    whole("coordination.deliveries.interruptions", counts.interruptions());
    whole("coordination.deliveries.failures", counts.failures());
  }

  private void operation(OperationType type, OperationResult operation) {
    String name = type.name();
    line(name, "count", operation.count());
    new TreeMap<>(operation.outcomes())
        .forEach((outcome, count) -> line(name, "outcomes." + outcome, count));
    new TreeMap<>(operation.errors()).forEach((kind, count) -> line(name, "errors." + kind, count));
    times(name, "response", operation.response());
    times(name, "service", operation.service());
    for (Map.Entry<String, OperationResult.Times> other :
        new TreeMap<>(operation.otherTimes()).entrySet()) {
      String prefix = "otherTimes." + other.getKey() + ".";
      times(name, prefix + "response", other.getValue().response());
      times(name, prefix + "service", other.getValue().service());
    }
  }

  private void times(String operation, String name, TimeResult times) {
    if (times.count() == 0) {
      return;
    }
    line(operation, name + ".minMicros", times.minMicros());
    line(operation, name + ".meanMicros", times.meanMicros());
    line(operation, name + ".stddevMicros", times.stddevMicros());
    for (Percentile percentile : Percentile.ALL) {
      if (percentile.isKnown(times)) {
        String field = percentile.title().replace(".", "") + "Micros";
        line(operation, name + "." + field, percentile.micros(times));
      }
    }
    line(operation, name + ".maxMicros", times.maxMicros());
  }

  private void whole(String metric, double value) {
    line("", metric, value);
  }

  private void line(String operation, String metric, double value) {
    csv.line(
        Stream.of(run, phase, List.of(operation, metric, Quantities.plain(value, 3)))
            .flatMap(List::stream)
            .toList());
  }
}
