package io.kvbench.runner.jmh;

import io.kvbench.core.operation.Composite;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Request;
import io.kvbench.core.workload.request.RequestSource;
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
import org.openjdk.jmh.annotations.Warmup;

/** Benchmarks of the creation of requests: the choice of record, the mix and the value. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class RequestBenchmark {
  /** The kind of requests. */
  @Param public BenchmarkRequests requests = BenchmarkRequests.READ_UNIFORM;

  private RequestSource source;

  /** Opens the source of the first of eight clients. */
  @Setup
  public void open() {
    source = requests.sources(8).apply(0);
  }

  /** One request, whose key is not rendered. */
  @Benchmark
  public Request next() {
    return source.next();
  }

  /** One request, with its key as the text that most client libraries need. */
  @Benchmark
  public String nextKeyText() {
    Request request = source.next();
    Operation first = request instanceof Composite several ? several.first() : (Operation) request;
    return String.valueOf(first.key());
  }
}
