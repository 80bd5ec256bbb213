package io.kvbench.runner.run.find;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.measure.Drain;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.Recorder;
import io.kvbench.core.measure.ScanCounts;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.ConstantRate;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.search.Bounds;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.ClientCondition;
import io.kvbench.results.format.FindResult;
import io.kvbench.results.format.FindResult.Probe;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.SchedulingResult;
import io.kvbench.results.format.TimeResult;
import io.kvbench.results.verdict.VerdictSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of searches for the capacity of a simulated store that serves one request after another.
 */
class KnownCapacityTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;
  private static final long SERVICE = 10 * MILLI;
  private static final long SENDING = 12 * SECOND;

  private final Settings settings = settings("response.p99<60ms");

  private static Settings settings(String slo) {
    List<Setting<?>> known = new ArrayList<>(FindSettings.all());
    known.addAll(VerdictSettings.all());
    Problems problems = new Problems();
    Settings settings =
        Settings.resolve(new Assignments().add("slo", slo, Origin.of("a test")), known, problems);
    assertThat(problems.list()).isEmpty();
    return settings;
  }

  /** With ten clients they are busy beyond the capacity, with more of them the store is. */
  @ParameterizedTest
  @ValueSource(ints = {10, 50, 1_000})
  void isWithinTheIntervalOnABusyMachine(int clients) {
    RateStrategy strategy = new RateStrategy(clients, settings);
    List<Probe> probes = new ArrayList<>();
    for (Optional<Load> next = strategy.next(); next.isPresent(); next = strategy.next()) {
      Probe probe = probe(next.get(), probes.size() + 1, busyMachine());
      probes.add(probe);
      assertThat(probe.outcome()).isNotEqualTo(FindResult.Outcome.CLIENT_LIMITED);
      strategy.add(next.get(), probe);
    }

    Bounds bounds = strategy.bounds();
    assertThat(strategy.isFound()).isTrue();
    assertThat(bounds.low().orElseThrow()).isBetween(95.0, 101.0);
    assertThat(bounds.high().orElseThrow()).isBetween(99.0, 106.0);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 50, 1_000})
  void aProbeABitAboveTheCapacityFailsBecauseOfTheStore(int clients) {
    assertThat(probe(Load.open(clients, 104), 1, busyMachine()).outcome())
        .isEqualTo(FindResult.Outcome.FAILED);
  }

  /** The client was stopped for two seconds in the middle, and caught up. */
  @Test
  void aProbeThatThePauseOfAClientFailedIsTheClients() {
    Simulation simulation = new Simulation(20, 5 * SECOND, 2 * SECOND);

    assertThat(simulation.probe(Load.open(20, 40), 1, stopped(2 * SECOND), settings).outcome())
        .isEqualTo(FindResult.Outcome.CLIENT_LIMITED);
  }

  private Probe probe(Load load, int number, ClientCondition condition) {
    return new Simulation(load.clients(), 0, 0).probe(load, number, condition, settings);
  }

  /** Threads wait for processors, for 400 ms now and then. */
  private static ClientCondition busyMachine() {
    return condition(TimeHistogram.ofNanos(MILLI, 400 * MILLI), 0);
  }

  private static ClientCondition stopped(long nanos) {
    return condition(TimeHistogram.ofNanos(MILLI, nanos), nanos);
  }

  private static ClientCondition condition(TimeHistogram hiccups, long pause) {
    return new ClientCondition(
        SECOND,
        2,
        OptionalDouble.empty(),
        pause > 0 ? 1 : 0,
        pause,
        pause,
        TimeResult.of(hiccups),
        0,
        0,
        0,
        Optional.of(
            new SchedulingResult(
                Optional.empty(),
                OptionalLong.of(5_000 * 6 * MILLI),
                OptionalLong.of(5_000),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty())),
        Optional.empty(),
        OptionalLong.empty());
  }

  /**
   * A store, its clients, and a pause of theirs.
   *
   * @param pauseNanos how long no client sends
   */
  private record Simulation(int clients, long pausedFrom, long pauseNanos) {
    Probe probe(Load load, int number, ClientCondition condition, Settings settings) {
      LoadModel model =
          load.perSecond().isPresent()
              ? new LoadModel.OpenLoop(new ConstantRate(load.perSecond().getAsDouble()))
              : new LoadModel.ClosedLoop();
      ProbeWindow part = new ProbeWindow(model, Duration.ofSeconds(2));
      PhaseResult phase = phase(model, part, condition);
      part.end(phase);
      return new ProbeJudge(settings).judge(number, load, part, phase);
    }

    private PhaseResult phase(LoadModel model, ProbeWindow part, ClientCondition condition) {
      Recorder recorder = new Recorder(true, 1);
      Snapshot all = Snapshot.empty();
      long[] free = new long[clients];
      long busy = 0;
      long free0 = 0;
      long requests = 0;
      long drained = 0;
      long second = 1;
      for (int index = 0; ; index++) {
        long due =
            model instanceof LoadModel.OpenLoop(var arrivals)
                ? arrivals.startNanos(index)
                : free[index % clients];
        if (due >= SENDING) {
          break;
        }
        long sent = Math.max(due, free[index % clients]);
        if (sent >= pausedFrom && sent < pausedFrom + pauseNanos) {
          sent = pausedFrom + pauseNanos;
        }
        free0 = Math.max(free0, sent) + SERVICE;
        free[index % clients] = free0;
        for (; second * SECOND <= free0 && second * SECOND <= SENDING; second++) {
          Snapshot recorded = recorder.collect();
          all = all.plus(recorded);
          part.add(interval(second, requests, recorded, recorder));
        }
        recorder.record(OperationType.READ, Outcome.OK, free0, free0 - due, free0 - sent, 1);
        recorder.recordLag(sent - due, 1);
        requests++;
        busy += free0 - sent;
        drained += free0 > SENDING ? 1 : 0;
      }
      for (; second * SECOND <= SENDING; second++) {
        Snapshot recorded = recorder.collect();
        all = all.plus(recorded);
        part.add(interval(second, requests, recorded, recorder));
      }
      Snapshot rest = recorder.collect();
      all = all.plus(rest);
      part.add(interval(second, requests, rest, recorder));
      return PhaseResult.of(
          new PhasePlan(
              PhaseName.PROBE,
              clients,
              model,
              PhasePlan.UNLIMITED,
              Optional.of(Duration.ofNanos(SENDING)),
              false),
          1,
          0,
          measurement(all, requests, busy, Math.max(free0, SENDING), drained),
          Optional.of(condition));
    }

    private Interval interval(long second, long requests, Snapshot recorded, Recorder recorder) {
      return new Interval(
          Instant.EPOCH,
          (second - 1) * SECOND,
          SECOND,
          clients,
          requests,
          recorded,
          recorder.ticks());
    }

    private PhaseMeasurement measurement(
        Snapshot recorded, long requests, long busy, long wall, long drained) {
      return new PhaseMeasurement(
          Instant.EPOCH,
          wall,
          Optional.of(new Drain(wall - SENDING, drained, drained, Map.of(), 0, 0)),
          PhaseEnd.PLANNED,
          requests,
          recorded,
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          List.of(),
          new ClientTime(
              clients * wall,
              Math.min(busy, clients * wall),
              Map.of(),
              Map.of(),
              0,
              OptionalLong.of(0),
              Math.max(0, clients * wall - busy),
              0,
              0,
              0),
          0,
          new ScanCounts(0, 0, 0, 0, 0, 0),
          CoordinationCounts.none(),
          List.of());
    }
  }
}
