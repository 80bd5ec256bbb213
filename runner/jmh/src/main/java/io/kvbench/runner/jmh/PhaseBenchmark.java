package io.kvbench.runner.jmh;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.engine.EngineLimits;
import io.kvbench.core.engine.PhaseRunner;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmarks of an operation's whole path through the engine, in phases of 100,000, including the
 * start and end of the clients. All clients send the same read, which was created before, so that
 * the cost that {@link RequestBenchmark} measures is excluded.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class PhaseBenchmark {
  private static final int REQUESTS = 100_000;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Operation.Read READ =
      new Operation.Read(Key.of("user1"), ReadConsistency.DEFAULT);

  /** The number of clients that share the requests. */
  @Param({"1", "1000"})
  public int clients;

  /** The store that answers. */
  @Param public BenchmarkStore store = BenchmarkStore.NOTHING;

  private final PhaseRunner runner =
      new PhaseRunner(
          NanoClock.system(), new EngineLimits(PATIENCE, PATIENCE, Duration.ofSeconds(1)));

  private Binding binding;
  private PhasePlan plan;

  /** Opens the store. */
  @Setup
  public void open() throws BindingException, InterruptedException {
    binding = store.open();
    plan =
        new PhasePlan(
            PhaseName.RUN, clients, new LoadModel.ClosedLoop(), REQUESTS, Optional.empty(), false);
  }

  /** Stops the store's threads. */
  @TearDown
  public void close() {
    binding.close();
  }

  /** One operation, from taking the request to recording it. */
  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  public PhaseMeasurement perform() throws BindingException {
    return runner.run(plan, binding, client -> () -> READ, new StopSignal(), interval -> {});
  }
}
