package io.kvbench.runner.calibrate;

import io.kvbench.core.measure.TimeHistogram;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The floor of kvbench on one machine: what it costs and how exact it is when the store does
 * nothing.
 *
 * @param occasion when that was
 * @param machine where that is
 * @param clock the one source of time
 * @param parking how late a client wakes that asked to wait until a time
 * @param one a closed loop of one client, with requests made as in a run
 * @param premade the same with one request made before: what the engine alone costs
 * @param many a closed loop of several clients
 * @param handoverOne one client whose operations another thread answers
 * @param handoverMany several such clients
 * @param openLoop several clients at a given rate
 * @param agents several processes; empty where they were not asked for
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
   * An occasion.
   *
   * @param date when the calibration began
   * @param quick whether it took less time than figures that are not rough need
   */
  public record Occasion(Instant date, boolean quick) {}

  /**
   * A machine.
   *
   * @param loadAverage of the last minute when the calibration began; negative if unknown
   */
  public record Machine(
      String javaVersion,
      String operatingSystem,
      int processors,
      long memoryBytes,
      double loadAverage) {}

  /**
   * A clock.
   *
   * @param readNanos what a reading takes
   * @param stepNanos the least by which two readings that differ have differed
   */
  public record Clock(double readNanos, long stepNanos) {}

  /**
   * A closed loop.
   *
   * @param operations how many were answered
   * @param cpuNanos processor time of the whole process, the compiler's and the garbage collector's
   *     among it
   * @param allocatedBytes by all threads, without what a phase costs once
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

    /** Returns nanoseconds of processor time for an operation. */
    public double cpuNanosPerOperation() {
      return (double) cpuNanos / Math.max(1, operations);
    }

    /** Returns how many operations per second one processor core would drive alone. */
    public double perSecondAndCore() {
      return cpuNanos == 0 ? 0 : operations * 1e9 / cpuNanos;
    }

    /** Returns bytes allocated for an operation. */
    public double bytesPerOperation() {
      return (double) allocatedBytes / Math.max(1, operations);
    }
  }

  /**
   * An open loop.
   *
   * @param lag how late requests were sent
   */
  public record OpenLoop(int clients, double offeredPerSecond, Loop measured, TimeHistogram lag) {

    /** Returns the share of one processor core that it took. */
    public double shareOfCore() {
      return measured.wallNanos() == 0 ? 0 : (double) measured.cpuNanos() / measured.wallNanos();
    }
  }

  /**
   * The same clients in one process and in agents, each as a run of its own.
   *
   * @param count how many agents
   */
  public record OfAgents(int count, Loop one, Loop all) {

    /** Returns how many times the rate of one process the agents reach. */
    public double gain() {
      return one.perSecond() == 0 ? 0 : all.perSecond() / one.perSecond();
    }
  }

  /** Returns this with agents. */
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

  /** Returns bytes that the engine allocates for an operation, the request left out. */
  public double engineBytes() {
    return premade.bytesPerOperation();
  }

  /** Returns bytes that making a request allocates. */
  public double requestBytes() {
    return Math.max(0, one.bytesPerOperation() - premade.bytesPerOperation());
  }

  /**
   * Returns the processor time that it takes to hand an operation over to another thread and to
   * wake the client when it is answered.
   */
  public double handoverCpuNanos() {
    return Math.max(0, handoverMany.cpuNanosPerOperation() - many.cpuNanosPerOperation());
  }

  /** Returns the figures by name, for programs: units stand in the names. */
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
