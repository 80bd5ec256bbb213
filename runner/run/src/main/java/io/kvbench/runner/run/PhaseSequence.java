package io.kvbench.runner.run;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.engine.EngineLimits;
import io.kvbench.core.engine.IntervalListener;
import io.kvbench.core.engine.LoadControl;
import io.kvbench.core.engine.PhaseRunner;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.workload.check.AcknowledgedRecords;
import io.kvbench.core.workload.check.ValueCheck;
import io.kvbench.core.workload.key.RunPart;
import io.kvbench.core.workload.replay.ReplayComparison;
import io.kvbench.core.workload.request.RequestSource;
import io.kvbench.results.format.IntervalResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.ReplayResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.verdict.SloWatch;
import io.kvbench.runner.run.fault.PhaseFaults;
import io.kvbench.runner.run.fault.RunFaults;
import io.kvbench.runner.run.watch.ClientWatch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The phases of a run, one after the other, until one of them ends early. */
final class PhaseSequence {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final RunPlan plan;
  private final RunRecord run;
  private final RunFiles files;
  private final NanoClock clock;
  private final StopSignal stop;
  private final RunListener listener;
  private final LiveLoad live;
  private final Optional<PhaseChooser> chooser;
  private final StoreConnections connections;
  private final Optional<LoadTeam> team;
  private final RunFaults faults;
  private final AcknowledgedRecords book;
  private final Optional<RunHistory> history;
  private final EngineLimits limits;
  private final Optional<ValueCheck> values;
  private final Optional<ReplayComparison> replayed;
  private final PhaseSources sources;
  private final Optional<SloWatch> thresholds;
  private List<LoadControl> controls = List.of();
  private Optional<String> broken = Optional.empty();
  private int intervals;

  PhaseSequence(
      RunContext context,
      StoreConnections connections,
      Optional<LoadTeam> team,
      RunFaults faults,
      AcknowledgedRecords book) {
    plan = context.plan();
    run = context.record();
    files = context.files();
    clock = context.clock();
    stop = context.stop();
    listener = context.listener();
    live = context.live();
    chooser = context.chooser();
    this.connections = connections;
    this.team = team;
    this.faults = faults;
    this.book = book;
    history = context.history();
    limits = new EngineLimits(plan.drainTimeout(), plan.unavailableTimeout(), INTERVAL);
    thresholds = SloWatch.of(plan.settings());
    sources = new PhaseSources(plan.workload(), RunPart.WHOLE);
    values = plan.workload().valueCheck(plan.system().promises());
    replayed = plan.workload().replay().map(trace -> new ReplayComparison());
  }

  void perform() throws BindingException {
    RecordsBefore before = new RecordsBefore(plan, run.cluster(), listener);
    before.sayWhatIsMissing();
    for (PhasePlan phase : plan.phases()) {
      if (stop.isGiven()) {
        run.end(RunStatus.PARTIAL, "interrupted before the " + phase.title());
        return;
      }
      if (!before.replaceLoad(phase) && perform(phase)) {
        return;
      }
    }
    run.complete();
  }

