package io.kvbench.runner.run.find;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.plan.ArrivalShape;
import io.kvbench.core.plan.ConstantRate;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.PoissonArrivals;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.search.Bounds;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.WorkloadSettings;
import io.kvbench.results.format.FindResult;
import io.kvbench.results.format.FindResult.Outcome;
import io.kvbench.results.format.FindResult.Probe;
import io.kvbench.results.format.FindResult.Range;
import io.kvbench.results.format.FindResult.Status;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.runner.run.PhaseChooser;
import io.kvbench.runner.run.find.FindSettings.SearchVariable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A search: chooses the probes of a run and judges them. Every probe is a phase like any other, on
 * the same connections; it ends when all that was sent is answered or given up, so that none meets
 * the backlog of another. For the thread of the run.
 */
public final class Find implements PhaseChooser {
  private final RunPlan plan;
  private final Settings settings;
  private final NanoClock clock;
  private final FindListener listener;
  private final SearchVariable what;
  private final Strategy strategy;
  private final ProbeJudge judge;
  private final ClientShortage shortage = new ClientShortage();
  private final Instant startedAt;
  private final long deadline;
  private final List<Probe> probes = new ArrayList<>();
  private Status status = Status.RUNNING;
  private String reason = "the search has not ended";
  private int number;
  private @Nullable Load load;
  private @Nullable ProbeWindow part;

  /**
   * Begins a search; its time counts from now.
   *
   * @param plan from {@link #prepared}
   */
  public Find(RunPlan plan, NanoClock clock, FindListener listener) {
    this.plan = plan;
    this.settings = plan.settings();
    this.clock = clock;
    this.listener = listener;
    what = settings.get(FindSettings.WHAT);
    judge = new ProbeJudge(settings);
    startedAt = clock.instant();
    deadline = clock.nanos() + settings.get(FindSettings.MAX_TIME).toNanos();
    int clients = plan.phases().getLast().clients();
    strategy =
        switch (what) {
          case RATE -> new RateStrategy(clients, settings);
          case CURVE -> new CurveStrategy(clients, settings);
          case CLIENTS -> new ClientsStrategy(clients, settings);
        };
  }

  /**
   * Returns the plan of a run as that of a search: its last phase, the run, stands for all probes,
   * and the warmup is a closed loop, as no rate is known by then.
   */
  public static RunPlan prepared(RunPlan plan) {
    List<PhasePlan> phases = new ArrayList<>();
    for (PhasePlan phase : plan.phases()) {
      phases.add(
          switch (phase.name()) {
            case LOAD, PROBE -> phase;
            case WARMUP -> phase.with(new LoadModel.ClosedLoop());
            case RUN -> phase.as(PhaseName.PROBE);
          });
    }
    return plan.withPhases(phases);
  }

  @Override
  public Optional<PhasePlan> next(PhasePlan like) {
    if (status != Status.RUNNING) {
      return Optional.empty();
    }
    Optional<Load> chosen = strategy.next();
    if (chosen.isEmpty()) {
      ended();
      return Optional.empty();
    }
    long left = deadline - clock.nanos();
    if (left <= 0) {
      end(Status.TIME_UP, "the time is up (find.max.time)");
      return Optional.empty();
    }
    Load next = chosen.get();
    LoadModel model = model(next, like);
    load = next;
    part = new ProbeWindow(model, settings.get(FindSettings.SETTLE));
    number++;
    listener.probing(number, next, strategy.estimate(), Duration.ofNanos(left));
    return Optional.of(like.probe(number, next.clients(), model));
  }

  private LoadModel model(Load next, PhasePlan like) {
    if (next.perSecond().isEmpty()) {
      return like.loadModel() instanceof LoadModel.ClosedLoop closed
          ? closed
          : new LoadModel.ClosedLoop();
    }
    double rate = next.perSecond().getAsDouble();
    return new LoadModel.OpenLoop(
        settings.get(RunSettings.ARRIVALS) == ArrivalShape.POISSON
            ? new PoissonArrivals(rate, settings.get(WorkloadSettings.SEED) + number)
            : new ConstantRate(rate));
  }

