package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.ServerState;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.RangeCounts;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunResult.KeyCheck;
import io.kvbench.results.format.RunResult.StoreCheck;
import io.kvbench.results.format.RunResult.ValueCheckResult;
import io.kvbench.results.format.RunResult.VersionCheck;
import io.kvbench.results.format.Verdict.Validity;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.ScriptedStore.Script;
import io.kvbench.runner.run.ScriptedStore.Survey;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests, through whole runs, of stores and bindings that would make figures look better than they
 * are. The table of all ways is in docs/guide/how-kvbench-can-be-fooled.md.
 */
@Timeout(60)
final class RedTeamTest {
  private static final Bindings.Reachable MEMORY = Bindings.load().find("memory").orElseThrow();
  private static final String[] READS = {"recordcount=100", "operationcount=1000", "clients=4"};
  private static final String[] LOAD = {
    "recordcount=1000", "operationcount=0", "clients=4", "dotransactions=false"
  };

  private static final Script HONEST =
      (number, operation, honest, completion) -> honest.submit(operation, completion);
  private static final Survey TRUTHFUL = (number, states) -> states;
  @TempDir private Path results;

  private RunResult run(Script script, Survey survey, String... workload) throws Exception {
    Clusters clusters = Clusters.load();
    String[] assignments =
        Stream.concat(Arrays.stream(workload), Stream.of("hosts.every=off")).toArray(String[]::new);
    return new BenchmarkRun(
            Plans.of(MEMORY.system(), clusters, assignments),
            new ScriptedStore(MEMORY, script, survey),
            clusters,
            new StopSignal(),
            RunListener.NONE,
            List.of(),
            false)
        .execute(results)
        .result();
  }

  private static boolean suspects(RunResult result, String check) {
    return result.verdict().reasons().stream().anyMatch(reason -> reason.check().equals(check));
  }

  private static void assertInvalid(RunResult result, String check) {
    assertThat(suspects(result, check)).as(() -> result.verdict().reasons().toString()).isTrue();
    assertThat(result.verdict().validity()).isEqualTo(Validity.INVALID);
  }

  /** The control: without it, the other tests could not fail. */
  @Test
  void anHonestStoreIsAccusedOfNothing() throws Exception {
    for (String[] workload : List.of(READS, LOAD)) {
      RunResult result = run(HONEST, TRUTHFUL, workload);
      for (String check : List.of("errors", "outcomes", "binding", "store", "elections")) {
        assertThat(suspects(result, check)).as(check).isFalse();
      }
    }
  }

  @Test
  void anAcknowledgedInsertThatIsNotAppliedIsDetected() throws Exception {
    Script drops =
        (number, operation, honest, completion) -> {
          if (number % 100 == 0) {
            completion.succeeded(Outcome.OK);
          } else {
            honest.submit(operation, completion);
          }
        };
    RunResult result = run(drops, TRUTHFUL, LOAD);
    assertInvalid(result, "store");
    assertThat(result.store().storeCheck().orElseThrow().keysFound()).isEqualTo(990);
  }

  @Test
  void truncatedScansAreSuspect() throws Exception {
    String[] scans = {
      "recordcount=1000",
      "operationcount=2000",
      "clients=4",
      "readproportion=0",
      "updateproportion=0",
      "scanproportion=1",
      "maxscanlength=50"
    };
    Script cuts =
        (number, operation, honest, completion) -> {
          if (operation instanceof Operation.Scan scan) {
            completion.scanned(Math.min(10, scan.limit()));
          } else {
            honest.submit(operation, completion);
          }
        };
    RunResult honest = run(HONEST, TRUTHFUL, scans);
    assertThat(honest.phases().getLast().scans().orElseThrow().shortScans()).isPositive();
    assertThat(suspects(honest, "short scans")).isFalse();
    assertThat(suspects(run(cuts, TRUTHFUL, scans), "short scans")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "range.select=all",
        "range.select=prefix,range.prefixlength=6",
        "range.select=from,range.limit=20",
        "range.select=between",
        "range.select=all,range.pagesize=50",
      })
  void rangesThatReturnHalfOfTheRecordsAreSuspect(String shape) throws Exception {
    String[] ranges =
        Stream.concat(
                Stream.of(
                    "recordcount=200",
                    "operationcount=100",
                    "clients=2",
                    "readproportion=0",
                    "updateproportion=0",
                    "rangeproportion=1"),
                Stream.of(shape.split(",")))
            .toArray(String[]::new);
    Script halves =
        (number, operation, honest, completion) -> {
          if (operation instanceof Operation.Range range) {
            completion.scanned((int) (range.expected().orElse(0) / 2));
          } else {
            honest.submit(operation, completion);
          }
        };

    RunResult honest = run(HONEST, TRUTHFUL, ranges);

    RangeCounts counts = honest.phases().getLast().scans().orElseThrow().ranges().orElseThrow();
    assertThat(counts.found()).isEqualTo(counts.expected()).isPositive();
    assertThat(counts.records()).isEqualTo(counts.expected());
    assertThat(suspects(honest, "short ranges")).isFalse();
    assertThat(suspects(run(halves, TRUTHFUL, ranges), "short ranges")).isTrue();
  }

