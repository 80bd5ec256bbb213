package io.kvbench.runner.run;

import io.kvbench.core.engine.LoadChange;
import io.kvbench.core.engine.LoadChangeException;
import io.kvbench.core.engine.LoadControl;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.Rates;
import io.kvbench.core.workload.request.RunSources;
import io.kvbench.results.format.EventResult;
import io.kvbench.results.format.PhaseResult;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The controls of a running benchmark's load: rates, numbers of clients and mixes, for a user at
 * the terminal or a service. Each change is an event of the phase, with the time from which it
 * applies. Only run phases can be changed, not the load phase, a warm-up or a probe. For any
 * thread.
 */
public final class LiveLoad {

  /**
   * The load of one mix as it is now.
   *
   * @param mix its name; empty where the run has one mix
   * @param perSecond the rate that is meant for this moment; empty in a closed loop
   * @param clients how many clients may send
   * @param allClients how many there are, be they standing by
   * @param shares of each kind of request that was planned, from 0 to 1
   */
  public record Lane(
      String mix,
      OptionalDouble perSecond,
      int clients,
      int allClients,
      Map<OperationType, Double> shares) {
    public Lane {
      shares = Map.copyOf(shares);
    }
  }

  private record Running(String mix, PhasePlan plan, LoadControl control, int index) {
    String title() {
      return mix.isEmpty() ? "" : "mix " + mix + ": ";
    }
  }

  private final NanoClock clock;
  private final List<Running> lanes = new ArrayList<>();
  private final List<EventResult> events = new ArrayList<>();
  private Optional<RunSources> sources = Optional.empty();
  private String refusal = "no run phase is in progress";
  private int told;

  LiveLoad(NanoClock clock) {
    this.clock = clock;
  }

  /** Says why nothing can be changed in this run. */
  synchronized void refuse(String why) {
    refusal = why;
  }

  /**
   * Begins with a phase.
   *
   * @param initial how many clients send at its beginning, if not all
   * @return what changes each of its lanes, or all of it
   */
  synchronized List<LoadControl> begin(
      PhasePlan phase, RunSources from, Optional<Integer> initial) {
    end();
    sources = Optional.of(from);
    events.clear();
    told = 0;
    if (phase.lanes().isEmpty()) {
      lanes.add(new Running("", phase, new LoadControl(), 0));
    }
    for (LoadModel.Lane lane : phase.lanes()) {
      lanes.add(new Running(lane.mix(), lane.phase(), new LoadControl(), lanes.size()));
    }
    initial.ifPresent(count -> lanes.forEach(lane -> begin(lane.control, count)));
    return lanes.stream().map(Running::control).toList();
  }

  private static void begin(LoadControl control, int clients) {
    try {
      control.clients(clients);
    } catch (LoadChangeException e) {
      throw new IllegalStateException(e); // Planning has checked it.
    }
  }

  /** Ends with the phase. */
  synchronized void end() {
    lanes.clear();
    sources = Optional.empty();
  }

  /** Returns why nothing can be changed if there are no {@link #lanes}, as a clause. */
  public synchronized String refusal() {
    return refusal;
  }

  /**
   * Returns the load of each mix, in the order of the plan; nothing if no run phase is in progress.
   */
  public synchronized List<Lane> lanes() {
    return lanes.stream()
        .filter(lane -> lane.control.phaseNanos().isPresent())
        .map(
            lane ->
                new Lane(
                    lane.mix,
                    lane.control.perSecond(),
                    lane.control.clients(),
                    lane.control.allClients(),
                    sources.orElseThrow().shares(lane.index)))
        .toList();
  }

  /**
   * Changes all that is in a change, or nothing.
   *
   * @return what has changed, in words
   * @throws LoadChangeException with words for the user, if any of it cannot be
   */
  public synchronized List<String> change(LoadChange change) throws LoadChangeException {
    Running lane = lane(change.mix());
    if (change.perSecond().isPresent()) {
      lane.control.checkRate(change.perSecond().getAsDouble());
    }
    if (change.clients().isPresent()) {
      lane.control.checkClients(change.clients().getAsInt());
    }
    int before = events.size();
    if (!change.weights().isEmpty()) {
      mix(change.mix(), change.weights());
    }
    if (change.perSecond().isPresent()) {
      rate(change.mix(), change.perSecond().getAsDouble());
    }
    if (change.clients().isPresent()) {
      clients(change.mix(), change.clients().getAsInt());
    }
    return events.subList(before, events.size()).stream().map(EventResult::message).toList();
  }

