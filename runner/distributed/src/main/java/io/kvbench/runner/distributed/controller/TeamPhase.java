package io.kvbench.runner.distributed.controller;

import io.kvbench.core.engine.IntervalListener;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.MergedIntervals;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.workload.key.RunPart;
import io.kvbench.results.directory.MeasurementCodec;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.format.AgentResult.AgentPhase;
import io.kvbench.results.format.ClientCondition;
import io.kvbench.results.format.TimeResult;
import io.kvbench.runner.distributed.message.Hello;
import io.kvbench.runner.distributed.message.Report;
import io.kvbench.runner.run.LoadTeam.Measured;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/** A running phase of several agents. For the thread of the run. */
final class TeamPhase {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int HICCUPS = 99;

  private final PhasePlan plan;
  private final List<RemoteAgent> members;
  private final Instant planned;
  private final IntervalListener listener;
  private final MergedIntervals intervals;
  private final List<RemoteAgent> running;
  private final Map<Integer, Ended> ended = new TreeMap<>();
  private long end;
  private boolean stopping;
  private boolean measures;
  private boolean endedEarly;
  private Optional<RemoteAgent> unserved = Optional.empty();

  private record Ended(RemoteAgent member, PhaseMeasurement measured, ClientCondition condition) {}

  /**
   * Begins a phase.
   *
   * @param planned when the agents were told to begin, on this process's clock
   */
  TeamPhase(PhasePlan plan, List<RemoteAgent> members, Instant planned, IntervalListener listener) {
    this.plan = plan;
    this.members = members;
    this.planned = planned;
    this.listener = listener;
    this.intervals = new MergedIntervals(members.size(), SECOND.toNanos());
    this.running = new ArrayList<>(members);
  }

  List<RemoteAgent> running() {
    return List.copyOf(running);
  }

  boolean isOver() {
    return running.isEmpty();
  }

  boolean hasEnded(RemoteAgent member) {
    return !running.contains(member);
  }

  /** Returns the number behind the largest that an agent has inserted. */
  long end() {
    return end;
  }

  /** Takes a report; returns what is wrong with it, if anything is. */
  Optional<String> take(RemoteAgent member, Report report) {
    try {
      switch (report) {
        case Report.Passed passed ->
            told(
                intervals.add(
                    member.index(), MeasurementCodec.interval(passed.interval(), member.title())));
        case Report.Ended over -> {
          ended.put(
              member.index(),
              new Ended(
                  member,
                  MeasurementCodec.measurement(over.measured(), member.title()),
                  MeasurementCodec.condition(over.condition(), member.title())));
          end = Math.max(end, over.end());
          leave(member);
          return unplanned(ended.get(member.index()));
        }
        default -> {}
      }
      return Optional.empty();
    } catch (ResultFormatException | IllegalArgumentException e) {
      // The latter where parts cannot be of one phase, as after a step of a clock.
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** An agent whose process gets a signal ends its part of the phase without an order. */
  private Optional<String> unplanned(Ended over) {
    endedEarly |= over.measured.end() != PhaseEnd.PLANNED;
    if (over.measured.end() == PhaseEnd.STORE_UNAVAILABLE && unserved.isEmpty()) {
      unserved = Optional.of(over.member);
    }
    return over.measured.end() == PhaseEnd.INTERRUPTED && !stopping
        ? Optional.of("was stopped")
        : Optional.empty();
  }

  /** Records that agents were told to stop. */
  void stopping() {
    stopping = true;
  }

  /** Returns whether an agent has ended before the planned end: the others are to follow. */
  boolean hasEndedEarly() {
    return endedEarly;
  }

  /** Returns the first agent that has ended because the store did not answer it. */
  Optional<RemoteAgent> unserved() {
    return unserved;
  }

  /** Goes on without an agent. */
  void lose(RemoteAgent member) {
    if (!hasEnded(member)) {
      leave(member);
    }
  }

  private void leave(RemoteAgent member) {
    running.remove(member);
    told(intervals.ended(member.index()));
  }

  private void told(List<Interval> merged) {
    measures |= !merged.isEmpty();
    merged.forEach(listener::ended);
  }

  /**
   * Returns the measurements of the agents, and for lost ones those reported until then; empty
   * where there are none.
   */
  Optional<Measured> measured() {
    if (ended.isEmpty() && !measures) {
      return Optional.empty();
    }
    Instant first =
        ended.values().stream()
            .map(each -> each.measured.startedAt())
            .min(Comparator.naturalOrder())
            .orElse(planned);
    ended.values().forEach(each -> each.member.measured(figures(each, first)));
    PhaseMeasurement merged =
        intervals.measurement(
            members.stream()
                .map(member -> Optional.ofNullable(ended.get(member.index())).map(Ended::measured))
                .toList());
    Optional<ClientCondition> condition =
        ended.values().stream()
            .map(Ended::condition)
            .reduce(ClientCondition::plus)
            .map(all -> all.on(processors()));
    return Optional.of(new Measured(merged, condition));
  }

  /** Agents on one machine share its processors. */
  private int processors() {
    Map<Hello.Machine, Integer> byMachine = new HashMap<>();
    for (Ended each : ended.values()) {
      byMachine.merge(each.member.hello().machine(), each.condition.processors(), Math::max);
    }
    return byMachine.values().stream().mapToInt(Integer::intValue).sum();
  }

  private AgentPhase figures(Ended agent, Instant first) {
    PhaseMeasurement measured = agent.measured;
    ClientCondition condition = agent.condition;
    long inTime =
        measured.recorded().okCount() - measured.drain().map(drain -> drain.okCount()).orElse(0L);
    TimeHistogram response = measured.recorded().okResponse();
    return new AgentPhase(
        plan.title(),
        new RunPart(agent.member.index(), members.size()).size(plan.clients()),
        measured.sendingNanos() == 0 ? 0 : inTime * 1e9 / measured.sendingNanos(),
        response.count() == 0 ? Optional.empty() : Optional.of(TimeResult.of(response)),
        TimeResult.of(measured.recorded().lag()),
        measured.wallNanos() == 0
            ? OptionalDouble.empty()
            : OptionalDouble.of(
                (double) condition.cpuNanos() / condition.windowNanos(measured.wallNanos())),
        condition.processors(),
        condition.hiccups().count() == 0
            ? OptionalLong.empty()
            : OptionalLong.of(condition.hiccups().times().percentileNanos(HICCUPS) / 1_000),
        connectionErrors(measured.recorded()),
        Duration.between(first, measured.startedAt()).toNanos() / 1_000);
  }

  private static long connectionErrors(Snapshot recorded) {
    long errors = 0;
    for (OperationType type : recorded.operations().keySet()) {
      if (!type.isComposite()) {
        errors += recorded.count(type, ErrorKind.CONNECTION_LOST);
      }
    }
    return errors;
  }
}
