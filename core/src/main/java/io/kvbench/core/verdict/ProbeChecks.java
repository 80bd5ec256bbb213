package io.kvbench.core.verdict;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.Verdict.Reason;
import io.kvbench.core.setting.Settings;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** Whether the client rather than the store made what a probe of a search measured. */
public final class ProbeChecks {
  /** What keeps clients from sending as much as they should, all the time. */
  private static final Set<String> LASTING =
      Set.of("cpu", "busy thread", "throttled", "gc share", "pinned share");

  /** What keeps them from sending in time, or from noticing answers, now and then. */
  private static final Set<String> PASSING =
      Set.of("lag", "run delay", "gc pause", "hiccup p99", "longest hiccup", "pinned");

  /** Clients that are this busy with operations send late because the store is slow. */
  private static final double BUSY = 0.9;

  private ProbeChecks() {}

  /** Notes whatever is to be doubted about the client; not what the search asks of the store. */
  static void check(PhaseResult probe, Evidence evidence, Settings limits, Findings findings) {
    probe.coordination().ifPresent(counts -> CoordinationChecks.check(probe, counts, findings));
    probe
        .condition()
        .ifPresent(
            condition ->
                new ClientChecks(
                        probe,
                        condition,
                        evidence.otherLoad(probe),
                        evidence.processes(),
                        limits,
                        findings)
                    .check());
  }

  /**
   * Returns why a probe that does not keep its thresholds may not do so because of the client:
   * checks of the verdict that found its processors at their limit, or pauses, scheduling delays or
   * lag although clients were free to send. Empty where the store has failed by itself.
   *
   * @param limits with those of {@link VerdictSettings}
   */
  public static List<Reason> clientLimits(PhaseResult probe, Settings limits) {
    Findings findings = new Findings();
    probe
        .condition()
        .ifPresent(
            condition ->
                new ClientChecks(probe, condition, OptionalDouble.empty(), 1, limits, findings)
                    .check());
    lag(probe, limits, findings);
    boolean busy = busyShare(probe) >= BUSY;
    String title = Findings.title(probe) + ": ";
    return findings.verdict().reasons().stream()
        .filter(
            reason ->
                LASTING.contains(reason.check()) || (!busy && PASSING.contains(reason.check())))
        .map(
            reason ->
                new Reason(reason.check(), reason.observed().replace(title, ""), reason.limit()))
        .toList();
  }

  private static double busyShare(PhaseResult probe) {
    ClientTime time = probe.clientTime();
    return (double) time.busyNanos() / Math.max(1, time.totalNanos());
  }

  private static void lag(PhaseResult probe, Settings limits, Findings findings) {
    Duration most = limits.get(VerdictSettings.LAG_P99);
    long lag = probe.lag().p99Micros() * 1_000;
    if (probe.offeredPerSecond().isPresent() && lag > most.toNanos()) {
      findings.suspect(
          probe,
          "lag",
          "p99 lag was %s although clients were in operations for only %s of the time"
              .formatted(Figures.time(lag), Figures.share(busyShare(probe))),
          Limit.atMost(most, VerdictSettings.LAG_P99));
    }
  }
}
