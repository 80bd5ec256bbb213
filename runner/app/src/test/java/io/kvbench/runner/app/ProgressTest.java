package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.Ticks;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.runner.app.terminal.Progress;
import io.kvbench.runner.app.terminal.Terminal;
import io.kvbench.runner.process.StageLine;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of a run's progress output where lines cannot be overwritten. */
final class ProgressTest {
  private static final long SECOND = 1_000_000_000L;

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(shown, true, StandardCharsets.UTF_8);
  private final Progress progress =
      new Progress(new Terminal(err, err), false, 1, FilePermissions.OWNER);

  /** A service reads its runs' stages from these lines. */
  @Test
  void aStageHasALineOfItsOwn() {
    progress.stage("connecting");

    assertThat(shown.toString(StandardCharsets.UTF_8)).isEqualTo(StageLine.of("connecting") + "\n");
  }

  @Test
  void aNumberOfRequestsHasATimeLeft() {
    progress.interval(plan(1000, Optional.empty()), second(4, 8, 250));

    assertThat(shown.toString(StandardCharsets.UTF_8))
        .contains(" 25 %", "250 requests")
        .endsWith("15.0 s left\n");
  }

  /** A time left that is reckoned from their share would rise for as long as they take. */
  @Test
  void ofTheLastRequestsTheNumberIsShown() {
    PhasePlan plan = plan(1000, Optional.empty());

    progress.interval(plan, second(20, 8, 991));
    progress.interval(plan, second(21, 8, 992));

    List<String> lines = shown.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines.getFirst()).endsWith("s left");
    assertThat(lines.getLast()).endsWith("last 8 pending");
  }

  @Test
  void aTimeIsCountedDownWhateverTheRequests() {
    progress.interval(
        plan(PhasePlan.UNLIMITED, Optional.of(Duration.ofSeconds(20))), second(4, 8, 3));

    assertThat(shown.toString(StandardCharsets.UTF_8)).endsWith("15.0 s left\n");
  }

  @Test
  void watchersThatAreBeingOpenedHaveARateAndATimeLeft() {
    progress.waiting("opening watchers", 0, 100_000, SECOND);
    progress.waiting("opening watchers", 25_000, 100_000, 5 * SECOND);

    assertThat(shown.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            opening watchers  0 of 100,000  0/s
            opening watchers  25,000 of 100,000  5,000/s  15.0 s left
            """);
  }

  @Test
  void aPercentileNeedsTenOperationsBeyondIt() {
    progress.interval(plan(5000, Optional.empty()), second(1, SECOND, answered(1_000)));
    progress.interval(plan(5000, Optional.empty()), second(2, SECOND, answered(999)));
    progress.interval(plan(5000, Optional.empty()), second(3, SECOND, answered(20)));
    progress.interval(plan(5000, Optional.empty()), second(4, SECOND, answered(19)));

    List<String> lines = shown.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines.get(0)).contains("1,000 OK/s  p99 1.0");
    assertThat(lines.get(1)).contains("999 OK/s  p90 1.0");
    assertThat(lines.get(2)).contains("20.0 OK/s  p50 1.0");
    assertThat(lines.get(3)).contains("19.0 OK/s  ").doesNotContain("p50");
  }

  /** A single operation in 7 ms is no rate of 143 per second. */
  @Test
  void anIntervalThatWasCutShortHasNoRate() {
    Progress bar = new Progress(new Terminal(err, err), true, 1, FilePermissions.OWNER);

    bar.interval(plan(5000, Optional.empty()), second(1, 7_000_000, answered(1)));

    assertThat(shown.toString(StandardCharsets.UTF_8)).contains("requests").doesNotContain("OK/s");
  }

  private static Snapshot answered(int operations) {
    long[] nanos = new long[operations];
    Arrays.fill(nanos, 1_000_000);
    TimeHistogram times = TimeHistogram.ofNanos(nanos);
    return new Snapshot(
        Map.of(OperationType.READ, Map.of(Outcome.OK, new StatusSnapshot(times, times))),
        TimeHistogram.empty());
  }

  private static Interval second(long begin, long wallNanos, Snapshot recorded) {
    return new Interval(
        Instant.EPOCH,
        begin * SECOND,
        wallNanos,
        8,
        recorded.count(),
        recorded,
        Ticks.sum(List.of()));
  }

  private static PhasePlan plan(long requests, Optional<Duration> duration) {
    return new PhasePlan(PhaseName.RUN, 8, new LoadModel.ClosedLoop(), requests, duration, false);
  }

  /** Returns the second that begins after so many. */
  private static Interval second(long begin, int clients, long requests) {
    return new Interval(
        Instant.EPOCH,
        begin * SECOND,
        SECOND,
        clients,
        requests,
        Snapshot.empty(),
        Ticks.sum(List.of()));
  }
}
