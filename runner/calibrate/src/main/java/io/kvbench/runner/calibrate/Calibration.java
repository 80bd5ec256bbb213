package io.kvbench.runner.calibrate;

import io.kvbench.core.measure.TimeHistogram;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The calibration of kvbench on one machine: its own cost and precision with a store that does
 * nothing.
 *
 * @param occasion when it took place
 * @param machine where it took place
 * @param clock the clock
 * @param parking the scheduling delay of a client that waits until a time
 * @param one a closed loop of one client, with requests created as in a run
 * @param premade the same with one request created in advance: the engine's own cost
 * @param many a closed loop of several clients
 * @param handoverOne one client whose operations another thread answers
 * @param handoverMany several such clients
 * @param openLoop several clients at a given rate
 * @param agents several processes; empty if not requested
 */
public record Calibration(
    Occasion occasion,
    Machine machine,
    Clock clock,
    TimeHistogram parking,
    Loop one,
    Loop premade,
    Loop many,
    Loop handoverOne,
    Loop handoverMany,
    OpenLoop openLoop,
    Optional<OfAgents> agents) {

  /**
   * The occasion of a calibration.
   *
   * @param date when the calibration began
   * @param quick whether it was too short for precise figures
   */
  public record Occasion(Instant date, boolean quick) {}

  /**
   * A machine.
   *
   * @param loadAverage the load average of the last minute when the calibration began; negative if
   *     unknown
   */
  public record Machine(
      String javaVersion,
      String operatingSystem,
      int processors,
      long memoryBytes,
      double loadAverage) {}

  /**
   * The figures of the clock.
   *
   * @param readNanos the duration of a reading
   * @param stepNanos the smallest difference between two different readings
   */
  public record Clock(double readNanos, long stepNanos) {}

  /**
   * The figures of a closed loop.
   *
   * @param operations the number of operations answered
   * @param cpuNanos processor time of the whole process, including the compiler and the garbage
   *     collector
   * @param allocatedBytes by all threads, without the fixed costs of a phase
   */
  public record Loop(
      int clients, long operations, long wallNanos, long cpuNanos, long allocatedBytes) {

    /** Returns operations per second of wall time. */
    public double perSecond() {
      return wallNanos == 0 ? 0 : operations * 1e9 / wallNanos;
    }

    /** Returns nanoseconds of wall time from one operation to the next. */
    public double nanosPerOperation() {
      return (double) wallNanos / Math.max(1, operations);
    }

    /** Returns nanoseconds of processor time per operation. */
    public double cpuNanosPerOperation() {
      return (double) cpuNanos / Math.max(1, operations);
    }

    /** Returns how many operations per second one processor core can drive. */
    public double perSecondAndCore() {
      return cpuNanos == 0 ? 0 : operations * 1e9 / cpuNanos;
    }

    /** Returns bytes allocated per operation. */
    public double bytesPerOperation() {
      return (double) allocatedBytes / Math.max(1, operations);
    }
  }

  /**
   * The figures of an open loop.
   *
   * @param lag the lateness of requests
   */
  public record OpenLoop(int clients, double offeredPerSecond, Loop measured, TimeHistogram lag) {

    /** Returns the share of one processor core that it used. */
    public double shareOfCore() {
      return measured.wallNanos() == 0 ? 0 : (double) measured.cpuNanos() / measured.wallNanos();
    }
  }

  /**
   * The same clients in one process and in agents, each in a separate run.
   *
   * @param count the number of agents
   */
  public record OfAgents(int count, Loop one, Loop all) {

    /** Returns the agents' rate relative to that of one process. */
    public double gain() {
      return one.perSecond() == 0 ? 0 : all.perSecond() / one.perSecond();
    }
  }

  /** Returns the same calibration with agents. */
  public Calibration with(OfAgents measured) {
    return new Calibration(
        occasion,
        machine,
        clock,
        parking,
        one,
        premade,
        many,
        handoverOne,
        handoverMany,
        openLoop,
        Optional.of(measured));
  }

  /** Returns bytes that the engine allocates per operation, without the request. */
  public double engineBytes() {
    return premade.bytesPerOperation();
  }

  /** Returns bytes that the creation of a request allocates. */
  public double requestBytes() {
    return Math.max(0, one.bytesPerOperation() - premade.bytesPerOperation());
  }

  /**
   * Returns the processor time for handing an operation over to another thread and waking the
   * client when it is answered.
   */
  public double handoverCpuNanos() {
    return Math.max(0, handoverMany.cpuNanosPerOperation() - many.cpuNanosPerOperation());
  }

  /** Returns the figures by name, for programs; names include units. */
  public Map<String, Number> figures() {
    Map<String, Number> figures = new LinkedHashMap<>();
    figures.put("processors", machine.processors());
    figures.put("clockReadNanos", clock.readNanos());
    figures.put("clockStepNanos", clock.stepNanos());
    times("parking", parking, figures);
    loop("oneClient", one, figures);
    loop("oneClientPremade", premade, figures);
    loop("manyClients", many, figures);
    loop("handoverOneClient", handoverOne, figures);
    loop("handoverManyClients", handoverMany, figures);
    figures.put("engineBytesPerOperation", engineBytes());
    figures.put("requestBytesPerOperation", requestBytes());
    figures.put("offeredPerSecond", openLoop.offeredPerSecond());
    loop("openLoop", openLoop.measured(), figures);
    times("lag", openLoop.lag(), figures);
    agents.ifPresent(
        measured -> {
          figures.put("agents", measured.count());
          figures.put("agentsPerSecond", measured.all().perSecond());
          figures.put("agentsCpuNanosPerOperation", measured.all().cpuNanosPerOperation());
          figures.put("withoutAgentsPerSecond", measured.one().perSecond());
          figures.put("withoutAgentsCpuNanosPerOperation", measured.one().cpuNanosPerOperation());
        });
    return figures;
  }

  private static void loop(String name, Loop loop, Map<String, Number> figures) {
    figures.put(name + "Clients", loop.clients());
    figures.put(name + "Operations", loop.operations());
    figures.put(name + "PerSecond", loop.perSecond());
    figures.put(name + "CpuNanosPerOperation", loop.cpuNanosPerOperation());
    figures.put(name + "BytesPerOperation", loop.bytesPerOperation());
  }

  private static void times(String name, TimeHistogram times, Map<String, Number> figures) {
    figures.put(name + "P50Micros", times.percentileNanos(50) / 1e3);
    figures.put(name + "P99Micros", times.percentileNanos(99) / 1e3);
    figures.put(name + "P999Micros", times.percentileNanos(99.9) / 1e3);
    figures.put(name + "MaxMicros", times.maxNanos() / 1e3);
  }
}
