package io.kvbench.results.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.ServerState;
import io.kvbench.core.measure.ScanCounts;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.WorkloadSettings;
import io.kvbench.results.format.AgentResult;
import io.kvbench.results.format.BusiestResult;
import io.kvbench.results.format.ClientCondition;
import io.kvbench.results.format.ClientSide;
import io.kvbench.results.format.ConnectionUse;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.Measured;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PhaseSpan;
import io.kvbench.results.format.RoundTripResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.SchedulingResult;
import io.kvbench.results.format.SchedulingResult.BusyThread;
import io.kvbench.results.format.ServerEvents;
import io.kvbench.results.format.ServerEvents.DiskSyncs;
import io.kvbench.results.format.ServerEvents.EventSource;
import io.kvbench.results.format.ServerResult;
import io.kvbench.results.format.StoreFindings;
import io.kvbench.results.format.TimeResult;
import io.kvbench.results.format.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Verdicts on made-up runs, with limits as a user may set them. */
final class VerdictFixtures {
  static final RunResult.ClusterResult EXTERNAL =
      RunResult.ClusterResult.of("external", 1, "a cluster", List.of());

  static final Evidence.Records NO_RECORDS = new Evidence.Records(0, 0, false, 0);

  private VerdictFixtures() {}

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
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns a server that counted so many writes and syncs. */
  static RunResult.ClusterResult synced(long writes, long syncs) {
    EventSource source =
        new EventSource(
            "s0",
            List.of(EventSource.METRICS),
            Optional.empty(),
            Optional.of(new DiskSyncs(writes, syncs)),
            Optional.empty());
    return new RunResult.ClusterResult(
        "external",
        1,
        "servers",
        List.of(),
        Optional.empty(),
        OptionalLong.empty(),
        Optional.of(new ServerEvents(Map.of(), 0, List.of(), List.of(source))),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns servers that are so far away. */
  static RunResult.ClusterResult away(long... minMicros) {
    List<RoundTripResult> trips = new ArrayList<>();
    for (long micros : minMicros) {
      trips.add(
          new RoundTripResult(
              "s" + trips.size() + ":1",
              7,
              7,
              OptionalLong.of(micros),
              OptionalLong.of(micros + 90_000)));
    }
    return new RunResult.ClusterResult(
        "external",
        trips.size(),
        "servers",
        List.of(),
        Optional.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        Optional.of(trips),
        Optional.empty());
  }

  static ServerResult server(String endpoint, OptionalLong records) {
    return server(endpoint, records, Optional.empty());
  }

  /** Returns servers that say who they are, or do not. */
  static RunResult.ClusterResult identified(Map<String, Optional<String>> byEndpoint) {
    List<ServerResult> servers = new ArrayList<>();
    byEndpoint.forEach(
        (endpoint, identity) ->
            servers.add(
                new ServerResult(
                    endpoint,
                    Optional.empty(),
                    Optional.empty(),
                    false,
                    OptionalLong.of(5),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    identity
                        .map(known -> Map.of(ServerState.IDENTITY, known))
                        .orElse(Map.of("version", "1")),
                    Optional.empty())));
    return new RunResult.ClusterResult(
        "external",
        servers.size(),
        "servers",
        List.of(),
        Optional.of(servers),
        OptionalLong.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  static ServerResult server(String endpoint, OptionalLong records, Optional<String> problem) {
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
        problem);
  }

  static Settings limits(String... assignments) {
    Assignments given = new Assignments();
    for (String assignment : assignments) {
      String[] parts = assignment.split("=", 2);
      given.add(parts[0], parts[1], Origin.of("-p " + parts[0]));
    }
    Problems problems = new Problems();
    List<Setting<?>> all = new ArrayList<>(VerdictSettings.all());
    all.add(WorkloadSettings.INSERTION_RETRY_LIMIT);
    Settings settings = Settings.resolve(given, all, problems);
    assertThat(problems.list()).isEmpty();
    return settings;
  }

  static Verdict judge(Evidence evidence, String... assignments) {
    return VerdictRules.judge(evidence, limits(assignments));
  }

  /** The evidence of a run that measured nothing. */
  static final StoreFindings NO_STORE =
      new StoreFindings(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  /** Returns the evidence of records that were counted, and not read back. */
  static StoreFindings counted(RunResult.StoreCheck check) {
    return new StoreFindings(
        Optional.of(check),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns what is known of a run whose records, rates and hosts are not. */
  static Evidence evidence(
      RunStatus status,
      List<PhaseResult> phases,
      StoreFindings store,
      RunResult.ClusterResult cluster,
      boolean localSystem,
      long repeatedCompletions) {
    return new Evidence(
        status,
        phases,
        store,
        cluster,
        localSystem,
        repeatedCompletions,
        NO_RECORDS,
        Optional.empty(),
        List.of(),
        Optional.empty());
  }

  /** Returns a complete run on so many records of servers elsewhere. */
  static Evidence records(Evidence.Records records, PhaseResult... phases) {
    return complete(List.of(phases), records, List.of(), Optional.empty());
  }

  /** Returns a complete run on a store with so many records. */
  static Evidence expecting(Evidence.Records records, StoreFindings store, PhaseResult phase) {
    return new Evidence(
        RunStatus.COMPLETE,
        List.of(phase),
        store,
        EXTERNAL,
        false,
        0,
        records,
        Optional.empty(),
        List.of(),
        Optional.empty());
  }

  /** Returns a complete run whose run phase had these rates. */
  static Evidence rates(PhaseResult phase, List<Double> okPerSecond) {
    return seconds(phase, okPerSecond, Map.of());
  }

  /** Returns a complete run whose reads took so many thousandths of a millisecond. */
  static Evidence responses(PhaseResult phase, List<Double> micros) {
    return seconds(
        phase,
        List.of(),
        Map.of(OperationType.READ, micros.stream().map(each -> each * 1_000).toList()));
  }

  private static Evidence seconds(
      PhaseResult phase, List<Double> okPerSecond, Map<OperationType, List<Double>> p50Nanos) {
    return complete(
        List.of(phase),
        NO_RECORDS,
        List.of(new Evidence.PhaseRates(phase.name(), phase.step(), okPerSecond, p50Nanos)),
        Optional.empty());
  }

  /** Returns a complete run with samples of hosts. */
  static Evidence hosts(HostsResult hosts, Evidence.Records records, PhaseResult phase) {
    return complete(List.of(phase), records, List.of(), Optional.of(hosts));
  }

  /** Returns a complete run of two agents, one of which began later. */
  static Evidence agents(PhaseResult phase, long skewMicros) {
    return new Evidence(
        RunStatus.COMPLETE,
        List.of(phase),
        NO_STORE,
        EXTERNAL,
        false,
        0,
        NO_RECORDS,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        List.of(agent("agent-1", phase, 0), agent("agent-2", phase, skewMicros)));
  }

  private static AgentResult agent(String name, PhaseResult phase, long skewMicros) {
    return new AgentResult(
        name,
        "host",
        AgentResult.Status.COMPLETE,
        0,
        0,
        List.of(
            new AgentResult.AgentPhase(
                Findings.title(phase),
                phase.load().clients() / 2,
                phase.rates().throughputPerSecond() / 2,
                Optional.empty(),
                phase.lag(),
                OptionalDouble.of(0.1),
                2,
                OptionalLong.empty(),
                0,
                skewMicros)));
  }

  private static Evidence complete(
      List<PhaseResult> phases,
      Evidence.Records records,
      List<Evidence.PhaseRates> rates,
      Optional<HostsResult> hosts) {
    return new Evidence(
        RunStatus.COMPLETE,
        phases,
        NO_STORE,
        EXTERNAL,
        false,
        0,
        records,
        Optional.empty(),
        rates,
        hosts);
  }

  /** Judges a complete run on servers elsewhere. */
  static Verdict judge(List<PhaseResult> phases, String... assignments) {
    return judge(evidence(RunStatus.COMPLETE, phases, NO_STORE, EXTERNAL, false, 0), assignments);
  }

  /** Returns the phase as it was measured in this condition. */
  static PhaseResult in(ClientCondition condition, PhaseResult phase) {
    return in(condition, phase, phase.span().wallNanos());
  }

  /** Returns the phase as if it had taken another time. */
  static PhaseResult in(ClientCondition condition, PhaseResult phase, long wallNanos) {
    return phase.with(
        copy -> {
          copy.span = new PhaseSpan(phase.span().startedAt(), wallNanos, Optional.empty());
          copy.client = new ClientSide(phase.client().clientTime(), Optional.of(condition));
        });
  }

  /** Returns the phase as if its requests had been answered in these ways. */
  static PhaseResult answered(
      PhaseResult phase,
      Optional<ScanCounts> scans,
      Optional<BusiestResult> connection,
      Optional<BusiestResult> server) {
    return phase.with(
        copy -> {
          copy.scans = scans;
          copy.connectionUse =
              new ConnectionUse(connection, server, phase.connectionUse().ownConnections());
        });
  }

  /** Returns two processors of which this much was used or taken away. */
  static ClientCondition processors(long cpuNanos, OptionalDouble steal) {
    return new ClientCondition(
        cpuNanos,
        2,
        steal,
        0,
        0,
        0,
        hiccups(0),
        0,
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty());
  }

  static ClientCondition pauses(long totalNanos, long longestNanos) {
    return new ClientCondition(
        0,
        2,
        OptionalDouble.empty(),
        9,
        totalNanos,
        longestNanos,
        hiccups(0),
        0,
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty());
  }

  static ClientCondition clock(long stepNanos, TimeResult hiccups) {
    return new ClientCondition(
        0,
        2,
        OptionalDouble.of(0),
        0,
        0,
        0,
        hiccups,
        stepNanos,
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty());
  }

  static ClientCondition pinned(long nanos, long longestNanos) {
    return new ClientCondition(
        0,
        2,
        OptionalDouble.empty(),
        0,
        0,
        0,
        hiccups(0),
        0,
        nanos,
        longestNanos,
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty());
  }

  static ClientCondition busy(String thread, long cpuNanos) {
    return scheduled(
        new SchedulingResult(
            Optional.of(new BusyThread(thread, cpuNanos)),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty()));
  }

  /** Returns two processors for which threads waited so long in all, and so often. */
  static ClientCondition delayed(long nanos, long turns) {
    return scheduled(
        new SchedulingResult(
            Optional.empty(),
            OptionalLong.of(nanos),
            OptionalLong.of(turns),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty()));
  }

  /** Returns two processors whose threads took so many turns, each woken within so long. */
  static ClientCondition woken(long turns, long nanos) {
    return scheduled(
        delayed(0, turns).scheduling().orElseThrow().withWakeUp(OptionalLong.of(nanos)));
  }

  /** Returns the same where 2 % of the wake-ups came so late. */
  static ClientCondition wokenLate(long turns, long nanos, long lateNanos) {
    return new ClientCondition(
        0,
        2,
        OptionalDouble.empty(),
        0,
        0,
        0,
        hiccups(lateNanos),
        0,
        0,
        0,
        woken(turns, nanos).scheduling(),
        Optional.empty(),
        OptionalLong.empty());
  }

  static ClientCondition throttled(long periods, long nanos) {
    return scheduled(
        new SchedulingResult(
            Optional.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.of(periods),
            OptionalLong.of(nanos),
            OptionalLong.empty()));
  }

  private static ClientCondition scheduled(SchedulingResult scheduling) {
    return new ClientCondition(
        0,
        2,
        OptionalDouble.empty(),
        0,
        0,
        0,
        hiccups(0),
        0,
        0,
        0,
        Optional.of(scheduling),
        Optional.empty(),
        OptionalLong.empty());
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