  private void ended() {
    if (strategy.isFound()) {
      end(Status.FOUND, "the interval is as precise as asked for");
    } else if (probes.stream().anyMatch(probe -> probe.outcome() == Outcome.CLIENT_LIMITED)) {
      limited();
    } else {
      end(Status.OUT_OF_RANGE, what == SearchVariable.CLIENTS ? unsaturated() : unbounded());
    }
  }

  private String unsaturated() {
    return strategy.capacity().orElse(0) > 0
        ? "throughput still grows at the largest number of clients; allow more (-threads)"
        : "no operation was answered without an error";
  }

  private String unbounded() {
    return strategy.bounds().low().isEmpty()
        ? "no probe kept the thresholds"
        : "every probe kept the thresholds";
  }

  private void limited() {
    end(
        Status.CLIENT_LIMITED,
        "the client, not the store, was the limit: the store may do more than the lower end");
  }

  private void end(Status ending, String why) {
    status = ending;
    reason = why;
  }

  @Override
  public void interval(Interval interval) {
    if (part != null) {
      part.add(interval);
    }
  }

  @Override
  public void ended(PhaseResult probe) {
    Load sent = load;
    ProbeWindow measured = part;
    if (sent == null || measured == null) {
      throw new IllegalStateException("no probe was begun");
    }
    measured.end(probe);
    Probe judged = judge.judge(number, sent, measured, probe);
    probes.add(judged);
    shortage.add(judged, probe);
    if (judged.outcome() != Outcome.CLIENT_LIMITED) {
      strategy.add(sent, judged);
    } else if (!strategy.addLimited(sent)) {
      limited();
    }
    listener.probed(judged, result());
  }

  /** Returns what is known so far. */
  public FindResult result() {
    return result(status, reason);
  }

  /** Returns what was found by a run that has ended. */
  public FindResult result(RunResult run) {
    String why = run.statusReason().orElse("kvbench ended before the search did");
    return switch (run.status()) {
      case COMPLETE -> result();
      case PARTIAL -> result(Status.INTERRUPTED, why);
      case FAILED -> result(Status.FAILED, why);
    };
  }

  private FindResult result(Status how, String why) {
    Bounds bounds = strategy.bounds();
    Range range = new Range(bounds.low(), bounds.high());
    boolean clients = what == SearchVariable.CLIENTS;
    return new FindResult(
        FindResult.SCHEMA,
        how,
        why,
        what.name().toLowerCase(Locale.ROOT),
        plan.workloadName(),
        plan.system().name(),
        startedAt,
        clients ? Optional.empty() : Optional.of(range),
        clients ? Optional.of(range) : Optional.empty(),
        clients ? List.of() : judge.thresholds(),
        strategy.method(),
        strategy.confidence(),
        strategy.precision(),
        strategy.capacity(),
        what == SearchVariable.CURVE ? bounds.low() : OptionalDouble.empty(),
        what == SearchVariable.CURVE ? collapse(probes) : OptionalDouble.empty(),
        clients ? List.of() : shortage.notes(),
        probes);
  }

  /** Returns the rate of the first point from which on less than the peak's share was achieved. */
  static OptionalDouble collapse(List<Probe> probes) {
    List<Probe> points = probes.stream().filter(Find::isPoint).toList();
    double peak = points.stream().mapToDouble(Probe::achievedPerSecond).max().orElse(0);
    OptionalDouble from = OptionalDouble.empty();
    boolean peaked = false;
    for (Probe probe : points) {
      peaked |= probe.achievedPerSecond() == peak;
      boolean low = probe.achievedPerSecond() < FindResult.COLLAPSE * peak;
      if (!low || !peaked) {
        from = OptionalDouble.empty();
      } else if (from.isEmpty()) {
        from = probe.offeredPerSecond();
      }
    }
    return from;
  }

  /** Returns whether a probe shows the store's behaviour at a rate. */
  private static boolean isPoint(Probe probe) {
    return probe.offeredPerSecond().isPresent() && probe.outcome() != Outcome.CLIENT_LIMITED;
  }
}