  /** Returns whether the phase, or one of the probes in its place, ended early. */
  private boolean perform(PhasePlan phase) throws BindingException {
    if (phase.name() != PhaseName.PROBE) {
      return measure(phase);
    }
    PhaseChooser probes = chooser.orElseThrow();
    for (Optional<PhasePlan> next = probes.next(phase);
        next.isPresent();
        next = probes.next(phase)) {
      if (measure(next.get())) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the phase ended early, so that no other may follow. */
  private boolean measure(PhasePlan phase) throws BindingException {
    Binding binding = connect(phase);
    if (binding == null) {
      return true;
    }
    listener.phaseStarted(phase);
    history.ifPresent(recorded -> recorded.beginPhase(run.cluster().keysBefore().orElse(1) > 0));
    OptionalLong opened = team.isPresent() ? OptionalLong.empty() : binding.connectionsOpened();
    PhaseEnd end;
    StopSignal phaseStop = new StopSignal();
    Runnable forward = phaseStop::give;
    stop.listen(forward);
    try (ClientWatch watch = new ClientWatch(clock);
        PhaseFaults disturbed =
            faults.in(
                phase,
                () -> live.actual(phase),
                plan.workload().mix(phase.name() == PhaseName.LOAD),
                listener::note,
                intervals(phase, watch, phaseStop))) {
      Optional<SideBySidePhase> mixes = sideBySide(phase, binding, disturbed, phaseStop);
      LoadTeam.Measured all =
          mixes.isPresent()
              ? carryOut(mixes.get(), phase, watch, phaseStop)
              : carryOut(phase, binding, watch, disturbed, phaseStop);
      PhaseMeasurement measured = all.measurement();
      PhasePlan actual = live.actual(phase);
      PhaseResult whole =
          PhaseResult.of(
                  actual,
                  plan.connections(phase),
                  connections.serverCount(),
                  measured,
                  all.condition())
              .with(
                  copy -> {
                    copy.connectionUse = copy.connectionUse.with(plan.ownConnections(phase));
                    copy.audit = copy.audit.map(each -> each.with(since(opened, binding)));
                  });
      PhaseResult result =
          disturbed.added(mixes.map(each -> whole.withMixes(each.results(actual))).orElse(whole));
      run.phase(compared(phase, live.added(actual, result)), measured.repeatedCompletions());
      end = measured.end();
      if (phase.name() == PhaseName.PROBE && end == PhaseEnd.PLANNED) {
        chooser.ifPresent(probes -> probes.ended(result));
      }
    } catch (InterruptedException e) {
      run.end(RunStatus.PARTIAL, "interrupted before the " + phase.title());
      return true;
    } catch (BindingException e) {
      Optional<String> lost = team.flatMap(LoadTeam::lost);
      if (lost.isEmpty() || run.measured().isEmpty()) {
        throw e;
      }
      run.end(RunStatus.PARTIAL, lost.get() + " before the " + phase.title());
      return true;
    } finally {
      live.end();
      stop.forget(forward);
    }
    listener.phaseEnded(phase);
    return endedEarly(phase, end);
  }

  private LoadTeam.Measured carryOut(
      PhasePlan phase,
      Binding binding,
      ClientWatch watch,
      IntervalListener disturbed,
      StopSignal phaseStop)
      throws BindingException, InterruptedException {
    if (team.isPresent()) {
      boolean checked = checked(phase).isPresent();
      return team.get().run(plan.phases().indexOf(phase), checked, phaseStop, disturbed);
    }
    IntFunction<RequestSource> requests = sources.of(phase);
    control(phase);
    PhaseMeasurement measured =
        runner(phase, 0).run(phase, binding, requests, phaseStop, disturbed);
    return new LoadTeam.Measured(measured, watch.condition());
  }

  /** Only run phases can be changed, not loads, warm-ups, probes and what a trace decides. */
  private void control(PhasePlan phase) {
    if (plan.workload().replay().isPresent()) {
      live.refuse("a trace decides which requests are sent and when");
    }
    controls =
        phase.name() == PhaseName.RUN && plan.workload().replay().isEmpty()
            ? live.begin(
                phase, sources.running(), plan.settings().find(RunSettings.INITIAL_CLIENTS))
            : List.of();
  }

  private PhaseRunner runner(PhasePlan phase, int lane) {
    Optional<ValueCheck> check = StoreReadBack.followed(plan, phase, checked(phase), book);
    Optional<ValueCheck> followed =
        history.map(recorded -> recorded.followed(check)).or(() -> check);
    PhaseRunner runner = new PhaseRunner(clock, limits, followed);
    return lane < controls.size() ? runner.with(controls.get(lane)) : runner;
  }

  private Optional<SideBySidePhase> sideBySide(
      PhasePlan phase, Binding binding, IntervalListener disturbed, StopSignal phaseStop) {
    return phase.loadModel() instanceof LoadModel.SideBySide mixes
        ? Optional.of(
            new SideBySidePhase(
                mixes,
                binding,
                lane -> runner(phase.lanes().get(lane).phase(), lane),
                limits.interval(),
                disturbed,
                (lane, interval) -> {
                  LoadModel.Lane mix = live.actual(phase).lanes().get(lane);
                  files.append(mix.mix(), IntervalResult.of(0, mix.phase(), interval));
                  if (isJudged(mix.phase(), interval)) {
                    judge(phaseStop, watched -> watched.add(mix.mix(), interval));
                  }
                }))
        : Optional.empty();
  }

  private void judge(StopSignal phaseStop, Function<SloWatch, Optional<String>> interval) {
    if (broken.isEmpty()) {
      broken = thresholds.flatMap(interval);
      broken.ifPresent(threshold -> phaseStop.give());
    }
  }

  private LoadTeam.Measured carryOut(
      SideBySidePhase mixes, PhasePlan phase, ClientWatch watch, StopSignal phaseStop)
      throws BindingException {
    List<IntFunction<RequestSource>> requests = sources.lanes(phase);
    control(phase);
    PhaseMeasurement measured = mixes.run(requests, phaseStop);
    return new LoadTeam.Measured(measured, watch.condition());
  }

  /** Returns how many connections were opened since there were so many, as far as counted. */
  private static OptionalLong since(OptionalLong before, Binding binding) {
    OptionalLong after = binding.connectionsOpened();
    return before.isEmpty() || after.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(after.getAsLong() - before.getAsLong());
  }

  private PhaseResult compared(PhasePlan phase, PhaseResult result) {
    return phase.name() == PhaseName.RUN && replayed.isPresent()
        ? result.with(copy -> copy.replay = Optional.of(answers(replayed.get())))
        : result;
  }

  private static ReplayResult answers(ReplayComparison book) {
    return new ReplayResult(
        book.compared(),
        book.misses().stream()
            .map(
                miss ->
                    new ReplayResult.Miss(
                        miss.type(), miss.recorded().name(), miss.replayed().name(), miss.count()))
            .toList());
  }

  /** Only of a store that was empty is it known that this workload wrote what is read. */
  private Optional<ValueCheck> checked(PhasePlan phase) {
    if (phase.name() == PhaseName.RUN && replayed.isPresent()) {
      return Optional.of(replayed.get());
    }
    boolean own = run.cluster().keysBefore().orElse(1) == 0;
    return own && phase.name() != PhaseName.LOAD && plan.workload().readsValues()
        ? values.or(() -> Optional.of(plan.workload().lengthCheck()))
        : values;
  }

  /** Returns null where there is no connection, which then has ended the run. */
  private @Nullable Binding connect(PhasePlan phase) {
    try {
      return connections.forPhase(phase);
    } catch (BindingException e) {
      run.end(RunStatus.FAILED, "before the " + phase.title() + ": " + e.getMessage());
    } catch (InterruptedException e) {
      run.end(RunStatus.PARTIAL, "interrupted before the " + phase.title());
    }
    return null;
  }

  private boolean endedEarly(PhasePlan phase, PhaseEnd end) {
    Optional<String> lost = team.flatMap(LoadTeam::lost);
    if (lost.isPresent()) {
      run.end(RunStatus.PARTIAL, lost.get() + " in the " + phase.title());
      return true;
    }
    return switch (end) {
      case PLANNED -> false;
      case INTERRUPTED -> {
        if (broken.isPresent() && !stop.isGiven()) {
          run.abort(
              broken.get(),
              "threshold broken beyond doubt in the %s: %s (slo.abort)"
                  .formatted(phase.title(), broken.get()));
          yield true;
        }
        run.end(RunStatus.PARTIAL, "interrupted in the " + phase.title());
        yield true;
      }
      case STORE_UNAVAILABLE -> {
        run.end(
            RunStatus.FAILED,
            "no answer from the store%s for %s s in the %s (unavailable.timeout)"
                .formatted(
                    team.flatMap(LoadTeam::unserved).map(agent -> " to " + agent).orElse(""),
                    plan.unavailableTimeout().toSeconds(),
                    phase.title()));
        yield true;
      }
    };
  }

  private IntervalListener intervals(PhasePlan phase, ClientWatch watch, StopSignal phaseStop) {
    return new IntervalListener() {
      @Override
      public void waiting(String what, long done, long all, long nanos) {
        listener.waiting(what, done, all, nanos);
      }

      @Override
      public void ready() {
        watch.begin();
      }

      @Override
      public void over() {
        watch.end();
      }

      @Override
      public void began(long nanos, Instant startedAt) {
        listener.phaseBegan(phase);
      }

      @Override
      public void ended(Interval interval) {
        run.rates().add(phase, interval);
        files.append(IntervalResult.of(intervals++, live.actual(phase), interval));
        live.untold().forEach(listener::note);
        if (phase.name() == PhaseName.PROBE) {
          chooser.ifPresent(probes -> probes.interval(interval));
        }
        listener.interval(phase, interval);
        if (isJudged(phase, interval)) {
          judge(phaseStop, watched -> watched.add(interval));
        }
      }
    };
  }

  /**
   * Thresholds are about the run, or about a load without one, while it is sending. A search judges
   * each of its probes by itself, and not its load.
   */
  private boolean isJudged(PhasePlan phase, Interval interval) {
    boolean measured =
        phase.name() == PhaseName.RUN
            || (phase.name() == PhaseName.LOAD
                && chooser.isEmpty()
                && plan.phases().stream().noneMatch(other -> other.name() == PhaseName.RUN));
    return measured
        && interval.phaseNanos() < phase.duration().map(Duration::toNanos).orElse(Long.MAX_VALUE);
  }
}
