package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.history.HistoryFile;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.ReadPromise;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.format.ConsistencyResult;
import io.kvbench.results.format.ConsistencyResult.BrokenPromise;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.Verdict;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.ScriptedStore.Script;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of whole runs whose operations are checked, on stores with and without defects. */
@Timeout(60)
final class CheckedRunTest {
  private static final Bindings.Reachable MEMORY = Bindings.load().find("memory").orElseThrow();
  private static final Script HONEST =
      (number, operation, honest, completion) -> honest.submit(operation, completion);

  private static final String[] MIXED = {
    "recordcount=20",
    "operationcount=4000",
    "clients=4",
    "valuesize=64",
    "readproportion=0.4",
    "updateproportion=0.3",
    "compareandsetproportion=0.1",
    "deleteproportion=0.001",
    "insertproportion=0.05",
    "transactionproportion=0.05",
    "readtransactionproportion=0.05",
    "transactionlength=2"
  };

  @TempDir private Path results;
  private final Clusters clusters = Clusters.load();

  private RunOutcome run(Script script, String... settings) throws Exception {
    String[] assignments =
        Stream.of(
                Arrays.stream(MIXED),
                Stream.of("hosts.every=off", "check=true"),
                Arrays.stream(settings))
            .flatMap(stream -> stream)
            .toArray(String[]::new);
    return new BenchmarkRun(
            Plans.of(MEMORY.system(), clusters, assignments),
            new ScriptedStore(MEMORY, script, (number, states) -> states),
            clusters,
            new StopSignal(),
            RunListener.NONE,
            List.of(),
            false)
        .execute(results);
  }

  private static ConsistencyResult consistency(RunOutcome outcome) {
    return outcome.result().store().consistency().orElseThrow();
  }

  private static List<String> kinds(RunOutcome outcome) {
    return consistency(outcome).violations().stream().map(BrokenPromise::kind).toList();
  }

  private static List<String> reasons(RunResult result) {
    return result.verdict().reasons().stream().map(Verdict.Reason::check).toList();
  }

  @Test
  void anHonestStoreKeepsItsPromises() throws Exception {
    RunOutcome outcome = run(HONEST);

    ConsistencyResult found = consistency(outcome);
    assertThat(found.problem()).isEmpty();
    assertThat(found.violations()).isEmpty();
    assertThat(found.dropped()).isZero();
    assertThat(found.operations()).isGreaterThan(4_000);
    assertThat(found.acknowledgedWrites()).isGreaterThan(1_000);
    assertThat(found.coverage()).isBetween(0.1, 1.0);
    assertThat(found.readModes())
        .filteredOn(mode -> mode.mode() == ReadConsistency.DEFAULT)
        .singleElement()
        .satisfies(
            mode -> {
              assertThat(mode.promised()).isEqualTo(ReadPromise.LINEARIZABLE);
              assertThat(mode.observed()).isEqualTo(ReadPromise.LINEARIZABLE);
              assertThat(mode.staleness().reads()).isZero();
            });
    assertThat(outcome.result().verdict().validity()).isNotEqualTo(Verdict.Validity.INVALID);
    assertThat(reasons(outcome.result())).doesNotContain("values", "store");
    assertThat(outcome.directory().resolve(ResultDirectory.HISTORY)).doesNotExist();
    assertThat(ResultDirectory.readResult(outcome.directory())).isEqualTo(outcome.result());
  }

  @Test
  void theHistoryIsKeptAndCheckedAgain() throws Exception {
    RunOutcome outcome = run(HONEST, "check.keep=true");

    Path file = outcome.directory().resolve(ResultDirectory.HISTORY);
    assertThat(Files.size(file)).isGreaterThan(32 * consistency(outcome).operations());
    assertThat(ConsistencyResults.check(HistoryFile.open(file), consistency(outcome).rules()))
        .isEqualTo(consistency(outcome));
  }

  @Test
  void withoutItNothingIsRecorded() throws Exception {
    RunOutcome outcome = run(HONEST, "check=false");

    assertThat(outcome.result().store().consistency()).isEmpty();
  }

  @Test
  void bothChecksOfValuesWorkTogether() throws Exception {
    RunOutcome outcome = run(HONEST, "dataintegrity=true");

    assertThat(kinds(outcome)).isEmpty();
    assertThat(reasons(outcome.result())).doesNotContain("values", "store");
  }

  /** A completion that keeps the values that are found. */
  private record Keeping(Completion told, List<ByteBuffer> values) implements Completion {
    @Override
    public void succeeded(Outcome outcome) {
      told.succeeded(outcome);
    }

