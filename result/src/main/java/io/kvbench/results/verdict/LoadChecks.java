package io.kvbench.results.verdict;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.PoolUse;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.AuditResult;
import io.kvbench.results.format.BusiestResult;
import io.kvbench.results.format.EventResult;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.OperationResult.Times;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.PhasePart;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.TimeResult;
import io.kvbench.results.format.Verdict;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The checks that the load was the requested one. */
final class LoadChecks {
  /** Smaller shares are not reported. */
  private static final double LEAST_SHARE = 0.001;

  private static final long LEAST_REQUESTS = 1_000;

  private final PhaseResult phase;
  private final int agents;

  /** The beginning of a sentence about one of several mixes. */
  private final String mix;

  private final Settings limits;
  private final Findings findings;

  /**
   * Prepares the checks of a phase.
   *
   * @param agents how many processes have sent the requests
   */
  LoadChecks(PhaseResult phase, int agents, Settings limits, Findings findings) {
    this(phase, agents, limits, "", findings);
  }

  private LoadChecks(
      PhaseResult phase, int agents, Settings limits, String mix, Findings findings) {
    this.mix = mix.isEmpty() ? "" : "mix " + mix + ": ";
    this.phase = phase;
    this.agents = agents;
    this.limits = limits;
    this.findings = findings;
  }

  /** Returns whether the load was changed by hand during the phase. */
  static boolean isChanged(PhaseResult phase) {
    return changes(phase).findFirst().isPresent();
  }

  private static Stream<EventResult> changes(PhaseResult phase) {
    return phase.incidents().events().orElse(List.of()).stream()
        .filter(event -> event.source().equals(EventResult.OPERATOR));
  }

  void check() {
    changed();
    okTime();
    imbalance();
    reconnects();
    if (phase.mixes().isPresent()) {
      phase
          .mixes()
          .get()
          .forEach(mix -> new LoadChecks(mix.phase(), agents, limits, mix.mix(), findings).pace());
    } else {
      pace();
    }
  }

  private void pace() {
    if (phase.rates().offeredPerSecond().isPresent()) {
      achieved(phase.rates().offeredPerSecond().getAsDouble());
      lag();
      phase.pool().filter(PoolUse::wasShort).ifPresent(this::freeClients);
    } else {
      concurrency();
    }
  }

  private void changed() {
    long count = changes(phase).count();
    if (count > 0) {
      findings.suspect(
          phase,
          "load changed",
          "%s during the phase, the first: %s; the figures include the time before and after"
              .formatted(
                  Quantities.count(count, "change"),
                  changes(phase).findFirst().orElseThrow().message()),
          "no changes by hand, for figures of one load");
    }
  }

  private void okTime() {
    double share =
        phase
            .incidents()
            .faultWindows()
            .map(windows -> usefulShare(windows.outside()))
            .orElseGet(() -> usefulShare(phase.client().clientTime()));
    double least = limits.get(VerdictSettings.OK_TIME);
    if (share < least) {
      findings.suspect(
          phase,
          Verdict.CLIENT_TIME,
          "only "
              + Quantities.preciseShare(share)
              + " of the clients' busy time"
              + (phase.incidents().faultWindows().isPresent()
                  ? FaultScope.OUTSIDE_FAULTS.sentence()
                  : "")
              + " was spent in operations answered OK",
          Limit.atLeast(least, VerdictSettings.OK_TIME));
    }
  }

  /** A few requests are spread unevenly by chance. */
  private void imbalance() {
    if (phase.rates().requests() < LEAST_REQUESTS) {
      return;
    }
    phase
        .connectionUse()
        .busiestConnection()
        .ifPresent(busiest -> imbalance("connection", busiest));
    phase.connectionUse().busiestServer().ifPresent(busiest -> imbalance("server", busiest));
  }

  private void imbalance(String kind, BusiestResult busiest) {
    double most = limits.get(VerdictSettings.IMBALANCE);
    if (busiest.timesEven() - 1 > most) {
      findings.suspect(
          phase,
          "imbalance",
          "%s %s had %s of the requests; its even share is %s"
              .formatted(
                  kind,
                  busiest.name(),
                  Quantities.preciseShare(busiest.share()),
                  Quantities.preciseShare(busiest.evenShare())),
          "at most %s above the even share, %s"
              .formatted(Quantities.preciseShare(most), VerdictSettings.IMBALANCE.name()));
    }
  }

