package io.kvbench.runner.run.watch;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.result.ClientCondition;
import io.kvbench.core.result.ClientCondition.Pause;
import io.kvbench.core.result.SchedulingResult;
import io.kvbench.core.result.TimeResult;
import io.kvbench.runner.run.watch.RunDelayMeter.Waits;
import io.kvbench.runner.run.watch.ThrottleMeter.Throttled;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Watches how this process and its host are doing, from {@link #start} to {@link #stop}. For one
 * thread; several watches do not disturb one another. Processor time, collections and pinned
 * threads are those of the process, and so of everything that runs in it.
 */
public final class ClientWatch implements AutoCloseable {
  private final NanoClock clock;
  private Meters seen;

  private ClientWatch(NanoClock clock) {
    this.seen = new Meters(clock);
    this.clock = clock;
  }

  /** Begins to watch, with a daemon thread that sleeps nearly always. */
  public static ClientWatch start(NanoClock clock) {
    return new ClientWatch(clock);
  }

  /** Forgets what was seen until now, such as the opening of watchers. */
  public void startAgain() {
    close();
    seen = new Meters(clock);
  }

  /** Ends, and returns what was seen. To be called once. */
  public ClientCondition stop() {
    long cpuNanos = seen.cpu.usedNanos();
    OptionalDouble stealShare = seen.steal.share();
    SchedulingResult threads = seen.scheduling.result();
    List<Pause> pauses = seen.collections.longestPauses();
    close();
    return new ClientCondition(
        cpuNanos,
        Runtime.getRuntime().availableProcessors(),
        stealShare,
        seen.collections.pauses(),
        seen.collections.pauseNanos(),
        seen.collections.longestPauseNanos(),
        TimeResult.of(seen.sleeping.hiccups().lateness()),
        seen.sleeping.steps().largestNanos(),
        seen.sleeping.pins().totalNanos(),
        seen.sleeping.pins().longestNanos(),
        Optional.of(threads.withWakeUp(seen.sleeping.wakes().medianNanos())),
        Optional.of(pauses));
  }

  /** Ends without a result, if it has not ended yet. */
  @Override
  public void close() {
    seen.sleeping.close();
    seen.collections.close();
  }

  private static final class Meters {
    private final GcMeter collections = new GcMeter(ManagementFactory.getGarbageCollectorMXBeans());
    private final SleepingThread sleeping;
    private final StealMeter steal = new StealMeter(StealMeter.LINUX);
    private final SchedulingMeter scheduling = new SchedulingMeter();
    private final CpuMeter cpu = CpuMeter.ofThisProcess();

    Meters(NanoClock clock) {
      sleeping = new SleepingThread(clock);
    }
  }

  /** Processor time that this process's threads got and waited for, since this was made. */
  private static final class SchedulingMeter {
    private final ThrottleMeter throttle =
        new ThrottleMeter(ThrottleMeter.LINUX_GROUPS, ThrottleMeter.LINUX_ROOT);
    private final RunDelayMeter runDelay = new RunDelayMeter(RunDelayMeter.LINUX);
    private final BusyThreadMeter busy = BusyThreadMeter.ofThisJvm();

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
