package io.kvbench.runner.calibrate;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.workload.RequestSource;
import io.kvbench.runner.calibrate.Calibration.Clock;
import io.kvbench.runner.calibrate.Calibration.Loop;
import io.kvbench.runner.calibrate.Calibration.Machine;
import io.kvbench.runner.calibrate.Calibration.Occasion;
import io.kvbench.runner.calibrate.Calibration.OpenLoop;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Takes the measures of a calibration one after the other. Each way through the code is warmed up
 * first, so that the compiler is done with most of it.
 */
public final class Calibrator {
  /** At a lower rate the compiler would not get to the open loop before it is measured. */
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
   * @param progress is told in a few words what is measured next
   */
  public Calibrator(CalibrationRequest request, StopSignal stop, Consumer<String> progress) {
    this.request = request;
    this.loops = new CalibrationPhases(clock, stop);
    this.progress = progress;
  }

  /**
   * Measures; takes as long as the request says.
   *
   * @throws InterruptedException if the signal to stop was given or the thread interrupted
   * @throws BindingException if there is no store that does nothing
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
    IntFunction<RequestSource> reads = Reads.made(clients);
    try (Binding nothing = DoNothing.open(false);
        Binding handover = DoNothing.open(true)) {
      progress.accept("warming up");
      loops.closed(nothing, 1, reads, request.nanos(1_500));
      loops.closed(nothing, clients, reads, request.nanos(1_000));
      Loop one = closed("closed loop", nothing, 1, reads, 2_500);
      Loop premade =
          closed("closed loop, requests made before", nothing, 1, Reads.premade(), 2_000);
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
          openLoop);
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
}