    @Override
    public void found(ByteBuffer value, long version) {
      ByteBuffer copy = ByteBuffer.allocate(value.remaining()).put(value.duplicate()).flip();
      synchronized (values) {
        values.add(copy);
      }
      told.found(value, version);
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      told.failed(kind, message);
    }
  }

  /** Answers some reads with what reads have returned long before. */
  private static Script stale() {
    Map<String, List<ByteBuffer>> read = new ConcurrentHashMap<>();
    return (number, operation, honest, completion) -> {
      if (!(operation instanceof Operation.Read asked)) {
        honest.submit(operation, completion);
        return;
      }
      List<ByteBuffer> values =
          read.computeIfAbsent(asked.key().toString(), key -> new ArrayList<>());
      ByteBuffer old = null;
      synchronized (values) {
        if (number % 50 == 0 && values.size() > 30) {
          old = values.get(values.size() - 30);
        }
      }
      if (old == null) {
        honest.submit(operation, new Keeping(completion, values));
      } else {
        completion.found(old.duplicate(), 0);
      }
    };
  }

  @Test
  void staleReadsAreInvalidWithAnExample() throws Exception {
    RunOutcome outcome = run(stale(), "readproportion=1", "compareandsetproportion=0");

    assertThat(kinds(outcome)).contains("STALE_READ");
    assertThat(outcome.result().verdict().validity()).isEqualTo(Verdict.Validity.INVALID);
    assertThat(reasons(outcome.result())).contains("consistency");
    assertThat(consistency(outcome).violations())
        .filteredOn(broken -> broken.kind().equals("STALE_READ"))
        .singleElement()
        .satisfies(
            broken -> {
              assertThat(broken.operations()).isPositive();
              assertThat(broken.ageNanos()).isPositive();
              assertThat(broken.example()).hasSizeBetween(2, 5);
            });
  }

  @Test
  void acknowledgedUpdatesThatAreDroppedAreInvalid() throws Exception {
    RunOutcome outcome =
        run(
            (number, operation, honest, completion) -> {
              if (number % 20 == 0 && operation instanceof Operation.Update) {
                completion.succeeded(Outcome.OK);
              } else {
                honest.submit(operation, completion);
              }
            });

    assertThat(kinds(outcome)).isNotEmpty();
    assertThat(reasons(outcome.result())).contains("consistency");
  }

  @Test
  void existingRecordsThatAreNotFoundAreInvalid() throws Exception {
    RunOutcome outcome =
        run(
            (number, operation, honest, completion) -> {
              if (number % 50 == 0 && operation instanceof Operation.Read) {
                completion.succeeded(Outcome.NOT_FOUND);
              } else {
                honest.submit(operation, completion);
              }
            },
            "deleteproportion=0");

    assertThat(kinds(outcome)).contains("PHANTOM_ABSENCE");
  }

  @Test
  void rejectedWritesThatTakeEffectAreInvalid() throws Exception {
    Completion ignored = new Ignoring();
    RunOutcome outcome =
        run(
            (number, operation, honest, completion) -> {
              if (number % 20 == 0 && operation instanceof Operation.Update) {
                honest.submit(operation, ignored);
                completion.failed(ErrorKind.THROTTLED, "scripted");
              } else {
                honest.submit(operation, completion);
              }
            });

    assertThat(kinds(outcome)).contains("REJECTED_APPLIED");
  }

  /** Timeouts may take effect or not: neither breaks a promise. */
  @Test
  void writesWithAnUnknownOutcomeMayTakeEffect() throws Exception {
    Completion ignored = new Ignoring();
    RunOutcome outcome =
        run(
            (number, operation, honest, completion) -> {
              boolean update = operation instanceof Operation.Update;
              if (update && number % 20 == 0) {
                honest.submit(operation, ignored);
                completion.failed(ErrorKind.TIMEOUT, "scripted");
              } else if (update && number % 20 == 1) {
                completion.failed(ErrorKind.TIMEOUT, "scripted");
              } else {
                honest.submit(operation, completion);
              }
            });

    assertThat(kinds(outcome)).isEmpty();
  }

  private static final class Ignoring implements Completion {
    @Override
    public void succeeded(Outcome outcome) {}

    @Override
    public void found(ByteBuffer value, long token) {}

    @Override
    public void failed(ErrorKind kind, String message) {}
  }

  @Test
  void wrongBytesAreWrongValuesToo() throws Exception {
    RunOutcome outcome =
        run(
            (number, operation, honest, completion) ->
                honest.submit(
                    operation,
                    number % 50 == 0 && operation instanceof Operation.Read
                        ? new ScriptedStore.Lying(completion)
                        : completion));

    assertThat(kinds(outcome)).contains("NEVER_WRITTEN");
    assertThat(reasons(outcome.result())).contains("consistency", "values");
  }
}
