package io.kvbench.results.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.Ticks;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of thresholds that end a run, on seconds with known figures. */
final class SloWatchTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int OPERATIONS = 200;

  private static Settings settings(String... assignments) {
    Assignments given = new Assignments();
    for (String assignment : assignments) {
      String[] parts = assignment.split("=", 2);
      given.add(parts[0], parts[1], Origin.of("test"));
    }
    Problems problems = new Problems();
    Settings settings = Settings.resolve(given, List.copyOf(VerdictSettings.all()), problems);
    assertThat(problems.list()).isEmpty();
    return settings;
  }

  private static SloWatch watch(String slo) {
    return SloWatch.of(settings("slo=" + slo, "slo.abort=true", "slo.grace=10s")).orElseThrow();
  }

  /** A second's operations: this many are slow (100 ms) or fail; the others take 1 ms. */
  private static Snapshot recorded(int slow, int failed) {
    long[] nanos = new long[OPERATIONS - failed];
    Arrays.fill(nanos, 1_000_000);
    Arrays.fill(nanos, 0, slow, 100_000_000);
    TimeHistogram ok = TimeHistogram.ofNanos(nanos);
    Map<Status, StatusSnapshot> statuses = new LinkedHashMap<>();
    statuses.put(Outcome.OK, new StatusSnapshot(ok, ok));
    if (failed > 0) {
      TimeHistogram times = TimeHistogram.ofNanos(new long[failed]);
      statuses.put(ErrorKind.TIMEOUT, new StatusSnapshot(times, times));
    }
    return new Snapshot(Map.of(OperationType.READ, statuses), TimeHistogram.empty());
  }

  private static Interval second(int number, Snapshot recorded) {
    return new Interval(
        Instant.EPOCH,
        number * SECOND,
        SECOND,
        1,
        (number + 1L) * OPERATIONS,
        recorded,
        Ticks.sum(List.of()));
  }

  /** Returns the second after which a run of ten minutes is ended; 0 if it is not. */
  private static int end(String slo, IntFunction<Snapshot> seconds) {
    SloWatch watch = watch(slo);
    for (int number = 0; number < 600; number++) {
      Optional<String> broken = watch.add(second(number, seconds.apply(number)));
      if (broken.isPresent()) {
        assertThat(broken).hasValue(slo);
        return number + 1;
      }
    }
    return 0;
  }

  @Test
  void nothingIsWatchedUnlessItIsAskedFor() {
    assertThat(SloWatch.of(settings("slo=errors<1"))).isEmpty();
    assertThat(SloWatch.of(settings("slo=errors<1", "slo.abort=false"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    // threshold, slow per second, failed per second, ended within seconds
    "response.p99<20ms,200,0,15",
    "READ.service.p50<20ms,200,0,60",
    "response.p99<20ms,20,0,25",
    "response.max<20ms,1,0,11",
    "response.mean<20ms,200,0,60",
    "errors<5,0,1,11",
    "errors<1%,0,20,25",
    "READ.errors.timeout<1%,0,200,15",
    "errors<=0%,0,1,11",
    "throughput>1000,0,0,110"
  })
  void aThresholdThatIsBrokenEverySecondEndsTheRunAfterTheGracePeriod(
      String slo, int slow, int failed, int within) {
    Snapshot recorded = recorded(slow, failed);
    assertThat(end(slo, number -> recorded)).isBetween(11, within);
  }

  @ParameterizedTest
  @CsvSource({
    "response.p99<20ms,1,0",
    "response.p50<20ms,99,0",
    "response.max<200ms,200,0",
    "response.mean<60ms,100,0",
    "response.p99>20ms,0,0",
    "errors<1%,0,1",
    "errors<1000,0,1",
    "throughput>150,0,0",
    "throughput<100,0,0",
    "response.p99.infaults<1ms,200,0"
  })
  void aThresholdThatIsKeptEverySecondNeverDoes(String slo, int slow, int failed) {
    Snapshot recorded = recorded(slow, failed);
    assertThat(end(slo, number -> recorded)).isZero();
  }

  @Test
  void whatIsBrokenInTheGracePeriodOnlyEndsNothing() {
    Snapshot slow = recorded(200, 0);
    Snapshot fast = recorded(0, 0);
    assertThat(end("response.p99<20ms", number -> number < 10 ? slow : fast)).isZero();
  }

  @Test
  void aStallOfOneSecondEndsNothing() {
    Snapshot slow = recorded(200, 0);
    Snapshot fast = recorded(0, 0);
    assertThat(end("response.p99<20ms", number -> number == 30 ? slow : fast)).isZero();
  }

  @Test
  void noiseAroundTheThresholdEndsNoneOfFiftyRuns() {
    Random random = new Random(11);
    // Between 1 and 39 of 200 fail, 10 % on average.
    List<Snapshot> seconds =
        IntStream.range(0, 39).mapToObj(number -> recorded(0, 1 + number)).toList();
    for (int run = 0; run < 50; run++) {
      SloWatch watch = watch("errors<10%");
      for (int number = 0; number < 100; number++) {
        assertThat(watch.add(second(number, seconds.get(random.nextInt(39))))).isEmpty();
      }
    }
  }
}
