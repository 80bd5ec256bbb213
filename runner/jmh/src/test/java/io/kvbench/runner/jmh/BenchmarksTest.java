package io.kvbench.runner.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** A smoke test of every benchmark; the results are meaningless. */
@Timeout(300)
class BenchmarksTest {
  @Test
  void everyBenchmarkRuns() throws Exception {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include("io\\.kvbench\\.")
                    .forks(0)
                    .warmupIterations(0)
                    .measurementIterations(1)
                    .measurementTime(TimeValue.milliseconds(1))
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run();

    assertThat(results).allMatch(result -> result.getPrimaryResult().getScore() > 0);
    assertThat(results)
        .extracting(result -> result.getPrimaryResult().getLabel())
        .containsOnly("nanos", "recordAlone", "recordTogether", "next", "nextKeyText", "perform");
    assertThat(results)
        .as("one clock, two recorders of both paces, two of four kinds, four phases")
        .hasSize(1 + 2 * 2 + 2 * 4 + 2 * 2);
  }
}
