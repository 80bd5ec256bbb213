package io.kvbench.core.plan;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.sample.RandomStream;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The planner of load models from the settings of rates and think time. A contradiction is a
 * problem, and the returned model is then meaningless.
 */
final class LoadModelPlanner {
  private final Settings settings;
  private final Problems problems;
  private final ArrivalShape shape;

  /** Whether arrivals are random. */
  private final boolean poisson;

  /** Concurrent mixes must not have the same arrivals. */
  private final long seed;

  private final Optional<RateTrace> trace;

  LoadModelPlanner(Settings settings, Problems problems) {
    this(settings, 0, problems);
  }

  /**
   * Creates the planner of one of several mixes.
   *
   * @param mix its index, counted from 0
   */
  LoadModelPlanner(Settings settings, int mix, Problems problems) {
    this.settings = settings;
    this.problems = problems;
    long given = settings.get(WorkloadSettings.SEED);
    seed = mix == 0 ? given : RandomStream.mix(given + mix);
    poisson = settings.get(RunSettings.ARRIVALS) == ArrivalShape.POISSON;
    shape = RunSettings.shape(settings);
    trace =
        shape == ArrivalShape.TRACE
            ? settings.find(RunSettings.TARGET_TRACE).flatMap(this::read)
            : Optional.empty();
  }

  private Optional<RateTrace> read(String file) {
    try {
      return Optional.of(RateTrace.read(InputFile.path(file)));
    } catch (IOException e) {
      problems.add(
          settings.whereIs(RunSettings.TARGET_TRACE),
          "target.trace=%s cannot be used: %s.".formatted(file, FileReason.of(e)));
      return Optional.empty();
    }
  }

  /** Returns the length of the schedule itself; empty if it has no end. */
  Optional<Duration> length() {
    return shape.hasLength() ? Optional.of(Stage.total(stages())) : Optional.empty();
  }

  /** Returns the SHA-256 of every file that shapes the load, by the setting that names it. */
  Map<String, String> fileDigests() {
    return trace
        .map(read -> Map.of(RunSettings.TARGET_TRACE.name(), read.sha256()))
        .orElse(Map.of());
  }

  /** Replaces what is missing or rejected by something plannable. */
  private List<Stage> stages() {
    return (shape == ArrivalShape.TRACE
            ? trace.map(RateTrace::stages)
            : settings.find(RunSettings.TARGET_STAGES).filter(LoadModelPlanner::haveRate))
        .orElse(List.of(new Stage(1, 1, Duration.ofSeconds(1))));
  }

  private static boolean haveRate(List<Stage> stages) {
    return stages.stream().anyMatch(stage -> stage.fromPerSecond() + stage.toPerSecond() > 0);
  }

  /**
   * Returns the load model of a phase with the user's settings.
   *
   * @param requests the max number, or {@link PhasePlan#UNLIMITED}
   * @param time the max duration, over which ramps and steps are spread; without it, they are
   *     spread over the time that the number of requests takes
   */
  LoadModel of(long requests, Optional<Duration> time) {
    return switch (shape) {
      case CONSTANT, POISSON -> steady(seed);
      case RAMP -> {
        double from = rate(RunSettings.TARGET_FROM);
        double to = rate(RunSettings.TARGET_TO);
        yield from + to > 0
            ? new LoadModel.OpenLoop(Stages.ramp(from, to, length(requests, time, (from + to) / 2)))
            : new LoadModel.ClosedLoop();
      }
      case STEPS -> {
        List<Double> rates = settings.find(RunSettings.TARGET_STEPS).orElse(List.of(1.0));
        double mean = rates.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        yield new LoadModel.OpenLoop(Stages.steps(rates, length(requests, time, mean)));
      }
      case STAGES -> changing(new Stages(stages()));
      case SINE -> sine();
      case TRACE ->
          changing(
              trace
                  .map(read -> read.arrivals(settings.get(RunSettings.TARGET_TRACE)))
                  .orElse(new Stages(stages())));
    };
  }

  private LoadModel changing(Stages rates) {
    return new LoadModel.OpenLoop(poisson ? new PoissonStages(rates, seed) : rates);
  }

