package io.kvbench.runner.run.watch;

import io.kvbench.results.format.SchedulingResult;
import io.kvbench.results.format.SchedulingResult.BusyThread;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A meter of the platform thread that used the most processor time since the meter's creation: an
 * event loop that is busy all the time delays every client on it, however idle the processors are.
 * Threads that ended meanwhile are not seen. The carriers of virtual threads take work from one
 * another, so they count as one thread with their mean.
 */
final class BusyThreadMeter {

  /**
   * A thread.
   *
   * @param cpuNanos processor time since it started; negative where it has ended
   */
  record Reading(long id, String name, boolean carrier, long cpuNanos) {}

  private final Supplier<List<Reading>> threads;
  private final int carriers;
  private final Map<Long, Long> before = new HashMap<>();

  /**
   * Begins to count.
   *
   * @param carriers how many carriers there may be
   */
  BusyThreadMeter(Supplier<List<Reading>> threads, int carriers) {
    this.threads = threads;
    this.carriers = carriers;
    threads.get().forEach(thread -> before.put(thread.id, thread.cpuNanos));
  }

  static BusyThreadMeter ofThisJvm() {
    return new BusyThreadMeter(
        BusyThreadMeter::read,
        Integer.getInteger(
            "jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors()));
  }

  private static List<Reading> read() {
    if (!(ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean bean)
        || !bean.isThreadCpuTimeSupported()
        || !bean.isThreadCpuTimeEnabled()) {
      return List.of();
    }
    List<Thread> all = PlatformThreads.all();
    long[] nanos = bean.getThreadCpuTime(all.stream().mapToLong(Thread::threadId).toArray());
    List<Reading> readings = new ArrayList<>();
    for (int index = 0; index < nanos.length; index++) {
      Thread thread = all.get(index);
      readings.add(
          new Reading(
              thread.threadId(),
              thread.getName(),
              PlatformThreads.isCarrier(thread),
              nanos[index]));
    }
    return readings;
  }

  /** Returns the busiest thread; empty where the JVM does not report processor time. */
  Optional<BusyThread> busiest() {
    List<BusyThread> busy = new ArrayList<>();
    long ofCarriers = 0;
    for (Reading thread : threads.get()) {
      long used = thread.cpuNanos - Math.max(0, before.getOrDefault(thread.id, 0L));
      if (thread.carrier) {
        ofCarriers += Math.max(0, used);
      } else if (used >= 0) {
        busy.add(new BusyThread(thread.name, used));
      }
    }
    if (ofCarriers > 0) {
      busy.add(new BusyThread(SchedulingResult.CARRIERS, ofCarriers / Math.max(1, carriers)));
    }
    return busy.stream().max(Comparator.comparingLong(BusyThread::cpuNanos));
  }
}
