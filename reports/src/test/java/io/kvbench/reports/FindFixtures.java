package io.kvbench.reports;

import io.kvbench.results.format.FindResult;
import io.kvbench.results.format.FindResult.Outcome;
import io.kvbench.results.format.FindResult.Probe;
import io.kvbench.results.format.FindResult.Range;
import io.kvbench.results.format.FindResult.Status;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Made-up results of searches. */
public final class FindFixtures {
  private FindFixtures() {}

  /** A curve with a knee at 200 and a collapse at 400 requests per second. */
  public static FindResult curve() {
    return of(
        List.of(
            probe(1, OptionalDouble.empty(), 260, OptionalLong.of(9_000)),
            probe(2, OptionalDouble.of(400), 180, OptionalLong.empty()),
            probe(3, OptionalDouble.of(100), 100, OptionalLong.of(3_000)),
            probe(4, OptionalDouble.of(200), 200, OptionalLong.of(4_000)),
            probe(5, OptionalDouble.of(300), 250, OptionalLong.of(8_000))));
  }

  /** The same with other probes. */
  public static FindResult of(List<Probe> probes) {
    return new FindResult(
        FindResult.SCHEMA,
        Status.FOUND,
        "every rate was probed",
        "curve",
        "write",
        "etcd",
        PhaseFixtures.START,
        Optional.of(new Range(OptionalDouble.of(200), OptionalDouble.of(300))),
        Optional.empty(),
        List.of("response.p99<20ms"),
        "one probe of each rate",
        OptionalDouble.empty(),
        0.05,
        OptionalDouble.of(260),
        OptionalDouble.of(200),
        OptionalDouble.of(400),
        List.of("a <note>"),
        probes);
  }

  private static Probe probe(
      int number, OptionalDouble offered, double achieved, OptionalLong p999Micros) {
    return new Probe(
        number,
        PhaseFixtures.START.plusSeconds(10L * number),
        100,
        offered,
        achieved,
        1_000,
        0,
        OptionalLong.of(1_000),
        OptionalLong.of(2_000),
        p999Micros,
        Outcome.PASSED,
        Optional.empty());
  }
}
