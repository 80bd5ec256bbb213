package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.ClientSide;
import io.kvbench.results.format.ConnectionUse;
import io.kvbench.results.format.Incidents;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseLoad;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PhaseSpan;
import io.kvbench.results.format.RateResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunResult.StoreCheck;
import io.kvbench.results.format.RunResult.StoreUnchecked;
import io.kvbench.results.format.RunResult.Unreported;
import io.kvbench.results.format.TimeResult;
import io.kvbench.results.format.Verdict;
import io.kvbench.runner.cluster.Clusters;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Tests of the store check where writes do not report whether there was a record. */
class RunRecordTest {
  private static final TimeResult NO_TIMES = TimeResult.of(TimeHistogram.empty());
  private static final SystemDescriptor TELLING =
      Bindings.load().find("memory").orElseThrow().system();
  private static final SystemDescriptor BLIND = Plans.blind(TELLING);

  private static OperationResult answers(long ok, long timedOut) {
    return new OperationResult(
        ok + timedOut,
        Map.of(Outcome.OK, ok),
        Map.of(ErrorKind.TIMEOUT, timedOut),
        NO_TIMES,
        NO_TIMES,
        Map.of());
  }

  private static PhaseResult phase(PhaseName name, OperationType type, OperationResult answers) {
    return new PhaseResult(
        name,
        Optional.empty(),
        new PhaseSpan(Instant.EPOCH, 1, Optional.empty()),
        new PhaseLoad(1, 1, "closed loop"),
        new RateResult(
            answers.count(),
            OptionalDouble.empty(),
            0,
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            0),
        Map.of(type, answers),
        NO_TIMES,
        List.of(),
        new ClientSide(ClientTime.none(), Optional.empty()),
        new Incidents(Optional.empty(), Optional.empty(), Optional.empty()),
        Optional.empty(),
        Optional.empty(),
        new ConnectionUse(Optional.empty(), Optional.empty(), OptionalLong.empty()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** The check of a workload of 100 records, with so many in the store before and after. */
  private static StoreCheck check(
      SystemDescriptor system, long before, long after, PhaseResult... phases) {
    RunRecord record =
        new RunRecord(
            Plans.of(
                system,
                Clusters.load(),
                "recordcount=100",
                "operationcount=1",
                "dotransactions=true"),
            Instant.EPOCH,
            false);
    record.cluster().before(List.of(counted(before)));
    record.cluster().after(List.of(counted(after)));
    for (PhaseResult phase : phases) {
      record.phase(phase, 0);
    }
    return record.result().store().storeCheck().orElseThrow();
  }

  private static ServerState counted(long records) {
    return ServerState.of("server", OptionalLong.of(records));
  }

  /** The result of 100 inserts into a store that was asked with these answers. */
  private static RunResult asked(List<ServerState> before, List<ServerState> after) {
    RunRecord record =
        new RunRecord(
            Plans.of(
                TELLING,
                Clusters.load(),
                "recordcount=100",
                "operationcount=1",
                "dotransactions=true"),
            Instant.EPOCH,
            false);
    record.cluster().before(before);
    record.cluster().after(after);
    record.phase(phase(PhaseName.LOAD, OperationType.INSERT, answers(100, 0)), 0);
    return record.result();
  }

  private static void assertUnchecked(RunResult result, String reason) {
    assertThat(result.store().storeCheck()).isEmpty();
    assertThat(result.store().storeUnchecked()).contains(new StoreUnchecked(reason, false));
    assertThat(result.verdict().reasons())
        .anyMatch(
            found ->
                found.check().equals("store check")
                    && found.observed().equals("not performed: " + reason));
  }

  @Test
  void aCountThatFailedIsUnknownAndNotZero() {
    List<ServerState> silent = List.of(ServerState.silent("server", "no answer within 5 s"));

    assertUnchecked(
        asked(silent, List.of(counted(100))),
        "before the first phase, server: no answer within 5 s");
    assertUnchecked(asked(List.of(counted(0)), silent), "server: no answer within 5 s");
    assertUnchecked(asked(List.of(counted(0)), List.of()), "the servers were not queried");
    assertUnchecked(
        asked(List.of(counted(0)), List.of(ServerState.of("server", OptionalLong.empty()))),
        "no server reports its number of records");
  }

  @Test
  void aSystemMayDeclareThatItCannotCountUnlessAServerFailed() {
    ServerState declared = ServerState.uncounted("server", "only the leader counts");

    RunResult result = asked(List.of(declared), List.of(declared));

    assertThat(result.store().storeUnchecked())
        .contains(new StoreUnchecked("the records were not counted: only the leader counts", true));
    assertThat(result.verdict().reasons())
        .extracting(Verdict.Reason::check)
        .doesNotContain("store check");
    assertUnchecked(
        asked(List.of(counted(0)), List.of(declared, ServerState.silent("leader", "frozen"))),
        "leader: frozen");
  }

  @Test
  void insertsThatOnlyOverwroteAreCounted() {
    PhaseResult again = phase(PhaseName.LOAD, OperationType.INSERT, answers(100, 0));

    assertThat(check(BLIND, 100, 100, again).keysOverwritten()).hasValue(100);
    assertThat(check(BLIND, 100, 100, again).agrees()).isTrue();
    assertThat(check(BLIND, 40, 100, again).keysOverwritten()).hasValue(40);
    assertThat(check(BLIND, 0, 100, again).keysOverwritten()).hasValue(0);
    assertThat(check(BLIND, 70, 170, again).keysOverwritten()).as("others were there").hasValue(0);
    assertThat(check(TELLING, 0, 100, again).keysOverwritten()).isEmpty();
  }

  @Test
  void whatIsMissingFromAnEmptyStoreWasNotOverwritten() {
    StoreCheck lost =
        check(BLIND, 0, 90, phase(PhaseName.LOAD, OperationType.INSERT, answers(100, 0)));

    assertThat(lost.keysOverwritten()).hasValue(0);
    assertThat(lost.agrees()).isFalse();
  }

  private static PhaseResult run(OperationType type, long ok, long timedOut) {
    return phase(PhaseName.RUN, type, answers(ok, timedOut));
  }

  @Test
  void updatesOfRecordsThatNobodyLoadedMayHaveMadeThem() {
    StoreCheck others = check(BLIND, 150, 180, run(OperationType.UPDATE, 30, 0));

    assertThat(others.keysAcknowledged()).isEqualTo(150);
    assertThat(others.keysUncertain()).isZero();
    assertThat(others.unreported()).contains(new Unreported(0, 30, 30));
    assertThat(others.agrees()).isTrue();
  }

  @Test
  void aStoreWithOtherRecordsMayHaveLostNoneOfThem() {
    assertThat(check(BLIND, 150, 149, run(OperationType.UPDATE, 30, 0)).agrees()).isFalse();
    assertThat(check(BLIND, 150, 149, run(OperationType.INSERT, 30, 0)).unreported())
        .contains(new Unreported(30, 0, 0));
  }

  @Test
  void butNotMoreThanTheWorkloadHas() {
    assertThat(more(check(BLIND, 150, 250, run(OperationType.UPDATE, 5_000, 0)))).isEqualTo(100);
    assertThat(check(BLIND, 150, 251, run(OperationType.UPDATE, 5_000, 0)).agrees()).isFalse();
  }

  @Test
  void oneTransactionMayHaveMadeMany() {
    assertThat(more(check(BLIND, 150, 160, run(OperationType.TRANSACTION, 1, 0)))).isEqualTo(100);
  }

  private static long more(StoreCheck check) {
    return check.unreported().orElseThrow().more();
  }

  /** The write counts, regardless of its event. */
  @Test
  void watchesMayHaveMadeThemAlsoWhereTheEventDidNotCome() {
    assertThat(more(check(BLIND, 150, 157, run(OperationType.WATCH, 5, 2)))).isEqualTo(7);
  }

  @Test
  void whereFewerThanTheWorkloadsWereThereTheMissingOnesMayBeMade() {
    assertThat(more(check(BLIND, 90, 100, run(OperationType.UPDATE, 1_000, 0)))).isEqualTo(10);
  }

  @Test
  void nothingIsOpenAfterALoad() {
    StoreCheck loaded =
        check(
            BLIND,
            0,
            100,
            phase(PhaseName.LOAD, OperationType.INSERT, answers(100, 0)),
            run(OperationType.UPDATE, 1_000, 0));

    assertThat(loaded.keysAcknowledged()).isEqualTo(100);
    assertThat(loaded.unreported()).contains(new Unreported(0, 0, 0));
  }

  @Test
  void norWhereWritesTellWhatTheyMet() {
    assertThat(check(TELLING, 150, 150, run(OperationType.UPDATE, 30, 0)).unreported()).isEmpty();
    assertThat(check(TELLING, 150, 150, run(OperationType.WATCH, 30, 2)).keysUncertain()).isZero();
  }
}
