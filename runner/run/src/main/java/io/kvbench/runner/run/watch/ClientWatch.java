package io.kvbench.runner.run.watch;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.result.ClientCondition;
import io.kvbench.core.result.SchedulingResult;
import io.kvbench.core.result.TimeResult;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Watches how this process and its host are doing, from {@link #start} to {@link #stop}. For one
 * thread; several watches do not disturb one another. Processor time, collections and pinned
 * threads are those of the process, and so of everything that runs in it.
 */
public final class ClientWatch implements AutoCloseable {
  private final GcMeter collections;
  private final SleepingThread sleeping;
  private final StealMeter steal;
  private final SchedulingMeter scheduling;
  private final CpuMeter cpu;

  private ClientWatch(NanoClock clock) {
    collections = new GcMeter(ManagementFactory.getGarbageCollectorMXBeans());
    sleeping = new SleepingThread(clock);
    steal = new StealMeter(StealMeter.LINUX);
    scheduling = new SchedulingMeter();
    cpu = CpuMeter.ofThisProcess();
  }

  /** Begins to watch, with a daemon thread that sleeps nearly always. */
  public static ClientWatch start(NanoClock clock) {
    return new ClientWatch(clock);
  }

  /** Ends, and returns what was seen. To be called once. */
  public ClientCondition stop() {
    long cpuNanos = cpu.usedNanos();
    OptionalDouble stealShare = steal.share();
    SchedulingResult threads = scheduling.result();
    close();
    return new ClientCondition(
        cpuNanos,
        Runtime.getRuntime().availableProcessors(),
        stealShare,
        collections.pauses(),
        collections.pauseNanos(),
        collections.longestPauseNanos(),
        TimeResult.of(sleeping.hiccups().lateness()),
        sleeping.steps().largestNanos(),
        sleeping.pins().totalNanos(),
        sleeping.pins().longestNanos(),
        Optional.of(threads));
  }

  /** Ends without a result, if it has not ended yet. */
  @Override
  public void close() {
    sleeping.close();
    collections.close();
  }
}