  @Test
  void recordsOfOtherClientsAreDetected() throws Exception {
    Survey foreign =
        (number, states) ->
            number == 1
                ? states
                : List.of(
                    ServerState.of(
                        "server", OptionalLong.of(states.getFirst().keys().orElse(0) + 1)));
    assertInvalid(run(HONEST, foreign, LOAD), "store");
  }

  private static final String[] CHANGES = {
    "recordcount=10",
    "operationcount=200",
    "clients=1",
    "readproportion=0",
    "updateproportion=0",
    "compareandsetproportion=1"
  };

  /** Carries no compare-and-set out, so the version of each record stays as it is. */
  @Test
  void aCompareAndSetThatIgnoresItsVersionIsDetected() throws Exception {
    Script ignoring =
        (number, operation, honest, completion) -> {
          if (operation instanceof Operation.CompareAndSet) {
            completion.succeeded(Outcome.OK);
          } else {
            honest.submit(operation, completion);
          }
        };

    RunResult result = run(ignoring, TRUTHFUL, CHANGES);

    assertThat(result.store().versionCheck().orElseThrow().compared()).isEqualTo(200);
    assertThat(result.store().versionCheck().orElseThrow().repeated()).isBetween(190L, 199L);
    assertInvalid(result, "compare-and-set");
    RunResult honest = run(HONEST, TRUTHFUL, CHANGES);
    assertThat(honest.store().versionCheck()).contains(new VersionCheck(200, 0, Optional.empty()));
    assertThat(suspects(honest, "compare-and-set")).isFalse();
  }

  private static final String[] GROWING = {
    "recordcount=1000",
    "operationcount=1000",
    "readproportion=0.5",
    "updateproportion=0",
    "insertproportion=0.5",
    "clients=4"
  };

