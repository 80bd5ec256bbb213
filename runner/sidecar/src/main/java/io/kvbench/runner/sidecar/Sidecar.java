package io.kvbench.runner.sidecar;

import com.sun.management.OperatingSystemMXBean;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.SamplingHeader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import oshi.SystemInfo;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.software.os.OperatingSystem;
import oshi.util.GlobalConfig;

/**
 * A sampler of a host and processes on it, on one thread. The expensive part, the search for
 * processes, runs every five seconds; everything else in every sample.
 */
public final class Sidecar {
  private static final long SEARCH_NANOS = Duration.ofSeconds(5).toNanos();

  /** OSHI keeps what it has read for longer than some periods are; samples shall be fresh. */
  private static final int FRESH_MILLIS = 10;

  private final SidecarRequest request;
  private final NanoClock clock;
  private final HostMeter host;
  private final List<WatchedTarget> targets = new ArrayList<>();
  private final List<DirectoryMeter> directories = new ArrayList<>();
  private final TargetSearch search;
  private final ProcessMeter.Maker meters;
  private final OperatingSystemMXBean self =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final Queue<Runnable> changes = new ConcurrentLinkedQueue<>();
  private final String systemName;
  private final String hostName;
  private final Instant startedAt;
  private final long startNanos;
  private long nextSearch;
  private volatile boolean stopped;
  private volatile Thread thread = Thread.currentThread();

  /**
   * Finds what is to be watched.
   *
   * @throws TargetException if something is not there
   */
  public Sidecar(SidecarRequest request, NanoClock clock) throws TargetException {
    this.request = request;
    this.clock = clock;
    GlobalConfig.set(GlobalConfig.OSHI_UTIL_MEMOIZER_EXPIRATION, FRESH_MILLIS);
    SystemInfo info = new SystemInfo();
    HardwareAbstractionLayer hardware = info.getHardware();
    OperatingSystem system = info.getOperatingSystem();
    boolean linux = Files.isReadable(LinuxProcess.PROC.resolve("self/stat"));
    ProcFile reader = new ProcFile();
    OpenFileBudget budget = OpenFileBudget.ofThisProcess();
    long pageBytes = hardware.getMemory().getPageSize();
    meters =
        linux
            ? pid -> new LinuxProcess(pid, pageBytes, reader, budget)
            : pid -> new OshiProcess(system, pid);
    host =
        linux
            ? new LinuxHost(hardware.getProcessor(), reader)
            : new OshiHost(hardware, system.getInternetProtocolStats());
    search = new TargetSearch(system, linux, reader);
    for (Target target : request.targets()) {
      targets.add(new WatchedTarget(target, search, meters));
    }
    request.directories().forEach(each -> directories.add(new DirectoryMeter(each, clock)));
    systemName = system.toString();
    hostName = system.getNetworkParams().getHostName();
    startedAt = clock.instant();
    startNanos = clock.nanos();
    nextSearch = startNanos + SEARCH_NANOS;
  }

  /** Returns what belongs before the samples. */
  public SamplingHeader header() {
    return new SamplingHeader(
        SamplingHeader.SCHEMA,
        hostName,
        systemName,
        startedAt,
        request.every().toMillis(),
        request.targets().stream().map(Target::name).toList());
  }

  /**
   * Takes samples on this thread until {@link #stop} is called or there are no readers left.
   *
   * @param reader gets each sample, and says whether it wants another
   */
  public void run(Predicate<HostSample> reader) {
    thread = Thread.currentThread();
    SampleSchedule schedule = new SampleSchedule(clock.nanos(), request.every().toNanos());
    long number = 0;
    while (awaits(schedule.dueNanos(number))) {
      // After a suspension of this process, the samples due meanwhile are skipped.
      number = schedule.current(number, clock.nanos());
      if (!reader.test(sample(number))) {
        return;
      }
      number = schedule.next(number, clock.nanos());
    }
  }

  /** Returns whether the time has come, rather than the end. */
  private boolean awaits(long dueNanos) {
    while (!stopped && clock.nanos() - dueNanos < 0) {
      clock.parkUntil(dueNanos);
    }
    return !stopped;
  }

  /** Ends {@link #run} soon; from any thread. */
  public void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }

  /**
   * Watches other processes under a target's name from the next sample on, or a new target; from
   * any thread.
   *
   * @param pids at least one; their figures are summed
   */
  public void watch(String name, List<Long> pids) {
    changes.add(() -> replace(name, List.copyOf(pids)));
  }

  private void replace(String name, List<Long> pids) {
    Optional<WatchedTarget> known =
        targets.stream().filter(target -> target.name().equals(name)).findFirst();
    if (known.isPresent()) {
      known.get().become(pids);
    } else {
      targets.add(new WatchedTarget(name, pids, search, meters));
    }
  }

  /** Watches neither processes nor directories from the next sample on; from any thread. */
  public void watchNothing() {
    changes.add(
        () -> {
          targets.clear();
          directories.clear();
        });
  }

  /** Tells the space of another directory from the next sample on; from any thread. */
  public void watch(Path directory) {
    changes.add(() -> directories.add(new DirectoryMeter(directory, clock)));
  }

  /** Takes a sample now. */
  HostSample sample(long number) {
    for (Runnable change = changes.poll(); change != null; change = changes.poll()) {
      change.run();
    }
    long now = clock.nanos();
    if (now - nextSearch >= 0) {
      nextSearch = now + SEARCH_NANOS;
      Descendants descendants = search.descendants();
      targets.forEach(target -> target.search(descendants));
    }
    return new HostSample(
        number,
        clock.instant(),
        clock.nanos() - startNanos,
        host.load(),
        host.cpu(),
        host.memory(),
        targets.stream().flatMap(target -> target.read().stream()).toList(),
        host.disks(),
        host.interfaces(),
        directories.stream().map(DirectoryMeter::read).toList(),
        self.getProcessCpuTime(),
        host.retransmits());
  }
}
