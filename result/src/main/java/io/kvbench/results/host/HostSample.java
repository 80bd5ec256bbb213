package io.kvbench.results.host;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A sample of a host. Counters have their absolute values and grow from sample to sample; readers
 * take the differences. Figures that the system does not report are empty, never 0.
 *
 * @param number the place in the schedule, from 0; a number that is left out is a sample that was
 *     not taken
 * @param at when it was begun, on the host's wall clock
 * @param sinceStartNanos the same from the start of the sampling, on a clock that is never set
 * @param processes what is watched and was there; at most one for each target
 * @param disks whole devices, without their partitions
 * @param interfaces of the network, the loopback among them
 * @param sidecarCpuNanos processor time of the process that samples, since it started
 * @param retransmits TCP segments that were sent again, since the host started
 */
public record HostSample(
    long number,
    Instant at,
    long sinceStartNanos,
    LoadFigures load,
    CpuFigures cpu,
    MemoryFigures memory,
    List<ProcessFigures> processes,
    List<DiskFigures> disks,
    List<InterfaceFigures> interfaces,
    List<DirectoryFigures> directories,
    long sidecarCpuNanos,
    OptionalLong retransmits) {

  public HostSample {
    processes = List.copyOf(processes);
    disks = List.copyOf(disks);
    interfaces = List.copyOf(interfaces);
    directories = List.copyOf(directories);
  }

  /** Returns what is known of a target; empty where it was not there. */
  public Optional<ProcessFigures> process(String target) {
    return processes.stream().filter(each -> each.target().equals(target)).findFirst();
  }

  /** Returns the same figures at another place in a schedule, under other names of processes. */
  public HostSample placed(
      long newNumber, Instant newAt, long newSinceStartNanos, List<ProcessFigures> newProcesses) {
    return new HostSample(
        newNumber,
        newAt,
        newSinceStartNanos,
        load,
        cpu,
        memory,
        newProcesses,
        disks,
        interfaces,
        directories,
        sidecarCpuNanos,
        retransmits);
  }

  /** The mean number of tasks that ran or waited for a processor or a disk, over three times. */
  public record LoadFigures(
      OptionalDouble oneMinute, OptionalDouble fiveMinutes, OptionalDouble fifteenMinutes) {}

  /**
   * The processor time of the host since it started, by use, summed over processors.
   *
   * @param stealMillis what its hypervisor gave to others
   */
  public record CpuFigures(
      long processors,
      OptionalLong userMillis,
      OptionalLong niceMillis,
      OptionalLong systemMillis,
      OptionalLong idleMillis,
      OptionalLong ioWaitMillis,
      OptionalLong irqMillis,
      OptionalLong softIrqMillis,
      OptionalLong stealMillis) {

    /** Returns time spent working; kinds that a system does not report are part of the others. */
    public OptionalLong busyMillis() {
      return userMillis.isEmpty() || systemMillis.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(
              Stream.of(userMillis, systemMillis, niceMillis, irqMillis, softIrqMillis)
                  .mapToLong(kind -> kind.orElse(0))
                  .sum());
    }
  }

  /**
   * The host's memory.
   *
   * @param availableBytes what could be given to a new process without swapping
   */
  public record MemoryFigures(
      OptionalLong totalBytes, OptionalLong availableBytes, OptionalLong swapUsedBytes) {}

  /**
   * A disk's counters since the host started. A sector has 512 bytes, regardless of the device's
   * sectors.
   *
   * @param readMillis the time of all reads together; several at once count several times
   * @param busyMillis for how long there was any request
   * @param flushes how often its write cache was flushed; requests for that at the same time count
   *     once
   * @param flushMillis the time of all flushes together
   */
  public record DiskFigures(
      String device,
      OptionalLong reads,
      OptionalLong sectorsRead,
      OptionalLong readMillis,
      OptionalLong writes,
      OptionalLong sectorsWritten,
      OptionalLong writeMillis,
      OptionalLong busyMillis,
      OptionalLong flushes,
      OptionalLong flushMillis) {}

  /** A network interface's counters since it came up. */
  public record InterfaceFigures(
      String name, long receivedBytes, long receivedPackets, long sentBytes, long sentPackets) {}

  /**
   * A directory whose space matters.
   *
   * @param usedBytes the total length of its files; empty in samples without a scan, which takes
   *     long for many files
   * @param freeBytes what may still be written to its file system
   */
  public record DirectoryFigures(String path, OptionalLong usedBytes, OptionalLong freeBytes) {}
}
