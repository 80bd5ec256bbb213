package io.kvbench.results.verdict;

import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.ClientCondition;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.SchedulingResult;
import io.kvbench.results.format.TimeResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The checks that the measured times are the store's, and not those of the kvbench process or its
 * host.
 */
final class ClientChecks {
  /** Processor time is counted in steps of this. */
  private static final Duration TICK = Duration.ofMillis(10);

  /** In phases of less than this a step is a share that matters. */
  private static final Duration SHORTEST_FOR_SHARES = Duration.ofSeconds(1);

  /** The percentiles besides the median of which kvbench's own time is a part. */
  private static final List<Percentile> TAILS = List.of(Percentile.P90, Percentile.P99);

  private final PhaseResult phase;
  private final ClientCondition condition;
  private final OptionalDouble otherLoad;
  private final int agents;
  private final Settings limits;
  private final Findings findings;
  private final PauseImpact reach;

  /** The length of the window that the condition is about. */
  private final long windowNanos;

  /**
   * Prepares the checks of a phase.
   *
   * @param otherLoad the share of the host's processors that neither kvbench nor its servers used
   * @param agents how many processes have sent the requests
   */
  ClientChecks(
      PhaseResult phase,
      ClientCondition condition,
      OptionalDouble otherLoad,
      int agents,
      Settings limits,
      Findings findings) {
    this.phase = phase;
    this.condition = condition;
    this.otherLoad = otherLoad;
    this.agents = agents;
    this.limits = limits;
    this.findings = findings;
    reach = new PauseImpact(phase);
    windowNanos = condition.windowNanos(phase.span().wallNanos());
  }

  void check() {
    processors();
    condition.scheduling().ifPresent(this::scheduling);
    garbageCollection();
    hiccups();
    clock();
    pinned();
    phase.audit().stream().flatMapToLong(audit -> audit.ownNanos().stream()).forEach(this::ownTime);
  }

  private void processors() {
    share(
        "cpu",
        condition.cpuNanos() / processorNanos(),
        "kvbench used %s of its "
            + Quantities.count(condition.processors(), "processor")
            + AgentAdvice.of(phase, condition, agents, limits),
        VerdictSettings.CPU);
    share(
        "steal",
        condition.stealShare().orElse(0),
        "steal was %s of the host's processor time",
        VerdictSettings.STEAL);
    share(
        "other load",
        otherLoad.orElse(0),
        "programs other than kvbench and its servers used %s of this machine's processors",
        VerdictSettings.OTHER_LOAD);
  }

  private void scheduling(SchedulingResult scheduling) {
    scheduling
        .busiestThread()
        .ifPresent(
            thread ->
                share(
                    "busy thread",
                    (double) thread.cpuNanos() / windowNanos,
                    "the thread '" + escaped(thread.name()) + "' used %s of a processor",
                    VerdictSettings.BUSY_THREAD));
    scheduling
        .meanRunDelayNanos()
        .ifPresent(mean -> runDelay(mean, scheduling.turns().getAsLong()));
    share(
        "throttled",
        (double) scheduling.throttledNanos().orElse(0) / windowNanos,
        "kvbench was throttled by its cgroup CPU limit "
            + Quantities.count(scheduling.throttledPeriods().orElse(0), "time")
            + ", for %s of the time",
        VerdictSettings.THROTTLED);
  }

  /**
   * Judges the wait of a thread by the time of the typical operation, whose answer wakes up two: an
   * event loop and the client. Where threads took few turns, operations wait for none.
   */
  private void runDelay(double meanNanos, long turns) {
    OptionalLong median = reach.leastNanos(Percentile.P50);
    double most = limits.get(VerdictSettings.RUN_DELAY);
    if (median.isPresent()
        && turns >= phase.operationCount() / 2
        && meanNanos > most * median.getAsLong()) {
      findings.suspect(
          phase,
          "run delay",
          "the mean run delay of kvbench's threads was %s; the lowest p50 service time is %s"
              .formatted(
                  Quantities.preciseTime(meanNanos), Quantities.preciseTime(median.getAsLong())),
          "at most %s of the lowest p50 service time, %s"
              .formatted(Quantities.preciseShare(most), VerdictSettings.RUN_DELAY.name()));
    }
  }

  /** Names the lowest percentile of which too much is kvbench's own. */
  private void ownTime(long typicalNanos) {
    if (!ownTime(Percentile.P50, typicalNanos, reach.leastNanos(Percentile.P50))) {
      boolean unused =
          TAILS.stream()
              .filter(percentile -> percentile.isKnown(condition.hiccups()))
              .anyMatch(
                  percentile ->
                      ownTime(
                          percentile,
                          typicalNanos + lateNanos(percentile),
                          reach.leastKnownNanos(percentile)));
    }
  }

  /** Run delay makes a wake-up late; the usual delay of a sleeping thread is the timer's. */
  private long lateNanos(Percentile percentile) {
    TimeResult delays = condition.hiccups();
    return Math.max(0, percentile.micros(delays) - Percentile.P50.micros(delays)) * 1_000;
  }

