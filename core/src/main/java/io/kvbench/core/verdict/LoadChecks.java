package io.kvbench.core.verdict;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.operation.Outcome;
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
    double share = busy == 0 ? 1 : (double) usefulNanos(phase.clientTime()) / busy;
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

  /** A conflict is what the workload asked for; how many there may be has a limit of its own. */
  private static long usefulNanos(ClientTime time) {
    return time.okNanos() + time.otherOutcomeNanos().getOrDefault(Outcome.CONFLICT, 0L);
  }

  /**
   * A client of a closed loop always has an operation under way, unless it thinks or something
   * keeps it from sending. Clients that think end at different times, up to a whole thought apart,
   * so being idle for as long is part of thinking.
   */
  private void concurrency() {
    ClientTime time = phase.clientTime();
    boolean thinks = time.thinkNanos() > 0;
    long idle = Math.max(0, time.idleNanos() - phase.clients() * meanThoughtNanos());
    long able = time.totalNanos() - time.thinkNanos() - (time.idleNanos() - idle);
    double least = limits.get(VerdictSettings.CONCURRENCY);
    double share = able <= 0 ? 1 : (double) time.busyNanos() / able;
    if (share < least) {
      findings.suspect(
          phase,
          "concurrency",
          "%s operations under way on average, of %s, who were at it for %s of their time%s; the rest of it: %s"
              .formatted(
                  Figures.number(phase.meanConcurrency()),
                  Figures.count(phase.clients(), "client"),
                  Figures.share(share),
                  thinks ? " without thinking" : "",
                  rest(time, able, idle)),
          Limit.atLeast(least, VerdictSettings.CONCURRENCY));
    }
  }

  /** Nobody thinks before the first request of all that a client sends. */
  private long meanThoughtNanos() {
    return phase.clientTime().thinkNanos() / Math.max(1, phase.requests() - phase.clients());
  }

  private static String rest(ClientTime time, double able, long idle) {
    return Stream.of(
            new Part("kvbench itself", time.harnessNanos()),
            new Part("reconnecting", time.reconnectNanos()),
            new Part("idle", idle))
        .filter(part -> part.nanos >= LEAST_SHARE * able)
        .sorted(Comparator.comparingLong(Part::nanos).reversed())
        .map(part -> part.name + " " + Figures.share(part.nanos / able))
        .collect(Collectors.joining(", "));
  }

  /**
   * A load that was not kept: requests were given up, or they were sent late and the phase took
   * longer than its schedule. Lateness has to be there as well, since the wall time has the answer
   * to the last request in it, and the arrivals of a Poisson process are as many as it pleases.
   */
  private void achieved(double offered) {
    double least = limits.get(VerdictSettings.ACHIEVED);
    double done = (double) phase.achievedRequests() / Math.max(1, phase.requests());
    if (done < least) {
      findings.invalid(
          phase,
          "achieved rate",
          Figures.share(done) + " of the requests offered were sent and ended",
          Limit.atLeast(least, VerdictSettings.ACHIEVED));
    } else if (isLate() && phase.achievedPerSecond() < offered * least) {
      findings.invalid(
          phase,
          "achieved rate",
          Figures.number(phase.achievedPerSecond())
              + " of "
              + Figures.number(offered)
              + " requests/s offered",
          Limit.atLeast(least, VerdictSettings.ACHIEVED));
    }
  }

  private boolean isLate() {
    return phase.lag().p99Micros() > micros(limits.get(VerdictSettings.LAG_P99));
  }

  private void lag() {
    Duration most = limits.get(VerdictSettings.LAG_P99);
    if (isLate()) {
      findings.suspect(
          phase,
          "lag",
          "one request in a hundred was "
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
