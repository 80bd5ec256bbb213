package io.kvbench.core.verdict;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.Verdict;
import io.kvbench.core.setting.Settings;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether the load was the one that was asked for. */
final class LoadChecks {
  /** What is less is not worth a word. */
  private static final double LEAST_SHARE = 0.001;

  private final PhaseResult phase;
  private final Settings limits;
  private final Findings findings;

  LoadChecks(PhaseResult phase, Settings limits, Findings findings) {
    this.phase = phase;
    this.limits = limits;
    this.findings = findings;
  }

  void check() {
    okTime();
    if (phase.offeredPerSecond().isPresent()) {
      achieved(phase.offeredPerSecond().getAsDouble());
      lag();
    } else {
      concurrency();
    }
  }

  private void okTime() {
    long busy = phase.clientTime().busyNanos() + phase.clientTime().reconnectNanos();
    double share = busy == 0 ? 1 : (double) phase.clientTime().okNanos() / busy;
    double least = limits.get(VerdictSettings.OK_TIME);
    if (share < least) {
      findings.suspect(
          phase,
          Verdict.CLIENT_TIME,
          "only "
              + Figures.share(share)
              + " of the clients' busy time is in operations answered OK",
          Limit.atLeast(least, VerdictSettings.OK_TIME));
    }
  }

  /**
   * A client of a closed loop always has an operation under way, unless it thinks or something
   * keeps it from sending.
   */
  private void concurrency() {
    ClientTime time = phase.clientTime();
    long able = time.totalNanos() - time.thinkNanos();
    double least = limits.get(VerdictSettings.CONCURRENCY);
    if (able > 0 && time.busyNanos() < least * able) {
      findings.suspect(
          phase,
          "concurrency",
          "%s operations under way on average, of %s; the rest of their time: %s"
              .formatted(
                  Figures.number(phase.meanConcurrency()),
                  Figures.count(phase.clients(), "client"),
                  rest(time)),
          Limit.atLeast(least, VerdictSettings.CONCURRENCY));
    }
  }

  private static String rest(ClientTime time) {
    double total = time.totalNanos();
    return Stream.of(
            new Part("kvbench itself", time.harnessNanos()),
            new Part("reconnecting", time.reconnectNanos()),
            new Part("thinking", time.thinkNanos()),
            new Part("idle", time.idleNanos()))
        .filter(part -> part.nanos >= LEAST_SHARE * total)
        .sorted(Comparator.comparingLong(Part::nanos).reversed())
        .map(part -> part.name + " " + Figures.share(part.nanos / total))
        .collect(Collectors.joining(", "));
  }

  /**
   * The wall time has the answer to the last request in it: a phase whose requests were sent in
   * time kept its rate.
   */
  private void achieved(double offered) {
    double achieved = phase.achievedPerSecond();
    double least = limits.get(VerdictSettings.ACHIEVED);
    boolean late = phase.lag().maxMicros() > micros(limits.get(VerdictSettings.LAG_P99));
    if (phase.wallNanos() > 0 && late && achieved < offered * least) {
      findings.invalid(
          phase,
          "achieved rate",
          Figures.number(achieved) + " of " + Figures.number(offered) + " requests/s offered",
          Limit.atLeast(least, VerdictSettings.ACHIEVED));
    }
  }

  private void lag() {
    Duration most = limits.get(VerdictSettings.LAG_P99);
    if (phase.lag().p99Micros() > micros(most)) {
      findings.suspect(
          phase,
          "lag",
          "one request in a hundred was sent "
              + Figures.time(phase.lag().p99Micros() * 1e3)
              + " late or more",
          Limit.atMost(most, VerdictSettings.LAG_P99));
    }
  }

  private static long micros(Duration time) {
    return time.toNanos() / 1_000;
  }

  private record Part(String name, long nanos) {}
}
