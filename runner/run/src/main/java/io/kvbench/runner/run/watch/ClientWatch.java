package io.kvbench.runner.run.watch;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.results.format.ClientCondition;
import io.kvbench.results.format.ClientCondition.Pause;
import io.kvbench.results.format.SchedulingResult;
import io.kvbench.results.format.TimeResult;
import io.kvbench.runner.run.watch.RunDelayMeter.Waits;
import io.kvbench.runner.run.watch.ThrottleMeter.Throttled;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A watch of the condition of this process and its host, from {@link #begin} to {@link #end}: no
 * meter begins before that window or ends after it, so no share of its length can exceed 1. For one
 * thread; several watches do not disturb one another. Processor time, collections and pinned
 * threads are those of the process, and so of everything that runs in it.
 */
public final class ClientWatch implements AutoCloseable {
  private final NanoClock clock;
  private final Sources sources;
  private @Nullable Meters running;
  private Optional<ClientCondition> seen = Optional.empty();

  public ClientWatch(NanoClock clock) {
    this(clock, Sources.ofThisJvm());
  }

  ClientWatch(NanoClock clock, Sources sources) {
    this.clock = clock;
    this.sources = sources;
  }

  /** The sources that the meters of the process read. */
  record Sources(
      Supplier<CpuMeter> cpu,
      Supplier<BusyThreadMeter> threads,
      List<GarbageCollectorMXBean> collectors) {
    static Sources ofThisJvm() {
      return new Sources(
          CpuMeter::ofThisProcess,
          BusyThreadMeter::ofThisJvm,
          ManagementFactory.getGarbageCollectorMXBeans());
    }
  }

  /** Begins to watch, with a daemon thread that sleeps nearly always. */
  public void begin() {
    close();
    running = new Meters(clock, sources);
  }

  /** Ends the window, if it has begun and not ended yet. */
  public void end() {
    Meters meters = running;
    if (meters != null) {
      running = null;
      seen = Optional.of(meters.end());
    }
  }

  /** Ends the window, and returns what was seen in it; empty if it has never begun. */
  public Optional<ClientCondition> condition() {
    end();
    return seen;
  }

  /** Ends without a result, if it has not ended yet. */
  @Override
  public void close() {
    Meters meters = running;
    if (meters != null) {
      running = null;
      meters.close();
    }
  }

  /** The meters of a watch. The slow ones begin first and end last, within the window. */
  private static final class Meters {
    private final NanoClock clock;
    private final long begin;
    private final SleepingThread sleeping;
    private final StealMeter steal = new StealMeter(StealMeter.LINUX);
    private final SchedulingMeter scheduling;
    private final CpuMeter cpu;
    private final GcMeter collections;

    Meters(NanoClock clock, Sources sources) {
      this.clock = clock;
      begin = clock.nanos();
      sleeping = new SleepingThread(clock);
      scheduling = new SchedulingMeter(sources.threads.get());
      cpu = sources.cpu.get();
      collections = new GcMeter(sources.collectors);
    }

    ClientCondition end() {
      long gcPauses = collections.pauses();
      long gcNanos = collections.pauseNanos();
      long longestGcNanos = collections.longestPauseNanos();
      List<Pause> pauses = collections.longestPauses();
      long cpuNanos = cpu.usedNanos();
      SchedulingResult threads = scheduling.result();
      OptionalDouble stealShare = steal.share();
      close();
      long window = Math.max(1, clock.nanos() - begin);
      return new ClientCondition(
          cpuNanos,
          Runtime.getRuntime().availableProcessors(),
          stealShare,
          gcPauses,
          // The collectors' milliseconds are rounded, and a window may be shorter than one.
          Math.min(gcNanos, window),
          Math.min(longestGcNanos, Math.min(gcNanos, window)),
          TimeResult.of(sleeping.hiccups().lateness()),
          sleeping.steps().largestNanos(),
          sleeping.pins().totalNanos(),
          sleeping.pins().longestNanos(),
          Optional.of(threads.withWakeUp(sleeping.wakes().medianNanos())),
          Optional.of(pauses),
          OptionalLong.of(window));
    }

    void close() {
      sleeping.close();
      collections.close();
    }
  }

  /**
   * A meter of the processor time that this process's threads got and waited for since its
   * creation.
   */
  private static final class SchedulingMeter {
    private final ThrottleMeter throttle =
        new ThrottleMeter(ThrottleMeter.LINUX_GROUPS, ThrottleMeter.LINUX_ROOT);
    private final RunDelayMeter runDelay = new RunDelayMeter(RunDelayMeter.LINUX);
    private final BusyThreadMeter busy;

    SchedulingMeter(BusyThreadMeter busy) {
      this.busy = busy;
    }

    SchedulingResult result() {
      Optional<Throttled> throttled = throttle.throttled();
      Optional<Waits> waits = runDelay.waits();
      return new SchedulingResult(
          busy.busiest(),
          waits.map(each -> OptionalLong.of(each.nanos())).orElse(OptionalLong.empty()),
          waits.map(each -> OptionalLong.of(each.turns())).orElse(OptionalLong.empty()),
          throttled.map(each -> OptionalLong.of(each.periods())).orElse(OptionalLong.empty()),
          throttled.map(each -> OptionalLong.of(each.nanos())).orElse(OptionalLong.empty()),
          OptionalLong.empty());
    }
  }
}
