package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunResult.KeyCheck;
import io.kvbench.results.format.RunResult.StoreUnchecked;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.Verdict;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.ScriptedStore.Script;
import io.kvbench.runner.run.ScriptedStore.Survey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the read-back after whole runs, where it is slow, fails or is not wanted. */
@Timeout(60)
final class StoreReadBackTest {
  private static final Bindings.Reachable MEMORY = Bindings.load().find("memory").orElseThrow();
  private static final Script HONEST =
      (number, operation, honest, completion) -> honest.submit(operation, completion);

  @TempDir private Path results;
  private final Clusters clusters = Clusters.load();
  private final StopSignal stop = new StopSignal();
  private final AtomicLong reads = new AtomicLong();

  /** Runs a load of 1,000 records; all other requests read them back. */
  private RunResult load(Script script, String... settings) throws Exception {
    return load(script, (number, states) -> states, false, settings);
  }

  private RunResult load(Script script, Survey survey, boolean expiring, String... settings)
      throws Exception {
    String[] assignments =
        Stream.concat(
                Stream.of("recordcount=1000", "operationcount=0", "dotransactions=false"),
                Arrays.stream(settings))
            .toArray(String[]::new);
    Script counting =
        (number, operation, honest, completion) -> {
          if (operation instanceof Operation.Read) {
            reads.incrementAndGet();
          }
          script.answer(number, operation, honest, completion);
        };
    return new BenchmarkRun(
            Plans.of(MEMORY.system(), clusters, assignments),
            new ScriptedStore(MEMORY, counting, survey, expiring),
            clusters,
            stop,
            RunListener.NONE,
            List.of(),
            false)
        .execute(results)
        .result();
  }

  private static List<String> storeChecks(RunResult result) {
    return result.verdict().reasons().stream()
        .filter(reason -> reason.check().startsWith("store"))
        .map(reason -> reason.check() + ": " + reason.observed())
        .toList();
  }

  @Test
  void aZeroTimeoutReadsNothingAndIsNoSuspicion() throws Exception {
    RunResult result = load(HONEST, "storecheck.timeout=0s");

    assertThat(reads).hasValue(0);
    assertThat(result.store().keyCheck()).isEmpty();
    assertThat(result.store().keysUnchecked())
        .contains(new StoreUnchecked("storecheck.timeout is 0", true));
    assertThat(storeChecks(result)).isEmpty();
    assertThat(result.verdict().notes().orElseThrow())
        .filteredOn(note -> note.check().equals("store check"))
        .extracting(Verdict.Reason::observed)
        .containsExactly("no keys were read back: storecheck.timeout is 0");
  }

  /** Acknowledges an insert that it does not carry out. */
  private static final Script FORGETFUL =
      (number, operation, honest, completion) -> {
        if (number == 7) {
          completion.succeeded(Outcome.OK);
        } else {
          honest.submit(operation, completion);
        }
      };

  private static final Survey UNCOUNTED =
      (number, states) -> List.of(ServerState.uncounted("one", "there are too many"));

  private static final Survey SILENT_AFTERWARDS =
      (number, states) -> number == 1 ? states : List.of(ServerState.silent("one", "no answer"));

  @Test
  void keysAreReadBackEvenIfRecordsCannotBeCounted() throws Exception {
    RunResult result = load(FORGETFUL, UNCOUNTED, false, "insertorder=ordered");

    assertThat(result.store().storeCheck()).isEmpty();
    KeyCheck keys = result.store().keyCheck().orElseThrow();
    assertThat(keys.keysRead()).isEqualTo(1000);
    assertThat(keys.keysForeign()).isEmpty();
    assertThat(storeChecks(result))
        .singleElement()
        .asString()
        .startsWith("store: 1 acknowledged key is missing");
  }

  @Test
  void everyMissingKeyIsInAFile() throws Exception {
    Set<String> forgotten = ConcurrentHashMap.newKeySet();
    Script forgetful =
        (number, operation, honest, completion) -> {
          if (number % 100 == 0 && operation instanceof Operation.Insert insert) {
            forgotten.add(insert.key().toString());
            completion.succeeded(Outcome.OK);
          } else {
            honest.submit(operation, completion);
          }
        };

    RunResult result = load(forgetful);

    assertThat(result.store().keyCheck().orElseThrow().keysMissing()).isEqualTo(forgotten.size());
    assertThat(forgotten).hasSize(10);
    List<String> rows = storeCheckFile();
    assertThat(rows).first().isEqualTo("key,finding");
    assertThat(rows.subList(1, rows.size()))
        .containsExactlyInAnyOrderElementsOf(
            forgotten.stream().map(key -> key + ",MISSING").toList());
  }

  @Test
  void whereNothingIsMissingThereIsNoSuchFile() throws Exception {
    load(HONEST);

    assertThat(directory().resolve(ResultDirectory.STORE_CHECK)).doesNotExist();
  }

