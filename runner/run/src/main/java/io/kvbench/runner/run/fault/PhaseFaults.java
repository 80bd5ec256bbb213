package io.kvbench.runner.run.fault;

import io.kvbench.core.engine.IntervalListener;
import io.kvbench.core.measure.Disturbance;
import io.kvbench.core.measure.DisturbanceWindows;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.OfferedLoad;
import io.kvbench.core.measure.Recovery;
import io.kvbench.core.measure.RecoveryRule;
import io.kvbench.core.measure.Ticks;
import io.kvbench.results.format.EventResult;
import io.kvbench.results.format.FaultResult;
import io.kvbench.results.format.FaultResult.RecoveryResult;
import io.kvbench.results.format.FaultWindows;
import io.kvbench.results.format.Incidents;
import io.kvbench.results.format.PhaseResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The steps of one phase. It begins with the phase, keeps only the ticks that the recovery needs,
 * however long the phase is, and adds the events to the phase's result.
 */
public final class PhaseFaults implements IntervalListener, AutoCloseable {
  /** Faults may be late and intervals long. */
  private static final long SLACK_NANOS = Duration.ofSeconds(60).toNanos();

  /** After this, what a fault did to single clients is over. */
  private static final long SETTLING_NANOS = Duration.ofSeconds(60).toNanos();

  private static final long MILLI = 1_000_000L;

  /** An interval reduced to its counts. */
  private record Kept(long beginNanos, long endNanos, Ticks ticks, long noneFreeNanos) {
    /** Returns how much of the time without a free client may have been in a stretch of it. */
    long noneFreeNanos(long fromNanos, long toNanos) {
      long overlap = Math.min(endNanos, toNanos) - Math.max(beginNanos, fromNanos);
      return Math.clamp(noneFreeNanos, 0, Math.max(0, overlap));
    }
  }

  private final List<Step> steps;
  private final OfferedLoad offered;
  private final DisturbanceWindows windows = new DisturbanceWindows();
  private final FaultNodes nodes;
  private final NanoClock clock;
  private final Consumer<String> notes;
  private final IntervalListener next;
  private final List<Kept> kept = new ArrayList<>();
  private final List<FaultResult> settled = new ArrayList<>();
  private @Nullable StepSchedule schedule;
  private int told;

  PhaseFaults(
      List<? extends Step> steps,
      OfferedLoad offered,
      FaultNodes nodes,
      NanoClock clock,
      Consumer<String> notes,
      IntervalListener next) {
    this.steps = List.copyOf(steps);
    this.offered = offered;
    this.nodes = nodes;
    this.clock = clock;
    this.notes = notes;
    this.next = next;
  }

  @Override
  public void waiting(String what, long done, long all, long nanos) {
    next.waiting(what, done, all, nanos);
  }

  @Override
  public void ready() {
    next.ready();
  }

  @Override
  public void over() {
    next.over();
  }

  @Override
  public void began(long nanos, Instant startedAt) {
    next.began(nanos, startedAt);
    if (!steps.isEmpty()) {
      StepSchedule begun = new StepSchedule(steps, nodes, clock, nanos, startedAt);
      schedule = begun;
      begun.start();
    }
  }

  @Override
  public void ended(Interval interval) {
    if (isOfInterest(interval)) {
      kept.add(
          new Kept(
              interval.phaseNanos(),
              interval.endNanos(),
              interval.ticks(),
              interval.noneFreeNanos()));
      offered.ended(interval);
    }
    StepSchedule running = schedule;
    if (running != null) {
      tell(running.events());
      long end = interval.phaseNanos() + interval.wallNanos();
      settle(running.done(), end);
      windows.ended(
          interval, running.disturbances(), now -> recoveries(unsettled(running.done()), now));
    }
    next.ended(interval);
  }

  private List<StepSchedule.Done> unsettled(List<StepSchedule.Done> done) {
    return done.subList(settled.size(), done.size());
  }