  /** Faults are there to break connections. */
  private void reconnects() {
    long opened =
        phase.audit().map(AuditResult::connectionsOpened).orElse(OptionalLong.empty()).orElse(0);
    double most = limits.get(WaitSettings.RECONNECTS);
    int connections = phase.mostConnections();
    if (opened > most * connections && phase.incidents().faults().orElse(List.of()).isEmpty()) {
      findings.suspect(
          phase,
          "reconnects",
          "%s opened again %s during the phase, which is part of the times and of the store's load"
              .formatted(
                  connections == 1
                      ? "the connection was"
                      : "the " + Quantities.count(connections, "connection") + " were",
                  Quantities.count(opened, "time")),
          "at most %s each, %s"
              .formatted(
                  most == 1 ? "once" : Quantities.precise(most) + " times",
                  WaitSettings.RECONNECTS.name()));
    }
  }

  private static double usefulShare(ClientTime time) {
    long busy = time.occupiedNanos();
    return busy == 0 ? 1 : (double) usefulNanos(time) / busy;
  }

  /** The account is of the whole phase; of a part of it, there are the service times. */
  private static double usefulShare(PhasePart part) {
    double useful = 0;
    double all = 0;
    for (Map.Entry<OperationType, OperationResult> entry : part.operations().entrySet()) {
      OperationResult operation = entry.getValue();
      if (!entry.getKey().isComposite()) {
        double ok = nanos(operation.service());
        Times conflicts = operation.otherTimes().get(Outcome.CONFLICT.name());
        useful += ok + (conflicts == null ? 0 : nanos(conflicts.service()));
        all +=
            ok
                + operation.otherTimes().values().stream()
                    .mapToDouble(t -> nanos(t.service()))
                    .sum();
      }
    }
    return all == 0 ? 1 : useful / all;
  }

  private static double nanos(TimeResult service) {
    return service.times().meanNanos() * service.times().count();
  }

  /** A conflict is requested by the workload; the number of conflicts has a separate limit. */
  private static long usefulNanos(ClientTime time) {
    return time.okNanos() + time.otherOutcomeNanos().getOrDefault(Outcome.CONFLICT, 0L);
  }

  /**
   * A client of a closed loop always has an operation in flight, unless it thinks or holds a lock,
   * or something keeps it from sending. Clients that think end at different times, up to a whole
   * thought apart, so being idle for as long is part of thinking.
   */
  private void concurrency() {
    ClientTime time = phase.client().clientTime();
    long idle = Math.max(0, time.idleNanos() - phase.load().clients() * meanThoughtNanos());
    long able = time.totalNanos() - time.pausedNanos() - (time.idleNanos() - idle);
    double least = limits.get(VerdictSettings.CONCURRENCY);
    double share = able <= 0 ? 1 : (double) time.busyNanos() / able;
    if (share < least && able - time.busyNanos() - faultNanos() > (1 - least) * able) {
      findings.suspect(
          phase,
          "concurrency",
          "%s%s operations in flight on average with %s, busy %s of the time%s; the rest: %s"
              .formatted(
                  mix,
                  Quantities.precise(phase.rates().meanConcurrency()),
                  Quantities.count(phase.load().clients(), "client"),
                  Quantities.preciseShare(share),
                  excluding(time),
                  rest(time, able, idle)),
          Limit.atLeast(least, VerdictSettings.CONCURRENCY));
    }
  }

  private static String excluding(ClientTime time) {
    boolean holds = time.holdNanos().orElse(0) > 0;
    String thought = time.thinkNanos() > 0 ? " excluding think time" : "";
    String held = thought.isEmpty() ? " excluding time held or paused" : " and time held or paused";
    return holds ? thought + held : thought;
  }

  /** The time that clients can have lost in fault windows. */
  private double faultNanos() {
    return phase
        .incidents()
        .faultWindows()
        .map(windows -> (double) windows.inside().wallNanos() * phase.load().clients())
        .orElse(0.0);
  }

  /** There is no think time before a client's very first request. */
  private long meanThoughtNanos() {
    return phase.client().clientTime().pausedNanos()
        / Math.max(1, phase.rates().requests() - phase.load().clients());
  }

  private static String rest(ClientTime time, double able, long idle) {
    return Stream.of(
            new TimeComponent("kvbench overhead", time.harnessNanos()),
            new TimeComponent("reconnecting", time.reconnectNanos()),
            new TimeComponent("back-off", time.backOffNanos().orElse(0)),
            new TimeComponent("idle", idle))
        .filter(part -> part.nanos >= LEAST_SHARE * able)
        .sorted(Comparator.comparingLong(TimeComponent::nanos).reversed())
        .map(part -> part.name + " " + Quantities.preciseShare(part.nanos / able))
        .collect(Collectors.joining(", "));
  }