  /** An estimate of more than the whole time is one of the whole. */
  private boolean ownTime(Percentile percentile, long nanos, OptionalLong service) {
    long time = service.orElse(0);
    double most = limits.get(VerdictSettings.OWN_TIME);
    boolean tooMuch = time > 0 && nanos > most * time;
    if (tooMuch) {
      String lowest = "of the lowest " + percentile.title() + " service time, ";
      findings.suspect(
          phase,
          "own time",
          "about %s %s%s, are kvbench's own: waking threads, reading and writing"
              .formatted(
                  Quantities.preciseTime(Math.min(nanos, time)),
                  lowest,
                  Quantities.preciseTime(time)),
          "at most %s %s%s"
              .formatted(Quantities.preciseShare(most), lowest, VerdictSettings.OWN_TIME.name()));
    }
    return tooMuch;
  }

  /** The name goes into a format. */
  private static String escaped(String name) {
    return name.replace("%", "%%");
  }

  private void garbageCollection() {
    share(
        "gc share",
        (double) condition.gcPauseNanos() / windowNanos,
        "GC pauses stopped the clients for %s of the time",
        VerdictSettings.GC_SHARE);
    long longest = condition.longestGcPauseNanos();
    long pauses = condition.gcPauses();
    boolean tooLong =
        longest(
            "gc pause",
            longest,
            "a GC pause stopped all clients for %s",
            VerdictSettings.GC_LONGEST);
    if (!tooLong
        && !made(
            "gc pause",
            longest,
            reach.ofPauses(1, longest),
            "a GC pause stopped all clients for %s")
        && pauses > 0) {
      made(
          "gc pause",
          condition.gcPauseNanos() / pauses,
          reach.ofPauses(pauses, condition.gcPauseNanos()),
          Quantities.count(pauses, "GC pause") + " stopped all clients for %s on average");
    }
  }

  private void hiccups() {
    longest(
        "hiccup p99",
        condition.hiccups().p99Micros() * 1_000,
        "the p99 scheduling delay was %s",
        VerdictSettings.HICCUP_P99);
    long longest = condition.hiccups().maxMicros() * 1_000;
    if (!longest(
        "longest hiccup",
        longest,
        "the longest scheduling delay was %s",
        VerdictSettings.HICCUP_LONGEST)) {
      made(
          "longest hiccup",
          longest,
          reach.ofPauses(1, longest),
          "the longest scheduling delay was %s");
    }
  }

  private void clock() {
    Duration most = limits.get(VerdictSettings.CLOCK_STEP);
    long step = condition.clockStepNanos();
    if (Math.abs(step) > most.toNanos()) {
      findings.suspect(
          phase,
          "clock",
          "the wall clock was set %s by %s during the phase"
              .formatted(step > 0 ? "forward" : "back", Quantities.preciseTime(Math.abs(step))),
          Limit.atMost(most, VerdictSettings.CLOCK_STEP));
    }
  }

  private void pinned() {
    share(
        "pinned share",
        condition.pinnedNanos() / processorNanos(),
        "waiting virtual threads pinned their carriers for %s of the carriers' time",
        VerdictSettings.PINNED_SHARE);
    if (!longest(
        "pinned",
        condition.longestPinnedNanos(),
        "a waiting virtual thread pinned its carrier for %s",
        VerdictSettings.PINNED_LONGEST)) {
      made(
          "pinned",
          condition.longestPinnedNanos(),
          reach.ofShare(condition.pinnedNanos() / processorNanos()),
          "a waiting virtual thread pinned its carrier for %s");
    }
  }

  private double processorNanos() {
    return Math.max(1.0, (double) windowNanos * condition.processors());
  }

  /**
   * Judges a share of the time. Processors beyond those that were counted, as those of carriers
   * that make up for pinned ones, do not make it more than all.
   */
  private void share(String check, double part, String words, Setting<Double> setting) {
    double share = Math.min(1, part);
    double most = limits.get(setting);
    double doubt =
        windowNanos < SHORTEST_FOR_SHARES.toNanos() ? (double) TICK.toNanos() / windowNanos : 0;
    if (share - doubt > most) {
      findings.suspect(
          phase,
          check,
          words.formatted(Quantities.preciseShare(share)),
          Limit.atMost(most, setting));
    }
  }

  /**
   * Judges a time by its absolute limit. One that is small against the times that were measured has
   * not made them.
   */
  private boolean longest(String check, long nanos, String words, Setting<Duration> setting) {
    Duration most = limits.get(setting);
    double noise = limits.get(VerdictSettings.NOISE);
    double allowed = noise * leastP99Nanos();
    boolean tooLong = nanos > Math.max(most.toNanos(), allowed);
    if (tooLong) {
      findings.suspect(
          phase,
          check,
          words.formatted(Quantities.preciseTime(nanos)),
          allowed > most.toNanos()
              ? "at most %s, %s of the lowest p99 service time, %s"
                  .formatted(
                      Quantities.preciseTime(allowed),
                      Quantities.preciseShare(noise),
                      VerdictSettings.NOISE.name())
              : Limit.atMost(most, setting));
    }
    return tooLong;
  }

  /** Judges a time by the one that it could have made. */
  private boolean made(String check, long nanos, Optional<PauseImpact.Made> made, String words) {
    boolean spoiled = made.filter(time -> nanos > Limit.noise(time.nanos(), limits)).isPresent();
    if (spoiled) {
      PauseImpact.Made time = made.orElseThrow();
      findings.suspect(
          phase,
          check,
          words.formatted(Quantities.preciseTime(nanos))
              + ", which could have affected the "
              + time,
          Limit.ofNoise(time.nanos(), time.title(), limits));
    }
    return spoiled;
  }

  private long leastP99Nanos() {
    return reach.leastNanos(Percentile.P99).orElse(0);
  }
}
