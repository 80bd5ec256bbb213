package io.kvbench.results.format;

import io.kvbench.core.measure.CoordinationCounts;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The results of a run: the content of {@code result.json}.
 *
 * @param schema {@link #SCHEMA}; a change that is not an addition changes it
 * @param status how far the run got
 * @param statusReason why it did not reach its planned end, in a sentence for the user
 * @param verdict whether the figures can be trusted
 * @param slos the user's own thresholds; empty where there were none
 * @param hosts resource usage of servers, kvbench and their hosts; empty if not sampled
 * @param coordination what was noticed of locks and leases in all phases; empty where the mix has
 *     none, and in results of earlier versions
 * @param agents what each agent did; empty where the clients were this process's own, and in
 *     results of earlier versions
 * @param phases what was measured, in order
 */
public record RunResult(
    String schema,
    RunStatus status,
    Optional<String> statusReason,
    RunOrigin origin,
    SystemResult system,
    ClusterResult cluster,
    EnvironmentResult environment,
    Verdict verdict,
    Optional<List<SloResult>> slos,
    ClientUse use,
    StoreFindings store,
    Optional<HostsResult> hosts,
    ServerConditions conditions,
    Optional<CoordinationCounts> coordination,
    Optional<List<AgentResult>> agents,
    List<PhaseResult> phases) {

  public static final String SCHEMA = "kvbench-result/1";

  public RunResult {
    slos = slos.map(List::copyOf);
    agents = agents.map(List::copyOf);
    phases = List.copyOf(phases);
  }

  public List<SloResult> brokenSlos() {
    return slos.orElse(List.of()).stream().filter(slo -> !slo.met()).toList();
  }

  /**
   * The system that was under load.
   *
   * @param name its name in {@code -db}
   * @param version the version that the server reported
   * @param client the client library as {@code group:artifact:version}
   * @param notes caveats for comparing the system's figures, in sentences; empty where there is
   *     nothing
   */
  public record SystemResult(
      String name, String version, String client, Optional<List<String>> notes) {
    public SystemResult {
      notes = notes.map(List::copyOf);
    }
  }

  /**
   * The servers.
   *
   * @param kind {@code embedded}, {@code process}, {@code docker}, {@code external}, or {@code
   *     none} for a system inside kvbench
   * @param description the servers in words, such as {@code embedded Store 3.9.5, 1 node, this
   *     machine}
   * @param endpoints where the clients connected to
   * @param servers the state of each server at the end; empty if none was queried
   * @param elections how often another leader was elected between the first phase and the end, as
   *     far as the servers' terms tell: a Raft term can grow by more than one for one leader; empty
   *     if the system does not report it
   * @param events server events during phases; empty if not collected
   * @param roundTrips the round-trip time to each endpoint before the first phase; empty where it
   *     was not measured
   * @param security what kvbench secured servers with that it started; empty for others
   */
  public record ClusterResult(
      String kind,
      int nodes,
      String description,
      List<String> endpoints,
      Optional<List<ServerResult>> servers,
      OptionalLong elections,
      Optional<ServerEvents> events,
      Optional<List<RoundTripResult>> roundTrips,
      Optional<SecurityResult> security) {

    private static final String DOCKER = "docker";
    private static final Set<String> STARTED_HERE = Set.of("embedded", "process", DOCKER);

    public ClusterResult {
      endpoints = List.copyOf(endpoints);
      roundTrips = roundTrips.map(List::copyOf);
      servers = servers.map(List::copyOf);
    }

    /** Returns servers of which nothing is known but where they are. */
    public static ClusterResult of(
        String kind, int nodes, String description, List<String> endpoints) {
      return new ClusterResult(
          kind,
          nodes,
          description,
          endpoints,
          Optional.empty(),
          OptionalLong.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    /** Returns whether kvbench started the servers, always on its own machine. */
    public boolean startedHere() {
      return STARTED_HERE.contains(kind);
    }

    public boolean inContainers() {
      return kind.equals(DOCKER);
    }

    public List<RoundTripResult> knownRoundTrips() {
      return roundTrips.orElse(List.of()).stream()
          .filter(trip -> trip.minMicros().isPresent())
          .sorted(Comparator.comparingLong(trip -> trip.minMicros().orElseThrow()))
          .toList();
    }

    /** Returns the state of each server at the end; none if none was queried. */
    public List<ServerResult> askedServers() {
      return servers.orElse(List.of());
    }
  }

  /** The machine and the Java that kvbench ran on. */
  public record EnvironmentResult(
      String kvbenchVersion,
      String javaVersion,
      String operatingSystem,
      int processors,
      long memoryBytes) {}

  /**
   * Resource use of the kvbench process.
   *
   * @param cpuNanos processor time of all its threads while phases ran
   * @param cpuNanosPerOperation the same, per operation of all phases
   * @param peakResidentBytes its peak resident memory since it started; 0 if unknown
   * @param gcPauseNanos time in garbage collection while phases ran
   * @param processShared true where kvbench ran inside another program: then all of these figures
   *     are of the whole process, including everything else that it did, such as other runs; empty
   *     where the process was kvbench's own
   */
  public record ClientResult(
      long cpuNanos,
      long cpuNanosPerOperation,
      long peakResidentBytes,
      long gcPauseNanos,
      Optional<Boolean> processShared) {}

  /**
   * The records in the store after the run.
   *
   * @param keysFound after the last phase, in the server that had the most
   * @param keysBefore before the first phase, likewise
   * @param keysAcknowledged those before, plus the inserts and less the deletes that the store
   *     acknowledged
   * @param keysUncertain writes that failed without a definite answer, so that they may or may not
   *     be in the store; in results of earlier versions also what is now {@code unreported}
   * @param keysOverwritten a lower bound of the inserts that overwrote a record, or whose record
   *     was lost, from the counts; empty where the answers of inserts report that, and in results
   *     of earlier versions
   * @param unreported what the answers leave open; empty where writes report whether there was a
   *     record, and in results of earlier versions
   */
  public record StoreCheck(
      long keysFound,
      long keysBefore,
      long keysAcknowledged,
      long keysUncertain,
      OptionalLong keysOverwritten,
      Optional<Unreported> unreported) {

    /**
     * Returns whether the store has what it acknowledged, give or take the writes whose answers
     * leave it open.
     */
    public boolean agrees() {
      long more = keysFound - keysAcknowledged;
      return more <= keysUncertain + unreported.map(Unreported::more).orElse(0L)
          && -more <= keysUncertain + unreported.map(Unreported::fewer).orElse(0L);
    }
  }

  /**
   * The uncertainty of the number of records where writes do not report whether there was a record.
   *
   * @param fewer inserts that may have overwritten a record
   * @param more deletes that may have found no record, and updates that may have created one
   * @param created a lower bound of the records that neither inserts nor missed deletes explain
   */
  public record Unreported(long fewer, long more, long created) {}

  /**
   * The records read back after the run, each compared with the acknowledged writes to it.
   *
   * @param keysKnown records that the run inserted or deleted, perhaps without a definite answer,
   *     and those of the workload that may have been there before
   * @param keysRead how many of them were read: all, or a random sample
   * @param keysFailed how many could not be read
   * @param keysMissing records that are not there although their insert was acknowledged and no
   *     delete may have taken place
   * @param firstMissing the keys of some of them
   * @param keysUndeleted records that are there although their delete was acknowledged
   * @param keysAbsent records that the workload expects from before the run and that are not there;
   *     whether they were before is not known
   * @param keysForeign a lower bound of the foreign records written during the run; empty where not
   *     all known records were read, or the records were not counted
   * @param problem why records could not be read: the most frequent error; empty where all could,
   *     and where the user interrupted it
   * @param values whether records hold the writes acknowledged last; empty where values have no
   *     identity ({@code dataintegrity=false}), and in results of earlier versions
   * @param keysAsAcknowledged records that are present or deleted as the run's answers say; empty
   *     in results of earlier versions
   * @param keysAsExpected records that the workload expects from before the run and that are there;
   *     empty likewise
   * @param nextNumber the number above all records that the run has inserted; empty where it
   *     inserted none after the load phase, and in results of earlier versions
   */
  public record KeyCheck(
      long keysKnown,
      long keysRead,
      long keysFailed,
      long keysMissing,
      List<String> firstMissing,
      long keysUndeleted,
      long keysAbsent,
      OptionalLong keysForeign,
      Optional<String> problem,
      Optional<ValueCheckResult> values,
      OptionalLong keysAsAcknowledged,
      OptionalLong keysAsExpected,
      OptionalLong nextNumber) {
    public KeyCheck {
      firstMissing = List.copyOf(firstMissing);
    }

    /** Returns whether the store contradicts none of its answers. */
    public boolean agrees() {
      return keysMissing == 0
          && keysUndeleted == 0
          && keysForeign.orElse(0) == 0
          && updatesLost() == 0;
    }

    public long updatesLost() {
      return values.map(ValueCheckResult::lost).orElse(0L);
    }
  }

  /**
   * Records read back whose values have an identity, each compared with the writes that the store
   * had acknowledged.
   *
   * @param compared records of which the run knows a write, and that are there
   * @param lost records that hold an older value than an acknowledged write, or a foreign one
   * @param firstLost the keys of some of them
   * @param uncertain records that hold the value of a write whose outcome is unknown
   */
  public record ValueCheckResult(long compared, long lost, List<String> firstLost, long uncertain) {
    public ValueCheckResult {
      firstLost = List.copyOf(firstLost);
    }
  }

  /**
   * The compare-and-sets that succeeded, also those in transactions.
   *
   * @param repeated those for a version of a record that another one had replaced
   * @param first the key and version of one of them
   */
  public record VersionCheck(long compared, long repeated, Optional<String> first) {}

  /**
   * The lengths of the values that single reads were answered with, without wrong ones.
   *
   * @param others values of a length that the workload does not write
   * @param writtenMinBytes the shortest value that the workload writes
   * @param writtenMaxBytes the longest
   */
  public record ValuesRead(
      long count,
      long minBytes,
      long meanBytes,
      long maxBytes,
      long others,
      long writtenMinBytes,
      long writtenMaxBytes) {}

  /**
   * The reason for which the records were not counted, before the first phase or after the last, or
   * not read back.
   *
   * @param reason a clause for the user
   * @param declared whether that is as it should be: the system declares that its records cannot be
   *     counted, or the user wants it so; false where it should have been done and failed
   */
  public record StoreUnchecked(String reason, boolean declared) {}
}