  /**
   * A load that was not kept: requests were given up, or they were sent late and the phase took
   * longer than its schedule. Lateness has to be there as well, since the wall time has the answer
   * to the last request in it, and the arrivals of a Poisson process are as many as it pleases.
   */
  private void achieved(double offered) {
    double least = limits.get(VerdictSettings.ACHIEVED);
    double done = (double) phase.achievedRequests() / Math.max(1, phase.rates().requests());
    if (done < least) {
      unachieved(
          Quantities.preciseShare(done) + " of the offered requests were sent and completed",
          offered,
          least);
    } else if (isLate(phase.lag()) && phase.achievedPerSecond() < offered * least) {
      unachieved(
          Quantities.precise(phase.achievedPerSecond())
              + " of "
              + Quantities.precise(offered)
              + " requests/s offered",
          offered,
          least);
    }
  }

  /** Where the rate was achieved outside of fault windows, the faults explain the rest. */
  private void unachieved(String observed, double offered, double least) {
    String limit = Limit.atLeast(least, VerdictSettings.ACHIEVED);
    if (phase
        .incidents()
        .faultWindows()
        .filter(windows -> isKept(windows.outside(), offered * least))
        .isPresent()) {
      findings.suspect(
          phase, "achieved rate", mix + observed + ", but met outside of fault windows", limit);
    } else {
      findings.invalid(phase, "achieved rate", mix + observed, limit);
    }
  }

  private boolean isKept(PhasePart outside, double perSecond) {
    return !isLate(outside.lag())
        || outside.operationCount() * 1e9 / Math.max(1, outside.wallNanos()) >= perSecond;
  }

  private boolean isLate(TimeResult lag) {
    return lag.p99Micros() > micros(limits.get(VerdictSettings.LAG_P99));
  }

  private void lag() {
    TimeResult times =
        phase.incidents().faultWindows().map(each -> each.outside().lag()).orElse(phase.lag());
    long lag = times.p99Micros() * 1_000;
    String observed = mix + "p99 lag was " + lagWords(lag);
    OptionalLong service = new PauseImpact(phase).leastNanos(Percentile.P99);
    if (isLate(times)) {
      findings.suspect(
          phase,
          "lag",
          observed + advice(),
          Limit.atMost(limits.get(VerdictSettings.LAG_P99), VerdictSettings.LAG_P99));
    } else if (service.isPresent() && lag > Limit.noise(service.getAsLong(), limits)) {
      findings.suspect(
          phase,
          "lag",
          observed
              + "; the lowest p99 service time is "
              + Quantities.preciseTime(service.getAsLong()),
          Limit.ofNoise(service.getAsLong(), "lowest p99 service time", limits));
    }
  }

  /** Checks whether kvbench's own limit delayed the schedule, and not the store alone. */
  private void freeClients(PoolUse pool) {
    double most = limits.get(VerdictSettings.NONE_FREE);
    if (pool.noneFreeNanos() > most * Math.max(1, phase.span().wallNanos())) {
      findings.suspect(
          phase,
          "free clients",
          "%sno client was free for %s, which delayed %s; %d clients would have been enough, there were %d (clients, clients.max)%s"
              .formatted(
                  mix,
                  Quantities.preciseTime(pool.noneFreeNanos()),
                  Quantities.count(pool.delayed(), "request"),
                  pool.needed(),
                  pool.most(),
                  pool.refusal().map(why -> ": no more could be opened: " + why).orElse("")),
          "at most %s of the time, %s"
              .formatted(Quantities.preciseShare(most), VerdictSettings.NONE_FREE.name()));
    }
  }

  /** The report prints the lag of all requests; outside of fault windows it is judged. */
  private String lagWords(long judgedNanos) {
    String all = Quantities.preciseTime(phase.lag().p99Micros() * 1e3);
    return phase.incidents().faultWindows().isEmpty()
        ? all
        : all + ", " + Quantities.preciseTime(judgedNanos) + FaultScope.OUTSIDE_FAULTS.sentence();
  }

  private String advice() {
    return phase
        .client()
        .condition()
        .map(condition -> AgentAdvice.of(phase, condition, agents, limits))
        .orElse("");
  }

  private static long micros(Duration time) {
    return time.toNanos() / 1_000;
  }

  private record TimeComponent(String name, long nanos) {}
}