  /** Deletes the first records of the load mid-run, and puts as many others there. */
  private static Script exchanging(int deleted, int put) {
    Queue<Key> loaded = new ConcurrentLinkedQueue<>();
    return (number, operation, honest, completion) -> {
      if (number <= 1000 && operation instanceof Operation.Insert insert) {
        loaded.add(insert.key());
      }
      honest.submit(operation, completion);
      if (number == 1500) {
        for (int index = 0; index < deleted; index++) {
          honest.submit(new Operation.Delete(loaded.remove()), Fakes.IGNORED);
        }
        for (int index = 0; index < put; index++) {
          Key key = Fakes.key("foreign" + index);
          honest.submit(new Operation.Insert(key, Value.of(new byte[8])), Fakes.IGNORED);
        }
      }
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  void acknowledgedKeysReplacedByUnexpectedOnesAreDetected(int exchanged) throws Exception {
    RunResult result = run(exchanging(exchanged, exchanged), TRUTHFUL, GROWING);

    StoreCheck counts = result.store().storeCheck().orElseThrow();
    assertThat(counts.keysFound()).isEqualTo(counts.keysAcknowledged());
    KeyCheck keys = result.store().keyCheck().orElseThrow();
    assertThat(keys.keysRead()).isEqualTo(keys.keysKnown()).isEqualTo(counts.keysAcknowledged());
    assertThat(keys.keysMissing()).isEqualTo(exchanged);
    assertThat(keys.firstMissing()).hasSize(Math.min(exchanged, 5)).allMatch(RedTeamTest::isKey);
    assertThat(keys.keysForeign()).hasValue(exchanged);
    assertInvalid(result, "store");
  }

  private static final String[] UPDATES = {
    "recordcount=50",
    "operationcount=500",
    "clients=1",
    "readproportion=0",
    "updateproportion=1",
    "dataintegrity=true"
  };

  /** The last of all updates: no other hides it. */
  private static Script withLast(Script other) {
    return (number, operation, honest, completion) ->
        (number == 550 ? other : HONEST).answer(number, operation, honest, completion);
  }

  @Test
  void anAcknowledgedUpdateThatIsLostIsNamedByItsKey() throws Exception {
    AtomicReference<String> key = new AtomicReference<>();
    Script loses =
        withLast(
            (number, operation, honest, completion) -> {
              key.set(((Operation.Update) operation).key().toString());
              completion.succeeded(Outcome.OK);
            });
    RunResult result = run(loses, TRUTHFUL, UPDATES);

    ValueCheckResult values = result.store().keyCheck().orElseThrow().values().orElseThrow();
    assertThat(values).isEqualTo(new ValueCheckResult(50, 1, List.of(key.get()), 0));
    assertInvalid(result, "store");
    assertThat(result.verdict().reasons())
        .anyMatch(
            reason ->
                reason
                    .observed()
                    .equals("1 key does not hold the last acknowledged write (" + key + ")"));
  }

  @Test
  void anUpdateWithAnUnknownOutcomeIsCountedApart() throws Exception {
    Script timesOut =
        withLast(
            (number, operation, honest, completion) -> {
              honest.submit(operation, Fakes.IGNORED);
              completion.failed(ErrorKind.TIMEOUT, "no answer");
            });
    RunResult result = run(timesOut, TRUTHFUL, UPDATES);

    assertThat(result.store().keyCheck().orElseThrow().values())
        .contains(new ValueCheckResult(50, 0, List.of(), 1));
    assertThat(suspects(result, "store")).isFalse();
  }

  private static boolean isKey(String text) {
    return text.matches("user\\d+");
  }

  @Test
  void keysOfAnHonestStoreAreAllThere() throws Exception {
    RunResult result = run(exchanging(0, 0), TRUTHFUL, GROWING);

    KeyCheck keys = result.store().keyCheck().orElseThrow();
    long stored = result.store().storeCheck().orElseThrow().keysFound();
    assertThat(keys)
        .isEqualTo(
            new KeyCheck(
                stored,
                stored,
                0,
                0,
                List.of(),
                0,
                0,
                OptionalLong.of(0),
                Optional.empty(),
                keys.values(),
                OptionalLong.of(stored),
                OptionalLong.of(0),
                keys.nextNumber()));
    assertThat(suspects(result, "store")).isFalse();
    assertThat(suspects(result, "store check")).isFalse();
  }

  /** Of inserts that time out, those of even numbers have taken place. */
  private static Script timingOut(int foreign) {
    AtomicInteger left = new AtomicInteger(100);
    Script rest = exchanging(0, foreign);
    return (number, operation, honest, completion) -> {
      if (number <= 1000
          || !(operation instanceof Operation.Insert)
          || left.getAndDecrement() <= 0) {
        rest.answer(number, operation, honest, completion);
        return;
      }
      if (number % 2 == 0) {
        honest.submit(operation, Fakes.IGNORED);
      }
      completion.failed(ErrorKind.TIMEOUT, "no answer");
    };
  }

  @Test
  void insertsWithUnknownOutcomeExplainOnlyTheirOwnKeys() throws Exception {
    RunResult honest = run(timingOut(0), TRUTHFUL, GROWING);
    assertThat(suspects(honest, "store")).isFalse();
    assertThat(honest.store().keyCheck().orElseThrow().keysForeign()).hasValue(0);

    RunResult visited = run(timingOut(10), TRUTHFUL, GROWING);
    assertThat(visited.store().storeCheck().orElseThrow().agrees()).as("by the counts").isTrue();
    assertThat(visited.store().keyCheck().orElseThrow().keysForeign()).hasValue(10);
    assertInvalid(visited, "store");
  }

  @Test
  void aDeleteThatIsAcknowledgedAndNotAppliedIsDetected() throws Exception {
    AtomicBoolean dropped = new AtomicBoolean();
    Script keeps =
        (number, operation, honest, completion) -> {
          if (operation instanceof Operation.Delete && !dropped.getAndSet(true)) {
            completion.succeeded(Outcome.OK);
          } else {
            honest.submit(operation, completion);
          }
        };
    RunResult result =
        run(
            keeps,
            TRUTHFUL,
            "recordcount=1000",
            "operationcount=100",
            "readproportion=0.5",
            "updateproportion=0",
            "deleteproportion=0.5",
            "requestdistribution=sequential",
            "clients=4");
    assertThat(result.store().keyCheck().orElseThrow().keysUndeleted()).isEqualTo(1);
    assertInvalid(result, "store");
  }

  @Test
  void fastFailuresAreNotThroughput() throws Exception {
    Script refuses =
        (number, operation, honest, completion) -> {
          if (number > 100 && number % 20 == 0) {
            completion.failed(ErrorKind.UNAVAILABLE, "no");
          } else {
            honest.submit(operation, completion);
          }
        };
    RunResult result = run(refuses, TRUTHFUL, READS);
    assertInvalid(result, "errors");
    assertThat(result.phases().getLast().errorCount()).isEqualTo(50);
  }

  @Test
  void readsThatFindNothingAreSuspect() throws Exception {
    Script forgets =
        (number, operation, honest, completion) -> {
          if (operation instanceof Operation.Read) {
            completion.succeeded(Outcome.NOT_FOUND);
          } else {
            honest.submit(operation, completion);
          }
        };
    assertThat(suspects(run(forgets, TRUTHFUL, READS), "outcomes")).isTrue();
  }

  @Test
  void insertsOfExistingRecordsAreSuspect() throws Exception {
    Script full =
        (number, operation, honest, completion) -> {
          if (number % 2 == 0) {
            completion.succeeded(Outcome.ALREADY_EXISTS);
          } else {
            honest.submit(operation, completion);
          }
        };
    assertThat(suspects(run(full, TRUTHFUL, LOAD), "outcomes")).isTrue();
  }

  @Test
  void wrongValuesAreErrorsWithDataIntegrity() throws Exception {
    Script lies =
        (number, operation, honest, completion) ->
            honest.submit(
                operation, number % 10 == 0 ? new ScriptedStore.Lying(completion) : completion);
    String[] checked =
        Stream.concat(Arrays.stream(READS), Stream.of("dataintegrity=true", "updateproportion=0"))
            .toArray(String[]::new);
    RunResult result = run(lies, TRUTHFUL, checked);
    assertInvalid(result, "errors");
    assertThat(suspects(run(HONEST, TRUTHFUL, checked), "errors")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 99, 101})
  void valuesOfAnotherLengthAreErrorsWithoutDataIntegrity(int length) throws Exception {
    Script cuts =
        (number, operation, honest, completion) -> {
          if (operation instanceof Operation.Read) {
            completion.found(ByteBuffer.allocate(length), 1);
          } else {
            honest.submit(operation, completion);
          }
        };
    String[] sized =
        Stream.concat(Arrays.stream(READS), Stream.of("valuesize=100")).toArray(String[]::new);
    RunResult result = run(cuts, TRUTHFUL, sized);

    assertInvalid(result, "values");
    assertThat(suspects(result, "store check")).as("the keys read back").isTrue();
    RunResult honest = run(HONEST, TRUTHFUL, sized);
    assertThat(suspects(honest, "values")).isFalse();
    assertThat(suspects(honest, "store check")).isFalse();
  }

  @Test
  void anOperationCompletedTwiceIsInvalid() throws Exception {
    Script twice =
        (number, operation, honest, completion) -> {
          honest.submit(operation, completion);
          if (number == 500) {
            completion.succeeded(Outcome.OK);
          }
        };
    assertInvalid(run(twice, TRUTHFUL, READS), "binding");
  }

  @Test
  void aBindingThatThrowsLosesNoOperation() throws Exception {
    Script throwing =
        (number, operation, honest, completion) -> {
          if (number % 10 == 0 && number > 100) {
            throw new IllegalStateException("a defect");
          }
          honest.submit(operation, completion);
        };
    RunResult result = run(throwing, TRUTHFUL, READS);
    assertInvalid(result, "errors");
    assertThat(result.phases().getLast().operationCount()).isEqualTo(1000);
  }

  @Test
  void anElectionDuringTheRunIsReported() throws Exception {
    Survey elects =
        (number, states) ->
            states.stream()
                .map(
                    state ->
                        new ServerState(
                            state.endpoint(),
                            state.version(),
                            true,
                            OptionalLong.of(number),
                            state.keys(),
                            state.details(),
                            state.problem()))
                .toList();
    assertThat(suspects(run(HONEST, elects, READS), "elections")).isTrue();
  }

  @Test
  void aMissedRateIsInvalid() throws Exception {
    Script slow =
        (number, operation, honest, completion) -> {
          sleep();
          honest.submit(operation, completion);
        };
    RunResult result =
        run(
            slow,
            TRUTHFUL,
            "recordcount=1",
            "maxexecutiontime=1",
            "clients=2",
            "clients.max=2",
            "target=2000",
            "readproportion=1",
            "updateproportion=0");
    assertInvalid(result, "achieved rate");
    assertThat(suspects(result, "free clients")).isTrue();
  }

  private static void sleep() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void anInProcessStoreIsSuspect() throws Exception {
    assertThat(suspects(run(HONEST, TRUTHFUL, READS), "system")).isTrue();
  }
}
