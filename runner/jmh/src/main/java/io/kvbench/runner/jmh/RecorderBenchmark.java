package io.kvbench.runner.jmh;

import io.kvbench.core.measure.ClientRecorder;
import io.kvbench.core.measure.Recorder;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/** Benchmarks of recording the end of an operation. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class RecorderBenchmark {
  private static final long SHORTEST_NANOS = 50_000;
  private static final long STEP_NANOS = 7_919;
  private static final int TIMES = 1 << 10;

  /** Whether response and service times can differ, so that both are recorded. */
  @Param({"false", "true"})
  public boolean paced;

  private Recorder recorder;

  /** Opens a recorder for as many threads as this machine runs concurrently. */
  @Setup
  public void open() {
    recorder = new Recorder(paced, Runtime.getRuntime().availableProcessors());
  }

  /** The recorder of one client, and times from 50 us to 8 ms. */
  @State(Scope.Thread)
  public static class Client {
    private ClientRecorder recorder;
    private int times;
    private long doneNanos;

    /** Opens the recorder of the client with the thread's number. */
    @Setup
    public void open(RecorderBenchmark benchmark, ThreadParams thread) {
      recorder = benchmark.recorder.client(thread.getThreadIndex());
    }

    private long nextNanos() {
      times = (times + 1) & (TIMES - 1);
      return SHORTEST_NANOS + times * STEP_NANOS;
    }

    /** Twenty million operations a second for each client. */
    private long doneNanos() {
      doneNanos += 50;
      return doneNanos;
    }
  }

  /** One thread. */
  @Benchmark
  @Threads(1)
  public void recordAlone(Client client) {
    record(client);
  }

  /** Two concurrent threads, each with its stripe if there are two processors. */
  @Benchmark
  @Threads(2)
  public void recordTogether(Client client) {
    record(client);
  }

  private void record(Client client) {
    long service = client.nextNanos();
    long response = paced ? service + STEP_NANOS : service;
    client.recorder.record(OperationType.READ, Outcome.OK, client.doneNanos(), response, service);
  }
}