  private List<String> storeCheckFile() throws IOException {
    return Files.readAllLines(directory().resolve(ResultDirectory.STORE_CHECK));
  }

  private Path directory() throws IOException {
    try (Stream<Path> all = Files.list(results)) {
      return all.findFirst().orElseThrow();
    }
  }

  @Test
  void keysAreReadBackWhereCountingFailed() throws Exception {
    RunResult result = load(HONEST, SILENT_AFTERWARDS, false);

    assertThat(result.store().keyCheck().orElseThrow().keysRead()).isEqualTo(1000);
    assertThat(storeChecks(result)).containsExactly("store check: not performed: one: no answer");
  }

  @Test
  void aStoreThatNeitherCountsNorReadsIsAskedOnce() throws Exception {
    RunResult result = load(refusing(""), SILENT_AFTERWARDS, false);

    assertThat(reads).hasValue(1000);
    assertThat(storeChecks(result))
        .containsExactly(
            "store check: not performed: one: no answer; no keys were read back: UNAVAILABLE: no"
                + " quorum");
  }

  @Test
  void recordsThatExpireAreNotMissed() throws Exception {
    RunResult result = load(FORGETFUL, UNCOUNTED, true);

    assertThat(reads).hasValue(0);
    assertThat(result.store().keysUnchecked())
        .contains(new StoreUnchecked("the records expire", true));
    assertThat(storeChecks(result)).isEmpty();
  }

  @Test
  void ofMoreThanAreToBeReadThereIsASample() throws Exception {
    RunResult result = load(HONEST, "storecheck.keys=10");

    KeyCheck keys = result.store().keyCheck().orElseThrow();
    assertThat(reads).hasValue(10);
    assertThat(keys.keysRead()).isEqualTo(10);
    assertThat(keys.keysKnown()).isEqualTo(1000);
    assertThat(keys.keysForeign()).isEmpty();
    assertThat(storeChecks(result)).isEmpty();
  }

  /** 1,000 reads of 100 ms by 32 clients take 3 s. */
  @Test
  void whatThereIsNoTimeForIsNotRead() throws Exception {
    Executor later = CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS);
    Script slow =
        (number, operation, honest, completion) -> {
          if (operation instanceof Operation.Read) {
            later.execute(() -> honest.submit(operation, completion));
          } else {
            honest.submit(operation, completion);
          }
        };
    RunResult result = load(slow, "storecheck.timeout=1s");

