package io.kvbench.runner.distributed.controller;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.engine.EngineLimits;
import io.kvbench.core.engine.IntervalListener;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.check.AcknowledgedRecords;
import io.kvbench.results.format.AgentResult;
import io.kvbench.runner.distributed.message.Hello;
import io.kvbench.runner.distributed.message.Order;
import io.kvbench.runner.distributed.message.Report;
import io.kvbench.runner.run.LoadTeam;
import io.kvbench.runner.run.LocalEndpoints;
import io.kvbench.runner.run.hosts.RelayedSamples;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The agents of one run, from their orders to their measurements. For the thread of the run. */
final class AgentTeam implements LoadTeam {
  /**
   * The time from the last order to the first request: every agent must have read the order by
   * then.
   */
  private static final Duration LEAD = Duration.ofMillis(500);

  /** The time to send one order; orders are sent one after the other. */
  private static final Duration LEAD_EACH = Duration.ofMillis(5);

  /** Agents report every second: one that is silent for this long hangs. */
  private static final Duration SILENCE = Duration.ofSeconds(20);

  /** The time in which reports of an agent may still arrive after its session has ended. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);

  /** The time in which an agent writes down half a billion records. */
  private static final Duration ACCOUNTING = Duration.ofMinutes(1);

  /** The time in which an agent ends a phase, beyond its drain. */
  private static final Duration ENDING = Duration.ofSeconds(3);

  private final RunPlan plan;
  private final NanoClock clock;
  private final AgentRendezvous assembly;
  private final List<RemoteAgent> members;
  private OptionalLong sampleMillis = OptionalLong.empty();
  private Optional<String> lost = Optional.empty();
  private Optional<String> unserved = Optional.empty();
  private long end;

  AgentTeam(RunPlan plan, NanoClock clock, AgentRendezvous assembly) {
    this.plan = plan;
    this.clock = clock;
    this.assembly = assembly;
    members = assembly.members();
  }

  @Override
  public Map<String, Long> processes() {
    return members.stream()
        .filter(RemoteAgent::isHere)
        .collect(Collectors.toMap(RemoteAgent::name, member -> member.hello().pid()));
  }

  /** On each machine, one agent samples it. */
  @Override
  public List<RelayedSamples> sample(Duration every) {
    sampleMillis = OptionalLong.of(every.toMillis());
    Set<Hello.Machine> machines = new HashSet<>();
    List<RelayedSamples> all = new ArrayList<>();
    for (RemoteAgent member : members) {
      if (!member.isHere() && machines.add(member.hello().machine())) {
        RelayedSamples samples = new RelayedSamples(member.name(), every);
        assembly.sample(member, samples);
        all.add(samples);
      }
    }
    return all;
  }

  @Override
  public void prepare(Settings settings, List<String> addresses)
      throws BindingException, InterruptedException {
    checkPlaces(addresses);
    List<Order.Assigned> assigned = new ArrayList<>();
    for (Settings.Entry entry : settings.entries()) {
      settings
          .text(entry.setting())
          .ifPresent(text -> assigned.add(new Order.Assigned(entry.setting().name(), text)));
    }
    for (RemoteAgent member : members) {
      tell(
          member,
          new Order.Prepare(
              plan.workloadName(),
              plan.system().name(),
              assigned,
              member.index(),
              members.size(),
              addresses,
              plan.workload().valueRun(),
              assembly.isSampled(member) ? sampleMillis : OptionalLong.empty(),
              plan.fileDigests()));
    }
    until(
        plan.connectTimeout().plus(SILENCE),
        report -> report instanceof Report.Prepared,
        (member, report) -> {});
  }

  /** Agents elsewhere would look for servers on their own loopback. */
  private void checkPlaces(List<String> addresses) throws BindingException {
    Optional<RemoteAgent> elsewhere =
        members.stream().filter(member -> !member.isHere()).findFirst();
    Optional<String> loopback = addresses.stream().filter(LocalEndpoints::isLoopback).findFirst();
    if (elsewhere.isPresent() && loopback.isPresent()) {
      throw new BindingException(
          "%s cannot reach %s, which is an address of this machine for itself; set endpoints to servers that all machines reach"
              .formatted(elsewhere.get().title(), loopback.get()));
    }
  }

  /** A handler of reports. */
  @FunctionalInterface
  private interface Handler {
    void take(RemoteAgent member, Report report);
  }