  /**
   * Changes a rate, in place of the rest of its schedule.
   *
   * @param mix whose, as in {@link #lanes}
   * @param perSecond at least 0, which is a pause
   * @throws LoadChangeException with words for the user, if that cannot be
   */
  public synchronized void rate(String mix, double perSecond) throws LoadChangeException {
    Running lane = lane(mix);
    long at = lane.control.rate(perSecond);
    event(lane, EventResult.RATE, "rate " + Rates.words(perSecond), at);
  }

  /**
   * Changes how many clients send; the others stand by.
   *
   * @param mix whose, as in {@link #lanes}
   * @param count at least 1, at most as many as the run was planned with
   * @throws LoadChangeException with words for the user, if that cannot be
   */
  public synchronized void clients(String mix, int count) throws LoadChangeException {
    Running lane = lane(mix);
    lane.control.clients(count);
    event(lane, EventResult.CLIENTS, count + (count == 1 ? " client" : " clients"), now(lane));
  }

  /**
   * Changes a mix.
   *
   * @param mix which, as in {@link #lanes}
   * @param weights of kinds of requests that were planned; those that are missing are left out
   * @throws LoadChangeException with words for the user, if that cannot be
   */
  public synchronized void mix(String mix, Map<OperationType, Double> weights)
      throws LoadChangeException {
    Running lane = lane(mix);
    try {
      sources.orElseThrow().change(lane.index, weights);
    } catch (IllegalArgumentException e) {
      throw new LoadChangeException(String.valueOf(e.getMessage()));
    }
    event(lane, EventResult.MIX, words(sources.orElseThrow().shares(lane.index)), now(lane));
  }

  private static String words(Map<OperationType, Double> shares) {
    return shares.entrySet().stream()
        .map(share -> percent(share.getValue()) + " % " + share.getKey())
        .collect(Collectors.joining(", "));
  }

  private static String percent(double share) {
    return BigDecimal.valueOf(share * 100)
        .round(new MathContext(4))
        .stripTrailingZeros()
        .toPlainString();
  }

  private Running lane(String mix) throws LoadChangeException {
    if (lanes.stream().allMatch(lane -> lane.control.phaseNanos().isEmpty())) {
      throw new LoadChangeException(refusal);
    }
    for (Running lane : lanes) {
      if (lane.mix.equals(mix)) {
        now(lane);
        return lane;
      }
    }
    throw new LoadChangeException(
        "no mix '%s'; there %s"
            .formatted(
                mix,
                lanes.size() == 1 && lanes.getFirst().mix.isEmpty()
                    ? "is one, without a name"
                    : "are " + lanes.stream().map(Running::mix).collect(Collectors.joining(", "))));
  }

  private static long now(Running lane) throws LoadChangeException {
    OptionalLong now = lane.control.phaseNanos();
    if (now.isEmpty()) {
      throw new LoadChangeException("this mix has ended");
    }
    return now.getAsLong();
  }

  private void event(Running lane, String kind, String words, long at) throws LoadChangeException {
    Instant when = clock.instant().plusNanos(at - now(lane));
    events.add(
        new EventResult(
            EventResult.OPERATOR,
            kind,
            Optional.empty(),
            lane.title() + words + " by hand",
            at,
            when));
  }

  /** Returns the changes that were not returned yet, in sentences. */
  synchronized List<String> untold() {
    List<String> news =
        events.subList(told, events.size()).stream().map(EventResult::message).toList();
    told = events.size();
    return news;
  }

  /** Returns a phase with the schedules that it really had. */
  synchronized PhasePlan actual(PhasePlan phase) {
    if (lanes.isEmpty()) {
      return phase;
    }
    if (phase.lanes().isEmpty()) {
      return phase.with(lanes.getFirst().control.model(phase.loadModel()));
    }
    List<LoadModel.Lane> changed = new ArrayList<>();
    for (Running lane : lanes) {
      changed.add(
          new LoadModel.Lane(lane.mix, lane.plan.with(lane.control.model(lane.plan.loadModel()))));
    }
    return phase.with(new LoadModel.SideBySide(changed));
  }

  /** Returns the phase's result with all changes of its load, planned or not. */
  synchronized PhaseResult added(PhasePlan actual, PhaseResult result) {
    List<EventResult> all = new ArrayList<>(ScheduledChanges.of(actual, result));
    all.addAll(events);
    return result.with(copy -> copy.incidents = copy.incidents.with(all));
  }
}
