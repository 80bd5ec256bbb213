package io.kvbench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.trace.SessionTrace;
import io.kvbench.core.trace.TraceWriter;
import io.kvbench.core.trace.TracedPart;
import io.kvbench.core.trace.TracedRequest;
import io.kvbench.core.trace.Traces;
import io.kvbench.core.workload.check.ValueCheck;
import io.kvbench.core.workload.replay.LostTraceException;
import io.kvbench.core.workload.replay.Replay;
import io.kvbench.core.workload.replay.ReplayComparison;
import io.kvbench.core.workload.request.RequestSource;
import io.kvbench.core.workload.request.SessionSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the requests of a replayed trace. */
class ReplayTest {
  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("trace.kvt");
  }

  private Workload workload(String... more) {
    return WorkloadFixtures.workload("trace=" + file + "\n" + String.join("\n", more));
  }

  private Replay replay(String... more) {
    return workload(more).replay().orElseThrow();
  }

  private static void add(SessionTrace session, TracedRequest request, long start, long end) {
    session.end(session.begin(request, start), Outcome.OK, 10, end);
  }

  private static List<Operation> operations(SessionSource source) {
    List<Operation> operations = new ArrayList<>();
    while (source.advance()) {
      operations.add((Operation) source.next());
    }
    return operations;
  }

  private static SessionSource source(Replay replay, int client) {
    return (SessionSource) replay.sources().apply(client);
  }

  @Test
  void everyRequestBecomesTheOperationThatItWas() throws Exception {
    try (TraceWriter writer = Traces.writer(file)) {
      SessionTrace session = writer.session("one");
      add(session, Traces.read("r"), 0, 1);
      add(session, Traces.update("u", 33), 2, 3);
      add(session, TracedRequest.write(OperationType.INSERT, Key.of("i"), 0), 4, 5);
      add(session, TracedRequest.write(OperationType.COMPARE_AND_SET, Key.of("c"), 5), 6, 7);
      add(session, TracedRequest.write(OperationType.DELETE, Key.of("d"), -1), 8, 9);
      add(
          session,
          TracedRequest.range(List.of(Key.of("p")), 7, RangeContent.KEYS, ReadConsistency.STALE),
          10,
          11);
      add(
          session,
          TracedRequest.range(
              List.of(Key.of("a"), Key.of("")), 0, RangeContent.RECORDS, ReadConsistency.DEFAULT),
          12,
          13);
      add(
          session,
          TracedRequest.of(
              OperationType.TRANSACTION,
              List.of(
                  new TracedPart(OperationType.UPDATE, Key.of("x"), 1),
                  new TracedPart(OperationType.DELETE, Key.of("y"), TracedPart.NONE),
                  new TracedPart(OperationType.INSERT, Key.of("x"), 2)),
              ReadConsistency.DEFAULT),
          14,
          15);
    }

    List<Operation> operations = operations(source(replay(), 0));

    assertThat(operations)
        .extracting(Operation::type)
        .containsExactly(
            OperationType.READ,
            OperationType.UPDATE,
            OperationType.INSERT,
            OperationType.UPDATE,
            OperationType.DELETE,
            OperationType.RANGE,
            OperationType.RANGE,
            OperationType.TRANSACTION);
    Operation.Update update = (Operation.Update) operations.get(1);
    assertThat(update.value().size()).isEqualTo(33);
    assertThat(update.key()).hasToString("u");
    assertThat(((Operation.Insert) operations.get(2)).value().size()).isZero();
    Operation.Range prefix = (Operation.Range) operations.get(5);
    assertThat(prefix.keys()).isInstanceOf(KeyRange.Prefix.class);
    assertThat(prefix.limit()).isEqualTo(7);
    assertThat(prefix.consistency()).isEqualTo(ReadConsistency.STALE);
    KeyRange.Between from = (KeyRange.Between) ((Operation.Range) operations.get(6)).keys();
    assertThat(from.start().orElseThrow()).hasToString("a");
    assertThat(from.end()).isEmpty();
    Operation.Transaction transaction = (Operation.Transaction) operations.get(7);
    assertThat(transaction.parts())
        .extracting(part -> part.getClass().getSimpleName() + " " + part.key())
        .containsExactly("Insert x", "Delete y");
  }

  @Test
  void sessionsThatDidNotOverlapShareAPlaceAndOthersDoNot() throws Exception {
    try (TraceWriter writer = Traces.writer(file)) {
      for (int session = 0; session < 3; session++) {
        for (int time = 0; time < 2; time++) {
          int start = session < 2 ? 100 * session : 50;
          add(
              writer.session("session " + session),
              Traces.read("s" + session),
              start + 60 * time,
              start + 60 * time + 1);
        }
      }
    }

    Replay replay = replay();

    assertThat(replay.places()).isEqualTo(2);
    assertThat(replay.clientsEach()).isEqualTo(1);
    assertThat(operations(source(replay, 0)))
        .extracting(operation -> ((Operation.Read) operation).key().toString())
        .containsExactly("s0", "s0", "s1", "s1");
    assertThat(operations(source(replay, 1))).hasSize(2);
  }

  @Test
  void clientsOfASessionShareItsRequestsAndAreAsManyAsWereInFlight() throws Exception {
    try (TraceWriter writer = Traces.writer(file)) {
      SessionTrace session = writer.session("one");
      SessionTrace other = writer.session("other");
      List<SessionTrace.Ongoing> open = new ArrayList<>();
      for (int index = 0; index < 5; index++) {
        open.add(session.begin(Traces.read("k" + index), index));
        add(other, Traces.read("o"), index, index);
      }
      open.forEach(each -> session.end(each, Outcome.OK, 1, 10));
    }

    Replay all = replay();
    Replay few = replay("trace.inflight=3");

    assertThat(all.clientsEach()).isEqualTo(5);
    assertThat(few.clientsEach()).isEqualTo(3);
    var sources = all.sources();
    assertThat(sources.apply(0)).isSameAs(sources.apply(2)).isSameAs(sources.apply(8));
    assertThat(sources.apply(1)).isSameAs(sources.apply(9)).isNotSameAs(sources.apply(0));
    assertThat(sources.apply(10)).isNotInstanceOf(SessionSource.class);
  }

  @Test
  void timesAreThoseOfTheRecordingOrFaster() throws Exception {
    try (TraceWriter writer = Traces.writer(file)) {
      for (int index = 0; index < 11; index++) {
        add(writer.session("one"), Traces.read("k"), 500 + 1_000 * index, 501 + 1_000 * index);
      }
    }

    assertThat(replay().lengthNanos()).isEqualTo(10_000_000);
    assertThat(replay("trace.speed=4").lengthNanos()).isEqualTo(2_500_000);
    assertThat(replay("trace.speed=0").lengthNanos()).isZero();
    long[] sent = replay().sentBy(10);
    assertThat(sent).isSorted().endsWith(11L);
    assertThat(sent[4]).isBetween(4L, 7L);
  }

  @Test
  void keysAreEscapedOnRequest() throws Exception {
    try (TraceWriter writer = Traces.writer(file)) {
      add(writer.session("one"), Traces.read("/a b/100%\u00E9~"), 0, 1);
    }

    assertThat(operations(source(replay("trace.keys=escaped"), 0)))
        .extracting(operation -> ((Operation.Read) operation).key().toString())
        .containsExactly("%2Fa%20b%2F100%25%E9~");
    assertThat(operations(source(replay(), 0)))
        .extracting(operation -> ((Operation.Read) operation).key().toString())
        .containsExactly("/a b/100%\u00E9~");
  }

  @Test
  void theLoadHasTheRecordsThatWereThere() throws Exception {
    try (TraceWriter writer = Traces.writer(file)) {
      SessionTrace session = writer.session("one");
      add(session, Traces.read("read"), 0, 1);
      add(session, Traces.update("updated", 70), 2, 3);
    }
    Workload workload = workload();

    assertThat(workload.loadCount()).isEqualTo(2);
    List<Operation.Insert> inserts = new ArrayList<>();
    RequestSource one = workload.loadRequests(0, 2);
    RequestSource other = workload.loadRequests(1, 2);
    inserts.add((Operation.Insert) one.next());
    inserts.add((Operation.Insert) other.next());
    assertThat(inserts)
        .extracting(insert -> insert.key() + " " + insert.value().size())
        .containsExactlyInAnyOrder("read 10", "updated 70");
    Replay blind = workload.replay().orElseThrow().onBlindWrites();
    assertThat(blind.loadCount()).isEqualTo(1);
    assertThat(((Operation.Insert) blind.loadRequests(0).next()).key()).hasToString("read");
  }

  @Test
  void whatIsSkippedIsNotCounted() throws Exception {
    try (TraceWriter writer = Traces.writer(file)) {
      SessionTrace session = writer.session("one");
      add(session, Traces.read("r"), 0, 1);
      add(session, Traces.update("u", 1), 2, 3);
      add(session, Traces.read("r"), 4, 5);
    }

    Replay replay = replay().skipping(EnumSet.of(OperationType.UPDATE));

    assertThat(replay.counts()).isEqualTo(Map.of(OperationType.READ, 2L));
    assertThat(replay.requests()).isEqualTo(2);
    assertThat(replay.skippedCount()).isEqualTo(1);
    assertThat(operations(source(replay, 0))).hasSize(2);
  }

  @Test
  void answersAreComparedWithTheRecordedOnes() throws Exception {
    try (TraceWriter writer = Traces.writer(file)) {
      SessionTrace session = writer.session("one");
      for (Status answer : List.of(Outcome.OK, Outcome.OK, Outcome.NOT_FOUND)) {
        session.end(session.begin(Traces.read("k"), 0), answer, 1, 1);
      }
      session.begin(Traces.read("k"), 2);
    }
    ReplayComparison book = new ReplayComparison();
    ValueCheck.Follower follower = book.follow();

    for (Operation operation : operations(source(replay(), 0))) {
      follower.send(operation).ended(Outcome.NOT_FOUND);
    }

    assertThat(book.compared()).isEqualTo(3);
    assertThat(book.misses())
        .containsExactly(
            new ReplayComparison.Miss(OperationType.READ, Outcome.OK, Outcome.NOT_FOUND, 2));
  }

  @Test
  void aTraceThatIsGoneIsNamed() throws Exception {
    try (TraceWriter writer = Traces.writer(file)) {
      add(writer.session("one"), Traces.read("r"), 0, 1);
    }
    Replay replay = replay();
    Files.delete(file);

    assertThatThrownBy(() -> operations(source(replay, 0)))
        .isInstanceOf(LostTraceException.class)
        .hasMessageStartingWith("the trace " + file)
        .hasMessageEndingWith("cannot be read any more: there is no such file")
        .satisfies(
            lost ->
                assertThat(LostTraceException.messageIn(new IllegalStateException("wrapped", lost)))
                    .contains(String.valueOf(lost.getMessage())));
    assertThat(LostTraceException.messageIn(new IllegalStateException("other"))).isEmpty();
  }

  @Test
  void timesThatAreTooLateForANumberAreRefused() throws Exception {
    try (TraceWriter writer = Traces.writer(file)) {
      SessionTrace session = writer.session("one");
      add(session, Traces.read("r"), 0, 1);
      add(session, Traces.read("r"), 2_000_000, 2_000_001);
    }

    Replay late = replay("trace.speed=0.000000000001");

    assertThat(late.isEndless()).isTrue();
    assertThat(late.lengthNanos()).isPositive().isEqualTo(late.startNanos(Long.MAX_VALUE));
    assertThat(replay("trace.speed=0.001").isEndless()).isFalse();
    assertThat(replay("trace.speed=0").isEndless()).isFalse();
  }

  @Test
  void aFileThatIsNoTraceIsAProblemOfTheSetting() throws Exception {
    Files.writeString(file, "nothing");
    Problems problems = new Problems();

    assertThat(Workload.from(WorkloadFixtures.settings("trace=" + file, problems), 0, problems))
        .isEmpty();
    assertThat(problems.list())
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.toString())
                    .contains("cannot be used: it is not a trace of kvbench record."));
  }
}
