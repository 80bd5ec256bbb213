package io.kvbench.results.verdict;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.ClientCondition;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.Verdict.Reason;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** The checks that the store, and not the client, limited a probe of a search. */
public final class ProbeChecks {
  /** Checks for causes that keep clients from sending enough, permanently. */
  private static final Set<String> LASTING =
      Set.of("cpu", "busy thread", "throttled", "gc share", "pinned share");

  /** Checks for causes that occasionally delay the sending, or the handling of answers. */
  private static final Set<String> PASSING =
      Set.of("lag", "run delay", "gc pause", "hiccup p99", "longest hiccup", "pinned");

  /** Clients that are this busy with operations send late because the store is slow. */
  private static final double BUSY = 0.9;

  /** A pause of the client may have made lag of up to so many times its length. */
  private static final int LAG_OF_PAUSE = 2;

  private ProbeChecks() {}

  /** Reports doubts about the client; the behaviour of the store is the subject of the search. */
  static void check(PhaseResult probe, Evidence evidence, Settings limits, Findings findings) {
    probe.coordination().ifPresent(counts -> CoordinationChecks.check(probe, counts, findings));
    probe
        .client()
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
   * checks of the verdict that found its processors at their limit, or pauses and scheduling delays
   * while clients were free to send. Empty where the store has failed by itself.
   *
   * @param backlogGrew whether ever more requests waited in the store, which no pause explains
   * @param limits with those of {@link VerdictSettings}
   */
  public static List<Reason> clientLimits(PhaseResult probe, boolean backlogGrew, Settings limits) {
    if (probe.client().condition().isEmpty()) {
      return List.of();
    }
    Findings findings = new Findings();
    ClientCondition condition = probe.client().condition().get();
    new ClientChecks(probe, condition, OptionalDouble.empty(), 1, limits, findings).check();
    lag(probe, limits, findings);
    boolean passing =
        !backlogGrew && !isBusy(probe) && !isLateWithoutPauses(probe, condition, limits);
    String title = Findings.title(probe) + ": ";
    return findings.verdict().reasons().stream()
        .filter(
            reason ->
                LASTING.contains(reason.check()) || (passing && PASSING.contains(reason.check())))
        .map(
            reason ->
                new Reason(reason.check(), reason.observed().replace(title, ""), reason.limit()))
        .toList();
  }

  private static boolean isBusy(PhaseResult probe) {
    ClientTime time = probe.client().clientTime();
    return time.busyNanos() >= BUSY * Math.max(1, time.totalNanos());
  }

  /** Then all clients were waiting for answers for a while, if not for most of the probe. */
  private static boolean isLateWithoutPauses(
      PhaseResult probe, ClientCondition condition, Settings limits) {
    long longest =
        Math.max(condition.hiccups().maxMicros() * 1_000, condition.longestGcPauseNanos());
    return isLate(probe, limits) && lagNanos(probe) > LAG_OF_PAUSE * longest;
  }

  private static boolean isLate(PhaseResult probe, Settings limits) {
    return probe.rates().offeredPerSecond().isPresent()
        && lagNanos(probe) > limits.get(VerdictSettings.LAG_P99).toNanos();
  }

  private static long lagNanos(PhaseResult probe) {
    return probe.lag().p99Micros() * 1_000;
  }

  private static void lag(PhaseResult probe, Settings limits, Findings findings) {
    if (isLate(probe, limits)) {
      findings.suspect(
          probe,
          "lag",
          "p99 lag was %s although not all clients were in operations"
              .formatted(Quantities.preciseTime(lagNanos(probe))),
          Limit.atMost(limits.get(VerdictSettings.LAG_P99), VerdictSettings.LAG_P99));
    }
  }
}
