package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Request;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The common base of tests of whole phases: plans, their execution and assertions. */
abstract class PhaseTests {
  static final Key KEY = Key.of("key");
  static final Operation.Read READ = new Operation.Read(KEY, ReadConsistency.DEFAULT);
  static final Operation.Update UPDATE = new Operation.Update(KEY, Value.of(new byte[] {1}));
  static final EngineLimits LIMITS =
      new EngineLimits(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofMillis(50));

  /** For operations that are never answered. */
  static final EngineLimits BRIEF_DRAIN =
      new EngineLimits(Duration.ofMillis(300), Duration.ofSeconds(30), Duration.ofMillis(50));

  final List<Interval> intervals = new CopyOnWriteArrayList<>();
  final StopSignal stop = new StopSignal();

  PhaseMeasurement run(PhasePlan plan, ScriptedBinding store, Request request, EngineLimits limits)
      throws Exception {
    return new PhaseRunner(NanoClock.system(), limits)
        .run(plan, store, client -> () -> request, stop, intervals::add);
  }

  static EngineLimits impatient() {
    return new EngineLimits(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofMillis(50));
  }

  static PhasePlan closed(int clients, long requests) {
    return plan(clients, new LoadModel.ClosedLoop(), requests, Optional.empty());
  }

  static PhasePlan timed(int clients, Duration duration) {
    return plan(clients, new LoadModel.ClosedLoop(), PhasePlan.UNLIMITED, Optional.of(duration));
  }

  static PhasePlan plan(int clients, LoadModel model, long requests, Optional<Duration> duration) {
    return new PhasePlan(PhaseName.RUN, clients, model, requests, duration, false);
  }

  static long count(PhaseMeasurement measured, Status status) {
    return measured.recorded().count(OperationType.READ, status);
  }

  Snapshot sumOfIntervals() {
    return intervals.stream().map(Interval::recorded).reduce(Snapshot.empty(), Snapshot::plus);
  }

  static void assertAddsUp(PhaseMeasurement measured) {
    long total = measured.clientTime().totalNanos();
    assertThat(measured.clientTime().accountedNanos())
        .isBetween(total - total / 100, total + total / 100);
  }
}
