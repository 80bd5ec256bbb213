package io.kvbench.runner.calibrate;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.Request;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.request.RequestSource;
import io.kvbench.runner.calibrate.Calibration.Clock;
import io.kvbench.runner.calibrate.Calibration.Loop;
import io.kvbench.runner.calibrate.Calibration.Machine;
import io.kvbench.runner.calibrate.Calibration.Occasion;
import io.kvbench.runner.calibrate.Calibration.OpenLoop;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * The measurements of a calibration, one after the other. Each code path is warmed up first, so
 * that most of it is compiled.
 */
public final class Calibrator {
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "recordcount", "1000000",
          "readproportion", "1",
          "updateproportion", "0",
          "requestdistribution", "uniform");

  private static final String SYSTEM = "memory";
  private static final Origin ORIGIN = Origin.of("calibrate");

  /** At a lower rate the open loop would not be compiled before it is measured. */
  private static final double WARM_PER_SECOND = 20_000;

  private static final long WARM_NANOS = 1_000_000_000;

  private final CalibrationRequest request;
  private final NanoClock clock = NanoClock.system();
  private final CalibrationPhases loops;
  private final Consumer<String> progress;

  /**
   * Creates a calibrator.
   *
   * @param stop ends the calibration early
   * @param progress receives a short description of the next measurement
   */
  public Calibrator(CalibrationRequest request, StopSignal stop, Consumer<String> progress) {
    this.request = request;
    this.loops = new CalibrationPhases(clock, stop);
    this.progress = progress;
  }

  /**
   * Measures; the request determines the duration.
   *
   * @throws InterruptedException if the signal to stop was given or the thread is interrupted
   * @throws BindingException if the store that does nothing is missing
   */
  public Calibration calibrate() throws BindingException, InterruptedException {
    Occasion occasion = new Occasion(clock.instant(), request.quick());
    Machine machine = ProcessCost.machine();
    progress.accept("clock and timers");
    ClockProbe probe = new ClockProbe(clock);
    Clock read = probe.read(request.nanos(300));
    probe.park(request.nanos(200));
    TimeHistogram parking = probe.park(request.nanos(500));
    int clients = request.clients();
    IntFunction<RequestSource> reads = reads(clients);
    try (Binding nothing = doNothing(false);
        Binding handover = doNothing(true)) {
      progress.accept("warming up");
      loops.closed(nothing, 1, reads, request.nanos(1_500));
      loops.closed(nothing, clients, reads, request.nanos(1_000));
      Loop one = closed("closed loop", nothing, 1, reads, 2_500);
      Loop premade = closed("closed loop, requests made before", nothing, 1, premadeRead(), 2_000);
      Loop many = closed("closed loop", nothing, clients, reads, 2_500);
      loops.closed(handover, clients, reads, request.nanos(1_000));
      Loop handoverOne = closed("answers from another thread", handover, 1, reads, 1_500);
      Loop handoverMany = closed("answers from another thread", handover, clients, reads, 2_500);
      OpenLoop openLoop = open(nothing, reads);
      return new Calibration(
          occasion,
          machine,
          read,
          parking,
          one,
          premade,
          many,
          handoverOne,
          handoverMany,
          openLoop,
          Optional.empty());
    }
  }

  private Loop closed(
      String what, Binding binding, int clients, IntFunction<RequestSource> sources, long millis)
      throws BindingException, InterruptedException {
    progress.accept(what + ", " + clients + (clients == 1 ? " client" : " clients"));
    return loops.closed(binding, clients, sources, request.nanos(millis));
  }

  private OpenLoop open(Binding binding, IntFunction<RequestSource> sources)
      throws BindingException, InterruptedException {
    progress.accept("open loop, " + request.clients() + " clients");
    double rate = request.ratePerSecond();
    loops.open(binding, request.clients(), sources, Math.max(rate, WARM_PER_SECOND), WARM_NANOS);
    return loops.open(binding, request.clients(), sources, rate, request.nanos(4_000));
  }

  /**
   * Opens the store that does nothing, as in a run.
   *
   * @param handover whether another thread answers, or the client's own
   */
  private static Binding doNothing(boolean handover) throws BindingException, InterruptedException {
    BindingProvider provider = provider();
    SystemDescriptor system = provider.systems().getFirst();
    Assignments given = new Assignments();
    given.add("memory.nothing", "true", ORIGIN);
    given.add("memory.handover", String.valueOf(handover), ORIGIN);
    Settings settings = Settings.resolve(given, system.settings(), new Problems());
    return provider.open(system, new BindingConfig(List.of(), 1, Duration.ofSeconds(1), settings));
  }

  private static BindingProvider provider() throws BindingException {
    return ServiceLoader.load(BindingProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> each.systems().getFirst().name().equals(SYSTEM))
        .findFirst()
        .orElseThrow(
            () ->
                new BindingException(
                    "calibrate requires the system "
                        + SYSTEM
                        + ", but this kvbench has no binding for it; use the kvbench.jar of"
                        + " the build."));
  }

  /** Returns sources that create every request as in a run. */
  private static IntFunction<RequestSource> reads(int clients) {
    Assignments given = new Assignments();
    PROPERTIES.forEach((name, value) -> given.add(name, value, ORIGIN));
    Problems problems = new Problems();
    Settings settings = Settings.resolve(given, Workload.settings(), problems);
    Workload workload =
        Workload.from(settings, 0, problems)
            .orElseThrow(() -> new IllegalStateException(problems.list().toString()));
    return workload.runSources(clients)::source;
  }

  /** Returns sources with one request that is created in advance. */
  private static IntFunction<RequestSource> premadeRead() {
    Request request = reads(1).apply(0).next();
    return client -> () -> request;
  }
}