  /** Waits until every agent has made a report of a kind. */
  private void until(Duration patience, Predicate<Report> wanted, Handler handler)
      throws BindingException, InterruptedException {
    Set<RemoteAgent> waited = new HashSet<>(members);
    long deadline = clock.nanos() + patience.toNanos();
    for (RemoteAgent member : members) {
      if (member.hasLeft()) {
        throw gone(member, assembly.goneReason(member));
      }
    }
    while (!waited.isEmpty()) {
      Optional<ControllerEvent> event = assembly.next(deadline - clock.nanos());
      if (event.isEmpty()) {
        RemoteAgent silent = waited.iterator().next();
        throw gone(silent, "has not answered for " + patience.toSeconds() + " s");
      }
      RemoteAgent member = member(event.get()).orElse(null);
      if (member != null) {
        Report report = reportOrThrow(member, event.get());
        handler.take(member, report);
        if (wanted.test(report)) {
          waited.remove(member);
        }
      } else if (assembly.isStopped()) {
        throw new InterruptedException();
      }
    }
  }

  private Report reportOrThrow(RemoteAgent member, ControllerEvent event) throws BindingException {
    return switch (event) {
      case ControllerEvent.Reported(var agent, Report.Failed failed) ->
          throw gone(member, failed.message());
      case ControllerEvent.Reported reported -> reported.report();
      case ControllerEvent.Broken broken -> throw gone(member, broken.problem());
      default -> throw gone(member, assembly.goneReason(member));
    };
  }

  private BindingException gone(RemoteAgent member, String problem) {
    lose(member, problem);
    return new BindingException(member.title() + ": " + problem);
  }

  private Optional<RemoteAgent> member(ControllerEvent event) {
    return switch (event) {
      case ControllerEvent.Left left -> assembly.member(left.agent());
      case ControllerEvent.Reported reported -> assembly.member(reported.agent());
      case ControllerEvent.Broken broken -> assembly.member(broken.agent());
      case ControllerEvent.Joined joined -> {
        assembly.refuse(joined.agent(), joined.hello());
        yield Optional.empty();
      }
      case ControllerEvent.Woken woken -> Optional.empty();
    };
  }

  private static void tell(RemoteAgent member, Order order) throws BindingException {
    try {
      member.tell(order);
    } catch (IOException e) {
      throw new BindingException(member.title() + ": " + e.getMessage(), e);
    }
  }

  @Override
  public Measured run(int index, boolean checked, StopSignal stop, IntervalListener listener)
      throws BindingException, InterruptedException {
    PhasePlan whole = plan.phases().get(index);
    for (RemoteAgent member : members) {
      tell(member, new Order.Enter(index, end, checked));
    }
    until(
        plan.connectTimeout().plus(SILENCE),
        report -> report instanceof Report.Ready,
        (member, report) -> {
          if (report instanceof Report.Ready ready) {
            member.ready(ready.aheadNanos(), ready.errorNanos());
          }
          waiting(report, listener);
        });
    Instant at = clock.instant().plus(LEAD).plus(LEAD_EACH.multipliedBy(members.size()));
    for (RemoteAgent member : members) {
      tell(member, new Order.Begin(at));
    }
    long begin = clock.nanos() + Duration.between(clock.instant(), at).toNanos();
    while (clock.nanos() < begin && !stop.isGiven()) {
      clock.parkUntil(begin);
    }
    listener.began(begin, at);
    TeamPhase phase = new TeamPhase(whole, members, at, listener);
    follow(whole, phase, stop, listener);
    end = Math.max(end, phase.end());
    unserved = phase.unserved().map(RemoteAgent::title);
    return phase
        .measured()
        .orElseThrow(() -> new BindingException(lost.orElse("no agent has measured anything")));
  }

  private static void waiting(Report report, IntervalListener listener) {
    if (report instanceof Report.Waiting waiting) {
      listener.waiting(waiting.what(), waiting.done(), waiting.all(), waiting.nanos());
    }
  }