    KeyCheck keys = result.store().keyCheck().orElseThrow();
    assertThat(keys.keysRead()).isPositive().isLessThan(1000);
    assertThat(keys.keysForeign()).isEmpty();
    assertThat(storeChecks(result)).isEmpty();
  }

  @Test
  void aFollowerThatWasBehindIsNotAccused() throws Exception {
    Set<String> asked = ConcurrentHashMap.newKeySet();
    Script behind =
        (number, operation, honest, completion) -> {
          if (operation instanceof Operation.Read read && asked.add(read.key().toString())) {
            completion.succeeded(Outcome.NOT_FOUND);
          } else {
            honest.submit(operation, completion);
          }
        };
    RunResult result = load(behind);

    assertThat(reads).hasValue(2000);
    assertThat(result.store().keyCheck().orElseThrow().keysMissing()).isZero();
    assertThat(storeChecks(result)).isEmpty();
  }

  private static Script refusing(String ending) {
    return (number, operation, honest, completion) -> {
      if (operation instanceof Operation.Read read && read.key().toString().endsWith(ending)) {
        completion.failed(ErrorKind.UNAVAILABLE, "no quorum");
      } else {
        honest.submit(operation, completion);
      }
    };
  }

  @Test
  void keysThatCannotBeReadAreNamed() throws Exception {
    RunResult result = load(refusing("user7"), "insertorder=ordered");

    KeyCheck keys = result.store().keyCheck().orElseThrow();
    assertThat(keys.keysFailed()).isEqualTo(1);
    assertThat(keys.keysRead()).isEqualTo(999);
    assertThat(keys.problem()).contains("UNAVAILABLE: no quorum");
    assertThat(storeChecks(result))
        .containsExactly("store check: 1 key could not be read back: UNAVAILABLE: no quorum");
  }

  @Test
  void aStoreThatAnswersNoReadIsSuspect() throws Exception {
    RunResult result = load(refusing(""), "storecheck.timeout=1s");

    assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
    assertThat(result.store().keyCheck()).isEmpty();
    assertThat(storeChecks(result))
        .containsExactly("store check: no keys were read back: UNAVAILABLE: no quorum");
  }

  @Test
  void anInterruptionEndsItAndAccusesNobody() throws Exception {
    Script stopping =
        (number, operation, honest, completion) -> {
          if (number < 1050) {
            honest.submit(operation, completion);
          } else if (number == 1050) {
            stop.give();
          } // The others are never answered.
        };
    RunResult result = load(stopping, "storecheck.timeout=1h");

    assertThat(result.status()).isEqualTo(RunStatus.PARTIAL);
    assertThat(result.statusReason()).contains("interrupted while the store was being checked");
    KeyCheck keys = result.store().keyCheck().orElseThrow();
    assertThat(keys.keysRead()).isEqualTo(49);
    assertThat(keys.keysMissing()).isZero();
    assertThat(storeChecks(result)).isEmpty();
  }

  @Test
  void aRunThatDidNotComeToItsEndIsNotReadBack() throws Exception {
    Script stopping =
        (number, operation, honest, completion) -> {
          honest.submit(operation, completion);
          if (number == 100) {
            stop.give();
          }
        };
    RunResult result = load(stopping);

    assertThat(reads).hasValue(0);
    assertThat(result.status()).isEqualTo(RunStatus.PARTIAL);
    assertThat(result.store().keysUnchecked())
        .contains(new StoreUnchecked("the run did not complete", true));
    assertThat(result.verdict().notes().orElseThrow())
        .extracting(Verdict.Reason::observed)
        .contains("no keys were read back: the run did not complete");
  }

  @Test
  void recordsFromBeforeTheRunAreExpected() throws Exception {
    RunResult quiet = afterLoading(0);
    assertThat(quiet.store().keyCheck().orElseThrow().keysRead()).isEqualTo(100);
    assertThat(storeChecks(quiet)).isEmpty();

    RunResult exchanged = afterLoading(5);
    assertThat(exchanged.store().storeCheck().orElseThrow().agrees()).isTrue();
    assertThat(exchanged.verdict().reasons())
        .filteredOn(reason -> reason.check().equals(Verdict.STORE))
        .singleElement()
        .matches(reason -> reason.observed().startsWith("5 of 100 keys read back that should"));
  }

  @Test
  void valuesOfAnotherSizeAreSuspect() throws Exception {
    Fakes.Behind behind = new Fakes.Behind(MEMORY, number -> {});
    String[] loaded = {"recordcount=100", "operationcount=0", "valuesize=100"};
    String[] expected = {
      "recordcount=100",
      "operationcount=50",
      "valuesize=1000",
      "readproportion=1",
      "updateproportion=0"
    };
    execute(behind, RunListener.NONE, loaded, "dotransactions=false");

    RunResult result = execute(behind, RunListener.NONE, expected, "dotransactions=true");

    assertThat(result.store().valuesRead())
        .contains(new RunResult.ValuesRead(50, 100, 100, 100, 50, 1000, 1000));
    assertThat(result.verdict().reasons())
        .extracting(Verdict.Reason::check)
        .contains("value sizes");
  }

  /** The workload of the run names ten times as many records as were loaded. */
  @Test
  void aStoreWithOtherContentsIsSuspect() throws Exception {
    Fakes.Behind behind = new Fakes.Behind(MEMORY, number -> {});
    String[] loaded = {"recordcount=100", "operationcount=0"};
    String[] expected = {"recordcount=1000", "operationcount=100"};
    execute(behind, RunListener.NONE, loaded, "dotransactions=false");

    RunResult result = execute(behind, RunListener.NONE, expected, "dotransactions=true");

    assertThat(storeChecks(result))
        .containsExactly(
            "store: the store had 100 keys before the run, the workload expects 1,000; 900 of 1,000"
                + " keys read back that should exist from before the run are missing");
    KeyCheck keys = result.store().keyCheck().orElseThrow();
    assertThat(keys.keysAsAcknowledged()).hasValue(0);
    assertThat(keys.keysAsExpected()).hasValue(100);
  }

  /** A run on a store that was loaded before; others exchange some of its records. */
  private RunResult afterLoading(int exchanged) throws Exception {
    Fakes.Behind behind = new Fakes.Behind(MEMORY, number -> {});
    String[] workload = {"recordcount=100", "operationcount=100", "insertorder=ordered"};
    execute(behind, RunListener.NONE, workload, "dotransactions=false");
    RunListener other =
        new RunListener() {
          @Override
          public void phaseStarted(PhasePlan phase) {
            exchange(behind.opened.getLast(), exchanged);
          }
        };
    return execute(behind, other, workload, "dotransactions=true");
  }

  private RunResult execute(
      Fakes.Behind behind, RunListener listener, String[] workload, String setting)
      throws Exception {
    String[] assignments =
        Stream.concat(Arrays.stream(workload), Stream.of(setting)).toArray(String[]::new);
    return new BenchmarkRun(
            Plans.of(MEMORY.system(), clusters, assignments),
            behind,
            clusters,
            stop,
            listener,
            List.of(),
            false)
        .execute(results)
        .result();
  }

  private static void exchange(Binding binding, int records) {
    try (Session session = binding.openSession(0)) {
      for (int index = 0; index < records; index++) {
        session.submit(new Operation.Delete(Fakes.key("user" + index)), Fakes.IGNORED);
        Key foreign = Fakes.key("foreign" + index);
        session.submit(new Operation.Insert(foreign, Value.of(new byte[1])), Fakes.IGNORED);
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