  /**
   * Ends the account of what was recovered from long ago, so that a phase in which faults are
   * repeated keeps no more than one with a few.
   */
  private void settle(List<StepSchedule.Done> done, long now) {
    List<StepSchedule.Done> open = unsettled(done);
    for (int next = open.size() - 1; next > 0; next--) {
      long begin = open.get(next).when().beginNanos();
      if (now - begin < SETTLING_NANOS) {
        continue;
      }
      List<List<Recovery>> found = recoveries(open, now);
      Disturbance last = open.get(next - 1).when();
      long healthySince = begin - RecoveryRule.BEFORE_NANOS - last.beginNanos();
      boolean healthy =
          found.get(next - 1).stream()
              .allMatch(
                  recovery -> recovery.recoveredNanos().orElse(Long.MAX_VALUE) <= healthySince);
      if (healthy) {
        addResults(settled, open, found, next, now);
        long needed = begin - RecoveryRule.BEFORE_NANOS - SLACK_NANOS;
        kept.removeIf(part -> part.endNanos() < needed);
        return;
      }
    }
  }

  private void tell(List<EventResult> events) {
    events.subList(told, events.size()).forEach(event -> notes.accept(StepSchedule.note(event)));
    told = events.size();
  }

  private boolean isOfInterest(Interval interval) {
    long end = interval.phaseNanos() + interval.wallNanos();
    return steps.stream()
        .anyMatch(
            step ->
                end >= step.at().toNanos() - RecoveryRule.BEFORE_NANOS - SLACK_NANOS
                    && (step.every().isPresent() || interval.phaseNanos() <= last(step)));
  }

  private static long last(Step step) {
    return step.at().toNanos()
        + step.lasting().map(Duration::toNanos).orElse(0L)
        + RecoveryRule.HORIZON_NANOS
        + SLACK_NANOS;
  }

  /** Returns the phase's result with its faults and their effects; ends the schedule. */
  public PhaseResult added(PhaseResult phase) {
    StepSchedule ended = schedule;
    if (ended == null) {
      return phase;
    }
    close();
    tell(ended.events());
    List<StepSchedule.Done> open = unsettled(ended.done());
    List<List<Recovery>> recoveries = recoveries(open, phase.span().wallNanos());
    List<FaultResult> results = new ArrayList<>(settled);
    addResults(results, open, recoveries, open.size(), phase.span().wallNanos());
    Incidents incidents =
        new Incidents(
            Optional.of(results),
            Optional.of(ended.events()),
            results.isEmpty() ? Optional.empty() : Optional.of(FaultWindows.of(windows)));
    return phase.with(copy -> copy.incidents = incidents);
  }

  private List<List<Recovery>> recoveries(List<StepSchedule.Done> done, long endNanos) {
    return RecoveryRule.recoveries(
        ticks(), done.stream().map(StepSchedule.Done::when).toList(), offered, endNanos);
  }

  private Ticks ticks() {
    return Ticks.sum(kept.stream().map(Kept::ticks).toList());
  }

  /** Adds the results of the first faults that are not settled. */
  private void addResults(
      List<FaultResult> results,
      List<StepSchedule.Done> open,
      List<List<Recovery>> recoveries,
      int count,
      long endNanos) {
    Ticks all = ticks();
    for (int index = 0; index < count; index++) {
      StepSchedule.Done done = open.get(index);
      long begin = done.when().beginNanos();
      long next =
          index + 1 < open.size() ? open.get(index + 1).when().beginNanos() : Long.MAX_VALUE;
      long end = Math.min(endNanos, begin + RecoveryRule.HORIZON_NANOS);
      results.add(
          new FaultResult(
              done.step().toString(),
              done.kind(),
              done.node(),
              done.role(),
              begin,
              done.when().endNanos() - begin,
              OptionalLong.of(
                  Math.ceilDiv(all.longestStallNanos(begin, Math.min(next, end), end), MILLI)),
              noneFreeMillis(begin, Math.min(next, end)),
              recoveries.get(index).stream().map(RecoveryResult::of).toList()));
    }
  }

  private OptionalLong noneFreeMillis(long from, long to) {
    long nanos = kept.stream().mapToLong(interval -> interval.noneFreeNanos(from, to)).sum();
    return nanos < MILLI ? OptionalLong.empty() : OptionalLong.of(nanos / MILLI);
  }

  /** Ends the schedule, regardless of the phase's outcome. */
  @Override
  public void close() {
    StepSchedule running = schedule;
    if (running != null) {
      schedule = null;
      running.end();
    }
  }
}