  /** An interruption ends the phase early, and is kept. */
  private void follow(
      PhasePlan whole, TeamPhase phase, StopSignal stop, IntervalListener listener) {
    boolean interrupted = false;
    boolean stopped = false;
    long[] heard = new long[members.size()];
    Arrays.fill(heard, clock.nanos());
    long deadline = latestEnd(whole);
    while (!phase.isOver()) {
      Optional<ControllerEvent> event = Optional.empty();
      try {
        event = assembly.next(Duration.ofSeconds(1).toNanos());
      } catch (InterruptedException e) {
        interrupted = true;
      }
      if (event.isPresent()) {
        Optional<RemoteAgent> member = member(event.get());
        if (member.isPresent() && event.get() instanceof ControllerEvent.Left) {
          // Its earlier reports may still arrive.
          member.get().leave(clock.nanos());
        } else if (member.isPresent() && !phase.hasEnded(member.get())) {
          heard[member.get().index()] = clock.nanos();
          take(phase, member.get(), event.get(), listener);
        }
      }
      boolean over = interrupted || stop.isGiven() || lost.isPresent() || phase.hasEndedEarly();
      if (!stopped && over) {
        stopped = true;
        phase.stopping();
        deadline = clock.nanos() + EngineLimits.INTERRUPTED_DRAIN.toNanos() + ENDING.toNanos();
        phase.running().forEach(member -> tryTo(member, new Order.Stop()));
      }
      for (RemoteAgent member : phase.running()) {
        long now = clock.nanos();
        if (member.isGoneSince(now - LAST_WORDS.toNanos())) {
          lose(phase, member, assembly.goneReason(member));
        } else if (now > deadline) {
          lose(phase, member, "has not ended the phase in time");
        } else if (now - heard[member.index()] > SILENCE.toNanos()) {
          lose(phase, member, "has not been heard from for " + SILENCE.toSeconds() + " s");
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The deadline of an agent that keeps reporting but does not end, where the phase has one. */
  private long latestEnd(PhasePlan phase) {
    return phase
        .duration()
        .map(planned -> planned.plus(plan.drainTimeout()).plus(ENDING).plus(SILENCE))
        .map(all -> clock.nanos() + all.toNanos())
        .orElse(Long.MAX_VALUE);
  }

  private void take(
      TeamPhase phase, RemoteAgent member, ControllerEvent event, IntervalListener listener) {
    switch (event) {
      case ControllerEvent.Reported(var agent, Report.Failed failed) ->
          lose(phase, member, failed.message());
      case ControllerEvent.Reported(var agent, Report report) -> {
        waiting(report, listener);
        phase.take(member, report).ifPresent(problem -> lose(phase, member, problem));
      }
      case ControllerEvent.Broken broken -> lose(phase, member, broken.problem());
      case ControllerEvent.Left left -> {}
      case ControllerEvent.Joined joined -> {}
      case ControllerEvent.Woken woken -> {}
    }
  }

  /** Tells a lost agent that is still connected to send nothing more. */
  private void lose(TeamPhase phase, RemoteAgent member, String problem) {
    tryTo(member, new Order.Stop());
    phase.lose(member);
    lose(member, problem);
  }

  private void lose(RemoteAgent member, String problem) {
    member.lose();
    if (lost.isEmpty()) {
      lost = Optional.of(member.title() + ": " + problem);
    }
  }

  private static void tryTo(RemoteAgent member, Order order) {
    try {
      member.tell(order);
    } catch (IOException e) {
      // The agent cannot be reached, and ends with its session.
    }
  }

  @Override
  public void account(AcknowledgedRecords book) throws BindingException, InterruptedException {
    for (RemoteAgent member : members) {
      tell(member, new Order.Account());
    }
    List<String> problems = new ArrayList<>();
    until(
        ACCOUNTING,
        report -> report instanceof Report.Accounted,
        (member, report) -> {
          if (report instanceof Report.Accounted accounted) {
            add(accounted, book).ifPresent(why -> problems.add(member.title() + ": " + why));
          }
        });
    if (!problems.isEmpty()) {
      throw new BindingException(problems.getFirst());
    }
  }

  /** Returns why an account is of no use, if it is not. Its bytes are not kept. */
  private static Optional<String> add(Report.Accounted accounted, AcknowledgedRecords book) {
    if (accounted.problem().isPresent()) {
      return accounted.problem();
    }
    try {
      book.add(accounted.book());
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("its account of records cannot be read: " + e.getMessage());
    }
  }

  @Override
  public Optional<String> lost() {
    return lost;
  }

  @Override
  public Optional<String> unserved() {
    return unserved;
  }

  @Override
  public List<AgentResult> results() {
    return members.stream().map(RemoteAgent::result).toList();
  }

  @Override
  public void close() {
    Set<String> leaving = new HashSet<>();
    for (RemoteAgent member : members) {
      tryTo(member, new Order.Leave());
      if (!member.isLost() && !member.hasLeft()) {
        leaving.add(member.session());
      }
    }
    assembly.awaitLeft(leaving);
    assembly.close();
  }
}
