package io.kvbench.results.verdict;

import io.kvbench.core.measure.Silences;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PhaseResult.MixResult;
import io.kvbench.results.format.SlowestResult;
import io.kvbench.results.format.TimeResult;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The checks for waiting time that the percentiles of a closed loop hide: each request counts once,
 * however long it takes, and a client that waits sends no others.
 */
final class TailChecks {
  /** A slow client or connection that lost less of its time has had a few slow requests. */
  private static final double LEAST_LOST = 0.1;

  private final PhaseResult phase;
  private final String mix;
  private final Settings limits;
  private final Findings findings;

  private TailChecks(PhaseResult phase, String mix, Settings limits, Findings findings) {
    this.phase = phase;
    this.mix = mix;
    this.limits = limits;
    this.findings = findings;
  }

  /** Checks a phase without planned faults; its mixes one by one. */
  static void check(PhaseResult phase, Settings limits, Findings findings) {
    if (phase.mixes().isPresent()) {
      for (MixResult each : phase.mixes().get()) {
        new TailChecks(each.phase(), "mix " + each.mix() + ": ", limits, findings).check();
      }
    } else {
      new TailChecks(phase, "", limits, findings).check();
    }
  }

  /** In an open loop, requests that would have met a slow store are sent, and counted. */
  private void check() {
    boolean waits = phase.operations().keySet().stream().anyMatch(OperationType::waits);
    if (phase.rates().offeredPerSecond().isPresent() || waits || phase.replay().isPresent()) {
      return;
    }
    phase
        .audit()
        .ifPresent(
            audit -> {
              // All clients of a slow connection are slow: one reason is enough.
              boolean slow =
                  audit.slowestConnection().filter(each -> slowest("connection", each)).isPresent();
              if (!slow) {
                audit.slowestClient().ifPresent(each -> slowest("client", each));
              }
              audit.silences().ifPresent(this::arrivals);
            });
    tail();
  }

  private boolean slowest(String kind, SlowestResult slowest) {
    double most = limits.get(WaitSettings.SLOWEST);
    boolean isSlow =
        slowest.lostShare() >= LEAST_LOST && slowest.meanNanos() > most * slowest.typicalNanos();
    if (isSlow) {
      findings.suspect(
          phase,
          "slowest " + kind,
          ("%s%s %s had a mean service time of %s, the median %s one of %s: its %s cost its clients"
                  + " %s of their time more")
              .formatted(
                  mix,
                  kind,
                  slowest.name(),
                  Quantities.preciseTime(slowest.meanNanos()),
                  kind,
                  Quantities.preciseTime(slowest.typicalNanos()),
                  Quantities.count(slowest.requests(), "request"),
                  Quantities.preciseShare(slowest.lostShare())),
          times(most, "median " + kind, WaitSettings.SLOWEST));
    }
    return isSlow;
  }

  private static String times(double most, String what, Setting<Double> setting) {
    return "at most %s times the %s, %s".formatted(Quantities.precise(most), what, setting.name());
  }

  private void arrivals(Silences.Summary silences) {
    double most = limits.get(WaitSettings.ARRIVALS);
    long p99 = phase.response().percentileNanos(99);
    if (p99 > 0 && silences.p99WaitNanos() > most * p99) {
      findings.suspect(
          phase,
          "arrivals",
          ("%s%s of 20 ms or more without any answer, %s in all, the longest %s: an arrival at any"
                  + " moment would have waited %s at the p99; the p99 response time of this closed"
                  + " loop is %s")
              .formatted(
                  mix,
                  Quantities.count(silences.count(), "gap"),
                  Quantities.preciseTime(silences.totalNanos()),
                  Quantities.preciseTime(silences.longestNanos()),
                  Quantities.preciseTime(silences.p99WaitNanos()),
                  Quantities.preciseTime(p99)),
          times(most, "p99 response time", WaitSettings.ARRIVALS));
    }
  }

  /** Judges the time in operations that are longer than the highest percentile with samples. */
  private void tail() {
    double all = 0;
    double beyond = 0;
    long operations = 0;
    for (Map.Entry<OperationType, OperationResult> entry : phase.operations().entrySet()) {
      if (!entry.getKey().isComposite()) {
        for (TimeResult service : services(entry.getValue()).toList()) {
          TimeHistogram times = service.times();
          all += times.meanNanos() * times.count();
          List<Percentile> known =
              Percentile.ALL.stream().filter(each -> each.isKnown(service)).toList();
          if (!known.isEmpty()) {
            long bound = known.getLast().nanos(times);
            double[] sum = new double[2];
            times.forEachBucket(
                (nanos, count) -> {
                  sum[0] += nanos > bound ? (double) nanos * count : 0;
                  sum[1] += nanos > bound ? count : 0;
                });
            beyond += sum[0];
            operations += (long) sum[1];
          }
        }
      }
    }
    double most = limits.get(WaitSettings.TAIL_TIME);
    if (all > 0 && beyond > most * all) {
      findings.suspect(
          phase,
          "tail time",
          ("%s%s of the time in operations was spent in %s beyond the highest percentile that has"
                  + " enough samples")
              .formatted(
                  mix,
                  Quantities.preciseShare(beyond / all),
                  Quantities.count(operations, "operation")),
          Limit.atMost(most, WaitSettings.TAIL_TIME));
    }
  }

  private static Stream<TimeResult> services(OperationResult operation) {
    return Stream.concat(
            Stream.of(operation.service()),
            operation.otherTimes().values().stream().map(OperationResult.Times::service))
        .filter(times -> times.count() > 0);
  }
}