  /**
   * Returns the load model of the warmup: the run's initial rate, since going through the run's
   * rates would leave the store in the state of the last one.
   */
  LoadModel ofWarmup() {
    return switch (shape) {
      // The complement, which cannot be given as a seed, so the arrivals differ from the run's.
      case CONSTANT, POISSON -> steady(~seed);
      case RAMP -> initial(RunSettings.TARGET_FROM, rate(RunSettings.TARGET_FROM));
      case STEPS ->
          initial(
              RunSettings.TARGET_STEPS,
              settings.find(RunSettings.TARGET_STEPS).map(List::getFirst).orElse(0.0));
      case STAGES -> initial(RunSettings.TARGET_STAGES, stages().getFirst().fromPerSecond());
      case SINE -> constant(rate(RunSettings.TARGET), 0);
      case TRACE -> initial(RunSettings.TARGET_TRACE, stages().getFirst().fromPerSecond());
    };
  }

  private LoadModel initial(Setting<?> setting, double perSecond) {
    if (isKnown(setting) && perSecond == 0) {
      problems.add(
          settings.whereIs(setting),
          "the warmup runs at the initial rate, but %s begins with 0: begin above 0, or omit warmupcount and warmuptime."
              .formatted(setting.name()));
    }
    return poisson && perSecond > 0
        ? new LoadModel.OpenLoop(new PoissonArrivals(perSecond, ~seed))
        : constant(perSecond, 0);
  }

  private LoadModel sine() {
    double mean = rate(RunSettings.TARGET);
    double amplitude = rate(RunSettings.TARGET_AMPLITUDE);
    Duration period = settings.find(RunSettings.TARGET_PERIOD).orElse(Duration.ZERO);
    return mean > 0 && amplitude <= mean && period.isPositive()
        ? new LoadModel.OpenLoop(new SineRate(mean, amplitude, period))
        : new LoadModel.ClosedLoop();
  }

  private LoadModel steady(long process) {
    double target = rate(RunSettings.TARGET);
    return poisson && target > 0
        ? new LoadModel.OpenLoop(new PoissonArrivals(target, process))
        : constant(target, process);
  }

  private LoadModel constant(double perSecond, long seed) {
    return perSecond > 0
        ? new LoadModel.OpenLoop(new ConstantRate(perSecond))
        : new LoadModel.ClosedLoop(settings.get(RunSettings.THINK_TIME), seed);
  }

  private double rate(Setting<Double> setting) {
    return settings.find(setting).orElse(0.0);
  }

  private static Duration length(long requests, Optional<Duration> time, double meanPerSecond) {
    return time.orElseGet(
        () -> {
          double nanos = requests / meanPerSecond * Rates.NANOS_PER_SECOND;
          return Duration.ofNanos(Math.clamp(Math.round(nanos), 1, Arrivals.NEVER_NANOS));
        });
  }

  /**
   * Adds problems of settings that contradict one another or are missing. One with a rejected value
   * is not missing, and contradicts others as it would with any value.
   */
  void check() {
    if (settings.isRefused(RunSettings.ARRIVALS)) {
      return; // Nothing can be checked without it.
    }
    switch (shape) {
      case CONSTANT, POISSON -> checkTarget();
      case RAMP -> {
        refuseTarget();
        checkRamp();
      }
      case STEPS -> {
        refuseTarget();
        need(RunSettings.TARGET_STEPS, "comma-separated rates");
      }
      case STAGES -> {
        refuseTarget();
        need(RunSettings.TARGET_STAGES, "rates and how long each lasts");
        checkStages();
      }
      case SINE -> checkSine();
      case TRACE -> {
        refuseTarget();
        need(RunSettings.TARGET_TRACE, "a file of rates over time");
      }
    }
    onlyFor(ArrivalShape.RAMP, RunSettings.TARGET_FROM);
    onlyFor(ArrivalShape.RAMP, RunSettings.TARGET_TO);
    onlyFor(ArrivalShape.STEPS, RunSettings.TARGET_STEPS);
    onlyFor(ArrivalShape.STAGES, RunSettings.TARGET_STAGES);
    onlyFor(ArrivalShape.SINE, RunSettings.TARGET_AMPLITUDE);
    onlyFor(ArrivalShape.SINE, RunSettings.TARGET_PERIOD);
    onlyFor(ArrivalShape.TRACE, RunSettings.TARGET_TRACE);
    checkThinkTime();
  }

  private void checkTarget() {
    if (settings.isGiven(RunSettings.ARRIVALS)) {
      need(RunSettings.TARGET, "requests per second");
    }
  }

