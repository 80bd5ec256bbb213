package io.kvbench.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.result.ClientCondition;
import io.kvbench.core.result.Measured;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.RunStatus;
import io.kvbench.core.result.ServerResult;
import io.kvbench.core.result.TimeResult;
import io.kvbench.core.result.Verdict;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Verdicts on made-up runs, with limits as a user may set them. */
final class Judging {
  static final RunResult.ClusterResult EXTERNAL =
      RunResult.ClusterResult.of("external", 1, "a cluster", List.of());

  private Judging() {}

  /** Returns servers called s0, s1 and so on that have so many records each. */
  static RunResult.ClusterResult servers(OptionalLong elections, long... records) {
    List<ServerResult> servers = new ArrayList<>();
    for (long count : records) {
      servers.add(server("s" + servers.size(), OptionalLong.of(count)));
    }
    return new RunResult.ClusterResult(
        "external",
        servers.size(),
        "servers",
        List.of(),
        Optional.of(servers),
        elections,
        Optional.empty());
  }

  static ServerResult server(String endpoint, OptionalLong records) {
    return new ServerResult(
        endpoint,
        Optional.empty(),
        Optional.empty(),
        false,
        records,
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Map.of(),
        Optional.empty());
  }

  static Settings limits(String... assignments) {
    Assignments given = new Assignments();
    for (String assignment : assignments) {
      String[] parts = assignment.split("=", 2);
      given.add(parts[0], parts[1], Origin.of("-p " + parts[0]));
    }
    Problems problems = new Problems();
    Settings settings = Settings.resolve(given, VerdictSettings.all(), problems);
    assertThat(problems.list()).isEmpty();
    return settings;
  }

  static Verdict judge(Evidence evidence, String... assignments) {
    return VerdictRules.judge(evidence, limits(assignments));
  }

  /** Judges a complete run on servers elsewhere. */
  static Verdict judge(List<PhaseResult> phases, String... assignments) {
    return judge(
        new Evidence(RunStatus.COMPLETE, phases, Optional.empty(), EXTERNAL, false, 0),
        assignments);
  }

  /** Returns the phase as it was measured in this condition. */
  static PhaseResult in(ClientCondition condition, PhaseResult phase) {
    return in(condition, phase, phase.wallNanos());
  }

  /** Returns the phase as if it had taken another time. */
  static PhaseResult in(ClientCondition condition, PhaseResult phase, long wallNanos) {
    return new PhaseResult(
        phase.name(),
        phase.step(),
        phase.startedAt(),
        wallNanos,
        phase.clients(),
        phase.connections(),
        phase.loadModel(),
        phase.requests(),
        phase.offeredPerSecond(),
        phase.throughputPerSecond(),
        phase.maxThroughputPerSecond(),
        phase.minThroughputPerSecond(),
        phase.meanConcurrency(),
        phase.operations(),
        phase.lag(),
        phase.errorMessages(),
        phase.clientTime(),
        Optional.of(condition),
        phase.faults(),
        phase.events());
  }

  /** Returns two processors of which this much was used or taken away. */
  static ClientCondition processors(long cpuNanos, OptionalDouble steal) {
    return new ClientCondition(cpuNanos, 2, steal, 0, 0, 0, hiccups(0), 0, 0, 0);
  }

  static ClientCondition pauses(long totalNanos, long longestNanos) {
    return new ClientCondition(
        0, 2, OptionalDouble.empty(), 9, totalNanos, longestNanos, hiccups(0), 0, 0, 0);
  }

  static ClientCondition clock(long stepNanos, TimeResult hiccups) {
    return new ClientCondition(0, 2, OptionalDouble.of(0), 0, 0, 0, hiccups, stepNanos, 0, 0);
  }

  static ClientCondition pinned(long nanos, long longestNanos) {
    return new ClientCondition(
        0, 2, OptionalDouble.empty(), 0, 0, 0, hiccups(0), 0, nanos, longestNanos);
  }

  /** Returns a thousand wake-ups, 20 of which came so late, and a last one. */
  static TimeResult hiccups(long lateNanos, long lastNanos) {
    return TimeResult.of(
        TimeHistogram.ofNanos(Measured.filled(979, 50_000))
            .plus(TimeHistogram.ofNanos(Measured.filled(20, lateNanos)))
            .plus(TimeHistogram.ofNanos(lastNanos)));
  }

  private static TimeResult hiccups(long lateNanos) {
    return hiccups(lateNanos, lateNanos);
  }
}
