package io.kvbench.runner.run.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.engine.IntervalListener;
import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.measure.Drain;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.OfferedLoad;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.ScanCounts;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.Ticks;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.results.format.EventResult;
import io.kvbench.results.format.FaultResult;
import io.kvbench.results.format.FaultWindows;
import io.kvbench.results.format.PhaseResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of the additions of a phase's faults to its result. Intervals are made up, faults are
 * carried out.
 */
@Timeout(120)
class PhaseFaultsTest {
  private static final long MILLI = 1_000_000L;
  private static final long MINUTE = 60_000;
  private static final Instant STARTED = Instant.parse("2026-11-21T10:00:00Z");

  private final NanoClock clock = NanoClock.system();
  private final FakeNode one = new FakeNode("one", "follower");
  private final FakeNode two = new FakeNode("two", "leader");
  private final List<String> notes = new ArrayList<>();
  private final List<Instant> begun = new ArrayList<>();
  private final List<Interval> passedOn = new ArrayList<>();
  private final IntervalListener next =
      new IntervalListener() {
        @Override
        public void began(long nanos, Instant startedAt) {
          begun.add(startedAt);
        }

        @Override
        public void ended(Interval interval) {
          passedOn.add(interval);
        }
      };

  private PhaseFaults faults(String... planned) {
    return new PhaseFaults(
        Stream.of(planned).map(Fault::parse).toList(),
        OfferedLoad.none(),
        new FaultNodes(List.of(one, two), FaultMethods.own(), 0),
        clock,
        notes::add,
        next);
  }

  @Test
  void aPhaseWithoutFaultsKeepsItsResult() {
    try (PhaseFaults faults = faults()) {
      faults.began(clock.nanos(), STARTED);
      Interval interval = interval(0, 1000, 5);
      faults.ended(interval);
      PhaseResult phase = phase();

      assertThat(faults.added(phase)).isSameAs(phase);
      assertThat(begun).containsExactly(STARTED);
      assertThat(passedOn).containsExactly(interval);
      assertThat(notes).isEmpty();
    }
  }

  @Test
  void aFaultIsNotedAndPartsThePhase() throws Exception {
    try (PhaseFaults faults = faults("pause:two@1ms")) {
      faults.began(clock.nanos(), STARTED);
      while (two.done.isEmpty()) {
        Thread.sleep(1);
      }
      faults.ended(interval(0, 1, 7));
      while (notes.isEmpty()) {
        // From here on the fault is done as far as the schedule says, too.
        faults.ended(interval(1, 0, 0));
      }
      faults.ended(interval(1, MINUTE, 30));
      faults.ended(interval(1 + MINUTE, MINUTE, 500));
      PhaseResult added = faults.added(phase());

      FaultResult fault = added.incidents().faults().orElseThrow().getFirst();
      assertThat(fault.fault()).isEqualTo("pause:two@1ms");
      assertThat(fault.action()).isEqualTo("PAUSE");
      assertThat(fault.node()).isEqualTo("two");
      assertThat(fault.phaseNanos()).isBetween(MILLI, MINUTE * MILLI);
      assertThat(added.incidents().events().orElseThrow())
          .extracting(EventResult::kind)
          .containsExactly("PAUSE");
      FaultWindows windows = added.incidents().faultWindows().orElseThrow();
      assertThat(windows.windows())
          .containsExactly(new FaultWindows.Window(MILLI, (1 + MINUTE) * MILLI));
      assertThat(windows.inside().operationCount()).isEqualTo(30);
      assertThat(windows.outside().operationCount()).isEqualTo(507);
      assertThat(notes).singleElement().asString().contains("two paused (pause:two@1ms)");
    }
    assertThat(two.done).containsExactly("pause", "resume");
    assertThat(one.done).isEmpty();
  }

  @Test
  void aPhaseThatEndsBeforeItsFaultSaysSoAndHasNoWindow() {
    try (PhaseFaults faults = faults("kill:one@1h")) {
      faults.began(clock.nanos(), STARTED);
      faults.ended(interval(0, 1000, 5));
      PhaseResult added = faults.added(phase());

      assertThat(added.incidents().faults()).contains(List.of());
      assertThat(added.incidents().faultWindows()).isEmpty();
      assertThat(added.incidents().events().orElseThrow())
          .extracting(EventResult::kind)
          .containsExactly(EventResult.NOT_DONE);
      assertThat(notes).singleElement().asString().contains("kill:one@1h was not carried out");
    }
    assertThat(one.done).isEmpty();
  }

  @Test
  void whatWasRecoveredFromLongAgoIsSettled() throws Exception {
    try (PhaseFaults faults = faults("pause:two@1ms/every=300ms/for=10ms")) {
      faults.began(clock.nanos(), STARTED);
      while (two.done.size() < 6) {
        Thread.sleep(1);
      }
      for (int minute = 0; minute < 5; minute++) {
        faults.ended(interval(minute * MINUTE, MINUTE, 100));
      }
      PhaseResult added = faults.added(phase());

      assertThat(added.incidents().faults().orElseThrow())
          .hasSizeGreaterThanOrEqualTo(6)
          .extracting(FaultResult::action)
          .startsWith("PAUSE", "RESUME", "PAUSE", "RESUME");
    }
  }

  private static Interval interval(long startMillis, long millis, int reads) {
    TimeHistogram times = TimeHistogram.ofNanos(new long[reads]);
    return new Interval(
        STARTED,
        startMillis * MILLI,
        millis * MILLI,
        2,
        reads,
        new Snapshot(
            Map.of(OperationType.READ, Map.of(Outcome.OK, new StatusSnapshot(times, times))),
            TimeHistogram.empty()),
        Ticks.sum(List.of()));
  }

  private static PhaseResult phase() {
    PhasePlan plan =
        new PhasePlan(PhaseName.RUN, 2, new LoadModel.ClosedLoop(), 1000, Optional.empty(), false);
    return PhaseResult.of(
        plan,
        1,
        0,
        new PhaseMeasurement(
            STARTED,
            2 * MINUTE * MILLI,
            Optional.of(new Drain(0, 0, 0, Map.of(), 0, 0)),
            PhaseEnd.PLANNED,
            0,
            Snapshot.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            List.of(),
            ClientTime.none(),
            0,
            new ScanCounts(0, 0, 0, 0, 0, 0),
            CoordinationCounts.none(),
            List.of()),
        Optional.empty());
  }
}