  private void refuseTarget() {
    if (isMeant(RunSettings.TARGET)) {
      problems.add(
          settings.whereIs(RunSettings.TARGET),
          "target is a single rate and cannot be combined with "
              + arrivals()
              + ": omit one of the two.");
    }
  }

  private void checkRamp() {
    need(RunSettings.TARGET_FROM, "the rate at the start");
    need(RunSettings.TARGET_TO, "the rate at the end");
    if (isKnown(RunSettings.TARGET_FROM)
        && isKnown(RunSettings.TARGET_TO)
        && rate(RunSettings.TARGET_FROM) + rate(RunSettings.TARGET_TO) == 0) {
      problems.add(
          settings.whereIs(RunSettings.TARGET_TO),
          "target.from and target.to are both 0, so no request would be sent.");
    }
  }

  private void checkStages() {
    settings
        .find(RunSettings.TARGET_STAGES)
        .filter(stages -> !haveRate(stages))
        .ifPresent(
            stages ->
                problems.add(
                    settings.whereIs(RunSettings.TARGET_STAGES),
                    "target.stages has no rate above 0, so no request would be sent."));
  }

  private void checkSine() {
    need(RunSettings.TARGET, "the mean rate");
    need(RunSettings.TARGET_AMPLITUDE, "how far the rate swings");
    need(RunSettings.TARGET_PERIOD, "how long a swing takes");
    if (isKnown(RunSettings.TARGET)
        && rate(RunSettings.TARGET_AMPLITUDE) > rate(RunSettings.TARGET)) {
      problems.add(
          settings.whereIs(RunSettings.TARGET_AMPLITUDE),
          "target.amplitude is more than target, so the rate would be below 0: lower it, or raise"
              + " target.");
    } else if (isKnown(RunSettings.TARGET) && rate(RunSettings.TARGET) == 0) {
      problems.add(
          settings.whereIs(RunSettings.TARGET),
          "arrivals=sine swings around target, which must be above 0.");
    }
    if (isKnown(RunSettings.TARGET_PERIOD)
        && !settings.get(RunSettings.TARGET_PERIOD).isPositive()) {
      problems.add(settings.whereIs(RunSettings.TARGET_PERIOD), "target.period must be above 0.");
    }
  }

  private void need(Setting<?> setting, String what) {
    if (!isMeant(setting)) {
      problems.add(
          settings.whereIs(RunSettings.ARRIVALS),
          arrivals() + " needs " + setting.name() + ": " + what + ".");
    }
  }

  private void onlyFor(ArrivalShape only, Setting<?> setting) {
    if (shape != only && isMeant(setting)) {
      problems.add(
          settings.whereIs(setting),
          "%s applies to arrivals=%s only, but this is %s: set arrivals, or omit %s."
              .formatted(setting.name(), words(only), arrivals(), setting.name()));
    }
  }

  private void checkThinkTime() {
    boolean open =
        switch (shape) {
          case CONSTANT, POISSON ->
              settings.isRefused(RunSettings.TARGET) || rate(RunSettings.TARGET) > 0;
          case RAMP, STEPS, STAGES, SINE, TRACE -> true;
        };
    boolean thinking =
        settings.isRefused(RunSettings.THINK_TIME)
            || settings.get(RunSettings.THINK_TIME).max() > 0;
    if (open && thinking) {
      problems.add(
          settings.whereIs(RunSettings.THINK_TIME),
          ("thinktime applies to the closed loop only, but %s sends requests on a schedule: omit"
                  + " one of the two.")
              .formatted(shape == ArrivalShape.CONSTANT ? "target" : arrivals()));
    }
  }

  private boolean isMeant(Setting<?> setting) {
    return RunSettings.isMeant(settings, setting);
  }

  /** Returns whether the user gave it and its value is valid. */
  private boolean isKnown(Setting<?> setting) {
    return settings.isGiven(setting) && !settings.isRefused(setting);
  }

  private String arrivals() {
    if (poisson && shape != ArrivalShape.POISSON) {
      return (shape == ArrivalShape.STAGES ? RunSettings.TARGET_STAGES : RunSettings.TARGET_TRACE)
          .name();
    }
    return "arrivals=" + words(shape);
  }

  private static String words(ArrivalShape shape) {
    return shape.name().toLowerCase(Locale.ROOT);
  }
}
