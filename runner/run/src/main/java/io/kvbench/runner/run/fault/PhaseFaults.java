package io.kvbench.runner.run.fault;

import io.kvbench.core.engine.IntervalListener;
import io.kvbench.core.measure.DisturbanceWindows;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.OfferedLoad;
import io.kvbench.core.measure.Recovery;
import io.kvbench.core.measure.RecoveryRule;
import io.kvbench.core.measure.Ticks;
import io.kvbench.core.result.EventResult;
import io.kvbench.core.result.FaultResult;
import io.kvbench.core.result.FaultResult.RecoveryResult;
import io.kvbench.core.result.FaultWindows;
import io.kvbench.core.result.PhaseResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The faults of one phase. Begins with the phase, keeps as much of its ticks as the recovery needs
 * and no more, however long the phase is, and adds what happened to the phase's result.
 */
public final class PhaseFaults implements IntervalListener, AutoCloseable {
  /** Faults may be late and intervals long. */
  private static final long SLACK_NANOS = Duration.ofSeconds(60).toNanos();

  private final List<Fault> faults;
  private final OfferedLoad offered;
  private final DisturbanceWindows windows = new DisturbanceWindows();
  private final FaultNodes nodes;
  private final NanoClock clock;
  private final Consumer<String> notes;
  private final IntervalListener next;
  private final List<Ticks> kept = new ArrayList<>();
  private @Nullable FaultSchedule schedule;
  private int told;

  PhaseFaults(
      List<Fault> faults,
      OfferedLoad offered,
      FaultNodes nodes,
      NanoClock clock,
      Consumer<String> notes,
      IntervalListener next) {
    this.faults = faults;
    this.offered = offered;
    this.nodes = nodes;
    this.clock = clock;
    this.notes = notes;
    this.next = next;
  }

  @Override
  public void opening(int opened, int all, long nanos) {
    next.opening(opened, all, nanos);
  }

  @Override
  public void began(long nanos, Instant startedAt) {
    next.began(nanos, startedAt);
    if (!faults.isEmpty()) {
      FaultSchedule begun = new FaultSchedule(faults, nodes, clock, nanos, startedAt);
      schedule = begun;
      begun.start();
    }
  }

  @Override
  public void ended(Interval interval) {
    if (isOfInterest(interval)) {
      kept.add(interval.ticks());
      offered.ended(interval);
    }
    FaultSchedule running = schedule;
    if (running != null) {
      tell(running.events());
      windows.ended(interval, running.disturbances(), now -> recoveries(running.done(), now));
    }
    next.ended(interval);
  }

  private void tell(List<EventResult> events) {
    events.subList(told, events.size()).forEach(event -> notes.accept(FaultSchedule.note(event)));
    told = events.size();
  }

  private boolean isOfInterest(Interval interval) {
    long end = interval.phaseNanos() + interval.wallNanos();
    return faults.stream()
        .mapToLong(fault -> fault.at().toNanos())
        .anyMatch(
            at ->
                end >= at - RecoveryRule.BEFORE_NANOS - SLACK_NANOS
                    && interval.phaseNanos() <= at + RecoveryRule.HORIZON_NANOS + SLACK_NANOS);
  }

  /** Returns the phase's result with what was done and what came of it; ends the schedule. */
  public PhaseResult added(PhaseResult phase) {
    FaultSchedule ended = schedule;
    if (ended == null) {
      return phase;
    }
    close();
    tell(ended.events());
    List<FaultSchedule.Done> done = ended.done();
    List<List<Recovery>> recoveries = recoveries(done, phase.wallNanos());
    List<FaultResult> results = new ArrayList<>();
    for (int index = 0; index < done.size(); index++) {
      results.add(result(done.get(index), recoveries.get(index)));
    }
    return phase.with(
        results,
        ended.events(),
        results.isEmpty() ? Optional.empty() : Optional.of(FaultWindows.of(windows)));
  }

  private List<List<Recovery>> recoveries(List<FaultSchedule.Done> done, long endNanos) {
    return RecoveryRule.recoveries(
        Ticks.sum(kept), done.stream().map(FaultSchedule.Done::when).toList(), offered, endNanos);
  }

  private static FaultResult result(FaultSchedule.Done done, List<Recovery> recovery) {
    return new FaultResult(
        done.fault().toString(),
        done.fault().action().name(),
        done.node().name(),
        done.role(),
        done.when().beginNanos(),
        done.when().endNanos() - done.when().beginNanos(),
        recovery.stream().map(RecoveryResult::of).toList());
  }

  /** Ends the schedule, whatever became of the phase. */
  @Override
  public void close() {
    FaultSchedule running = schedule;
    if (running != null) {
      schedule = null;
      running.end();
    }
  }
}
