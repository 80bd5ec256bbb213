package io.kvbench.core.verdict;

import io.kvbench.core.result.ClientCondition;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.time.Duration;

/** Whether the times are the store's, or those of the kvbench process and its host. */
final class ClientChecks {
  /**
   * Processor time is counted in steps of 10 ms, and a single pause is much of a short phase: a
   * share of less than this says nothing.
   */
  static final Duration SHORTEST_FOR_SHARES = Duration.ofSeconds(1);

  private final PhaseResult phase;
  private final ClientCondition condition;
  private final Settings limits;
  private final Findings findings;

  ClientChecks(PhaseResult phase, ClientCondition condition, Settings limits, Findings findings) {
    this.phase = phase;
    this.condition = condition;
    this.limits = limits;
    this.findings = findings;
  }

  void check() {
    processors();
    garbageCollection();
    hiccups();
    clock();
    pinned();
  }

  private void processors() {
    share(
        "cpu",
        condition.cpuNanos() / processorNanos(),
        "kvbench used %s of its " + Figures.count(condition.processors(), "processor"),
        VerdictSettings.CPU);
    share(
        "steal",
        condition.stealShare().orElse(0),
        "%s of the host's processor time went to other virtual machines",
        VerdictSettings.STEAL);
  }

  private void garbageCollection() {
    share(
        "gc share",
        (double) condition.gcPauseNanos() / Math.max(1, phase.wallNanos()),
        "garbage collection stopped the clients for %s of the time",
        VerdictSettings.GC_SHARE);
    longest(
        "gc pause",
        condition.longestGcPauseNanos(),
        "a garbage collection stopped all clients for %s",
        VerdictSettings.GC_LONGEST);
  }

  private void hiccups() {
    longest(
        "hiccup p99",
        condition.hiccups().p99Micros() * 1_000,
        "one time in a hundred a sleeping thread woke up %s late or more",
        VerdictSettings.HICCUP_P99);
    longest(
        "longest hiccup",
        condition.hiccups().maxMicros() * 1_000,
        "a sleeping thread woke up %s late",
        VerdictSettings.HICCUP_LONGEST);
  }

  private void clock() {
    Duration most = limits.get(VerdictSettings.CLOCK_STEP);
    long step = condition.clockStepNanos();
    if (Math.abs(step) > most.toNanos()) {
      findings.suspect(
          phase,
          "clock",
          "the wall clock was set %s by %s while the phase ran"
              .formatted(step > 0 ? "forward" : "back", Figures.time(Math.abs(step))),
          Limit.atMost(most, VerdictSettings.CLOCK_STEP));
    }
  }

  private void pinned() {
    share(
        "pinned share",
        condition.pinnedNanos() / processorNanos(),
        "virtual threads that waited held their carriers for %s of the carriers' time",
        VerdictSettings.PINNED_SHARE);
    longest(
        "pinned",
        condition.longestPinnedNanos(),
        "a virtual thread that waited held its carrier for %s",
        VerdictSettings.PINNED_LONGEST);
  }

  private double processorNanos() {
    return Math.max(1.0, (double) phase.wallNanos() * condition.processors());
  }

  private void share(String check, double share, String words, Setting<Double> setting) {
    double most = limits.get(setting);
    if (phase.wallNanos() >= SHORTEST_FOR_SHARES.toNanos() && share > most) {
      findings.suspect(
          phase, check, words.formatted(Figures.share(share)), Limit.atMost(most, setting));
    }
  }

  /** A time that is small against those that were measured has not made them. */
  private void longest(String check, long nanos, String words, Setting<Duration> setting) {
    Duration most = limits.get(setting);
    double noise = limits.get(VerdictSettings.NOISE);
    double allowed = noise * leastP99Nanos();
    if (nanos > Math.max(most.toNanos(), allowed)) {
      findings.suspect(
          phase,
          check,
          words.formatted(Figures.time(nanos)),
          allowed > most.toNanos()
              ? "at most %s, %s of the least p99 service time, %s"
                  .formatted(
                      Figures.time(allowed), Figures.share(noise), VerdictSettings.NOISE.name())
              : Limit.atMost(most, setting));
    }
  }

  /** The p99 of the quickest operation, whose row of the report suffers first. */
  private long leastP99Nanos() {
    return phase.operations().values().stream()
        .filter(operation -> operation.okCount() > 0)
        .mapToLong(operation -> operation.service().p99Micros() * 1_000)
        .min()
        .orElse(0);
  }
}
