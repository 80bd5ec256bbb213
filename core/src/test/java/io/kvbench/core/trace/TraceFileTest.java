package io.kvbench.core.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a written trace is read back, however much of the file is left. */
class TraceFileTest {
  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("trace.kvt");
  }

  @Test
  void everyKindOfOperationIsReadAsItWasWritten() throws Exception {
    List<TracedRequest> requests =
        List.of(
            TracedRequest.write(OperationType.INSERT, Key.of("user1"), 0),
            TracedRequest.write(OperationType.UPDATE, Key.of("user1"), 1_000_000),
            TracedRequest.write(OperationType.COMPARE_AND_SET, Key.of("user12"), 7),
            TracedRequest.write(OperationType.DELETE, Key.of(""), TracedPart.NONE),
            TracedRequest.read(Key.of(new byte[] {0, -1, '/'}), ReadConsistency.STALE),
            new TracedRequest(
                OperationType.SCAN,
                List.of(new TracedPart(OperationType.SCAN, Key.of("u"), TracedPart.NONE)),
                50,
                RangeContent.RECORDS,
                false,
                ReadConsistency.LINEARIZABLE),
            new TracedRequest(
                OperationType.RANGE,
                List.of(
                    new TracedPart(OperationType.RANGE, Key.of("a"), TracedPart.NONE),
                    new TracedPart(OperationType.RANGE, Key.of(""), TracedPart.NONE)),
                Integer.MAX_VALUE,
                RangeContent.COUNT,
                true,
                ReadConsistency.DEFAULT),
            TracedRequest.of(
                OperationType.TRANSACTION,
                List.of(
                    new TracedPart(OperationType.INSERT, Key.of("x"), 3),
                    new TracedPart(OperationType.DELETE, Key.of("y"), TracedPart.NONE)),
                ReadConsistency.DEFAULT),
            TracedRequest.of(
                OperationType.READ_TRANSACTION,
                List.of(
                    new TracedPart(OperationType.READ_TRANSACTION, Key.of("x"), TracedPart.NONE),
                    new TracedPart(OperationType.READ_TRANSACTION, Key.of("y"), TracedPart.NONE)),
                ReadConsistency.DEFAULT));
    List<Status> answers =
        List.of(
            Outcome.OK,
            Outcome.NOT_FOUND,
            Outcome.CONFLICT,
            Outcome.ALREADY_EXISTS,
            ErrorKind.TIMEOUT,
            ErrorKind.OTHER,
            ErrorKind.THROTTLED,
            Outcome.OK,
            ErrorKind.CONNECTION_LOST);
    List<TraceEntry> expected = new ArrayList<>();
    try (TraceWriter writer = Traces.writer(file)) {
      SessionTrace session = writer.session("one");
      for (int index = 0; index < requests.size(); index++) {
        long start = index * 1_000_000_000L;
        session.end(
            session.begin(requests.get(index), start), answers.get(index), index - 1, start + 5);
        expected.add(
            new TraceEntry(
                requests.get(index), start, start + 5, Optional.of(answers.get(index)), index - 1));
      }
      session.endUnknown(session.begin(requests.getFirst(), 9_000_000_000L));
      session.begin(requests.getLast(), 9_000_000_001L);
      writer.ignored("ping of a kind");
      writer.ignored("ping of a kind");
    }
    expected.add(
        new TraceEntry(
            requests.getFirst(),
            9_000_000_000L,
            9_000_000_000L,
            Optional.empty(),
            TracedPart.NONE));
    expected.add(
        new TraceEntry(
            requests.getLast(),
            9_000_000_001L,
            TraceEntry.UNANSWERED,
            Optional.empty(),
            TracedPart.NONE));

    TraceFile read = TraceFile.open(file);

    assertThat(Traces.entries(read, 0)).isEqualTo(expected);
    assertThat(read.header().source()).isEqualTo("test");
    assertThat(read.ignored()).isEqualTo(Map.of("ping of a kind", 2L));
    assertThat(read.damage()).isEmpty();
    assertThat(read.operations()).isEqualTo(expected.size());
    assertThat(read.types()).containsEntry(OperationType.READ_TRANSACTION, 2L);
    assertThat(read.consistencies()).containsExactlyInAnyOrder(ReadConsistency.values());
    assertThat(read.writes().max()).isEqualTo(1_000_000);
    assertThat(read.longestKey()).isEqualTo(6);
  }

  @Test
  void operationsAreInTheOrderInWhichTheyWereSentWhateverTheyWereAnsweredIn() throws Exception {
    try (TraceWriter writer = Traces.writer(file)) {
      SessionTrace session = writer.session("one");
      SessionTrace.Ongoing first = session.begin(Traces.read("a"), 10);
      SessionTrace.Ongoing second = session.begin(Traces.read("b"), 11);
      session.end(second, Outcome.OK, 1, 12);
      writer.flush();
      session.end(first, Outcome.OK, 1, 13);
      session.end(session.begin(Traces.read("c"), 14), Outcome.OK, 1, 15);
    }

    TraceFile read = TraceFile.open(file);

    assertThat(Traces.entries(read, 0))
        .extracting(entry -> entry.request().parts().getFirst().key().toString())
        .containsExactly("a", "b", "c");
    assertThat(read.sessions().getFirst().peak()).isEqualTo(2);
  }

  @Test
  void sessionsAreToldApartAndEachIsReadByItself() throws Exception {
    try (TraceWriter writer = Traces.writer(file)) {
      for (int index = 0; index < 30_000; index++) {
        SessionTrace session = writer.session("session " + index % 3);
        session.end(session.begin(Traces.read("key" + index), index), Outcome.OK, 9, index);
      }
      assertThat(writer.operations()).isEqualTo(30_000);
    }

    TraceFile read = TraceFile.open(file);

    assertThat(read.sessions()).hasSize(3);
    for (int session = 0; session < 3; session++) {
      List<TraceEntry> entries = Traces.entries(read, session);
      assertThat(entries).hasSize(10_000);
      for (int index = 0; index < entries.size(); index++) {
        assertThat(entries.get(index).request())
            .isEqualTo(Traces.read("key" + (index * 3 + session)));
      }
    }
    assertThat(Files.size(file)).as("at most 8 bytes for each").isLessThan(240_000);
  }

  @Test
  void aFileThatIsCutAnywhereIsReadUpToThere() throws Exception {
    try (TraceWriter writer = Traces.writer(file)) {
      SessionTrace session = writer.session("one");
      for (int index = 0; index < 12; index++) {
        session.end(session.begin(Traces.update("k" + index, index), index), Outcome.OK, -1, index);
        writer.flush();
      }
    }
    byte[] whole = Files.readAllBytes(file);
    TraceFile complete = TraceFile.open(file);
    List<TraceEntry> all = Traces.entries(complete, 0);
    int firstBlock = (int) complete.sessions().getFirst().blocks().getFirst().offset();
    Path cut = directory.resolve("cut.kvt");
    for (int length = firstBlock; length < whole.length; length++) {
      Files.write(cut, Arrays.copyOf(whole, length));

      TraceFile read = TraceFile.open(cut);

      assertThat(read.damage().orElseThrow()).contains("cut off or damaged at byte");
      List<TraceEntry> entries = read.sessions().isEmpty() ? List.of() : Traces.entries(read, 0);
      assertThat(entries).isEqualTo(all.subList(0, entries.size()));
    }
  }

  @Test
  void aChangedByteEndsWhatIsReadAndNothingElse() throws Exception {
    try (TraceWriter writer = Traces.writer(file)) {
      SessionTrace session = writer.session("one");
      for (int index = 0; index < 40; index++) {
        session.end(session.begin(Traces.update("k" + index, 5), index), Outcome.OK, -1, index);
        writer.flush();
      }
    }
    byte[] whole = Files.readAllBytes(file);
    TraceFile complete = TraceFile.open(file);
    List<TraceEntry> all = Traces.entries(complete, 0);
    int firstBlock = (int) complete.sessions().getFirst().blocks().getFirst().offset();
    SplittableRandom random = new SplittableRandom(7);
    Path changed = directory.resolve("changed.kvt");
    for (int time = 0; time < 100; time++) {
      byte[] bytes = whole.clone();
      bytes[random.nextInt(firstBlock, bytes.length)] ^= (byte) (1 << random.nextInt(8));
      Files.write(changed, bytes);

      TraceFile read = TraceFile.open(changed);

      assertThat(read.damage()).isPresent();
      List<TraceEntry> entries = read.sessions().isEmpty() ? List.of() : Traces.entries(read, 0);
      assertThat(entries).isEqualTo(all.subList(0, entries.size()));
    }
  }

  @Test
  void whatIsNoTraceIsRefusedWithAClause() throws Exception {
    for (String content : List.of("", "recordcount=5\n", "T\u0001")) {
      Files.writeString(file, content, StandardCharsets.ISO_8859_1);

      assertThatThrownBy(() -> TraceFile.open(file))
          .isInstanceOf(IOException.class)
          .hasMessage("it is not a trace of kvbench record");
    }
  }

  @Test
  void anotherFileIsNotOverwritten() throws Exception {
    Files.writeString(file, "mine");

    assertThatThrownBy(() -> Traces.writer(file)).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).hasContent("mine");
  }

  @Test
  void recordsThatTheFirstOperationFoundWereThereBefore() throws Exception {
    try (TraceWriter writer = Traces.writer(file)) {
      SessionTrace session = writer.session("one");
      record Step(TracedRequest request, Status answer, int bytes) {}
      List<Step> steps =
          List.of(
              new Step(Traces.read("found"), Outcome.OK, 17),
              new Step(Traces.update("found", 99), Outcome.OK, TracedPart.NONE),
              new Step(Traces.read("absent"), Outcome.NOT_FOUND, TracedPart.NONE),
              new Step(Traces.read("absent"), Outcome.OK, 5),
              new Step(Traces.update("updated", 20), Outcome.OK, TracedPart.NONE),
              new Step(
                  TracedRequest.write(OperationType.INSERT, Key.of("made"), 4),
                  Outcome.OK,
                  TracedPart.NONE),
              new Step(Traces.read("made"), Outcome.OK, 4),
              new Step(
                  TracedRequest.write(OperationType.DELETE, Key.of("deleted"), TracedPart.NONE),
                  Outcome.OK,
                  TracedPart.NONE),
              new Step(
                  TracedRequest.write(OperationType.INSERT, Key.of("there"), 4),
                  Outcome.ALREADY_EXISTS,
                  TracedPart.NONE),
              new Step(
                  TracedRequest.of(
                      OperationType.TRANSACTION,
                      List.of(
                          new TracedPart(OperationType.INSERT, Key.of("new"), 3),
                          new TracedPart(OperationType.UPDATE, Key.of("late"), 3)),
                      ReadConsistency.DEFAULT),
                  Outcome.ALREADY_EXISTS,
                  TracedPart.NONE),
              new Step(Traces.read("new"), Outcome.NOT_FOUND, TracedPart.NONE),
              new Step(
                  TracedRequest.write(OperationType.COMPARE_AND_SET, Key.of("late"), 4),
                  Outcome.CONFLICT,
                  TracedPart.NONE),
              new Step(Traces.read("late"), Outcome.OK, 7));
      for (int index = 0; index < steps.size(); index++) {
        Step step = steps.get(index);
        session.end(session.begin(step.request(), index), step.answer(), step.bytes(), index);
      }
    }

    TraceFile read = TraceFile.open(file);

    List<InitialRecord> records = new ArrayList<>();
    RecordCursor cursor = read.records();
    for (@Nullable InitialRecord next = cursor.next(); next != null; next = cursor.next()) {
      records.add(next);
    }
    assertThat(records)
        .containsExactly(
            new InitialRecord(Key.of("found"), 17, true),
            new InitialRecord(Key.of("updated"), 20, false),
            new InitialRecord(Key.of("deleted"), TracedPart.NONE, true),
            new InitialRecord(Key.of("there"), TracedPart.NONE, true),
            new InitialRecord(Key.of("late"), 7, true));
    assertThat(read.recordsBefore()).isEqualTo(4);
    assertThat(read.recordsUpdated()).isEqualTo(1);
    assertThat(read.largestBefore()).isEqualTo(20);
  }

  @Test
  void hashedKeysKeepTheirPartsAndNothingElse() throws Exception {
    try (TraceWriter writer = Traces.writer(file, new KeyHash())) {
      SessionTrace session = writer.session("one");
      for (String key : List.of("/a/secret", "/a/other", "/a/secret", "secret", "/a/")) {
        session.end(session.begin(Traces.read(key), 0), Outcome.OK, 1, 1);
      }
    }

    List<String> keys =
        Traces.entries(TraceFile.open(file), 0).stream()
            .map(entry -> entry.request().parts().getFirst().key().toString())
            .toList();

    assertThat(keys.get(0)).matches("/[0-9a-f]{16}/[0-9a-f]{16}").isEqualTo(keys.get(2));
    assertThat(keys.get(1)).isNotEqualTo(keys.get(0)).startsWith(keys.get(4));
    assertThat(keys.get(0)).endsWith(keys.get(3));
    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain("secret");
  }

  @Test
  void aTraceOfALaterVersionSaysWhich() throws Exception {
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    Varints.put(header, TraceHeader.VERSION + 1L);
    Files.write(file, TraceBlock.encode(TraceBlock.FILE, header, new ByteArrayOutputStream()));

    assertThatThrownBy(() -> TraceFile.open(file))
        .hasMessage("it is a trace of version 2, and this kvbench reads version 1");
  }

  @Test
  void whatIsInFlightAtTheEndIsUnansweredAndWhatFollowsIsNotRecorded() throws Exception {
    try (TraceWriter writer = Traces.writer(file)) {
      SessionTrace session = writer.session("one");
      SessionTrace.Ongoing open = session.begin(Traces.read("a"), 10);
      assertThat(writer.operations()).isEqualTo(1);
      writer.finish();
      session.end(open, ErrorKind.CONNECTION_LOST, TracedPart.NONE, 11);
      session.end(session.begin(Traces.read("b"), 12), Outcome.OK, 1, 13);
      writer.flush();
      assertThat(writer.operations()).isEqualTo(1);
      assertThat(writer.problem()).isEmpty();
    }

    assertThat(Traces.entries(TraceFile.open(file), 0))
        .containsExactly(
            new TraceEntry(
                Traces.read("a"), 10, TraceEntry.UNANSWERED, Optional.empty(), TracedPart.NONE));
  }

  @Test
  void anOperationThatIsAnsweredLateHoldsUpWhatFollowsAndNothingIsLost() throws Exception {
    int behind = 10_000;
    try (TraceWriter writer = Traces.writer(file)) {
      SessionTrace session = writer.session("one");
      SessionTrace.Ongoing late = session.begin(Traces.read("late"), 0);
      for (int index = 1; index <= behind; index++) {
        session.end(session.begin(Traces.read("k"), index), Outcome.OK, 1, index);
      }
      session.end(late, Outcome.OK, 1, behind + 1);
    }

    assertThat(Traces.entries(TraceFile.open(file), 0))
        .extracting(TraceEntry::startMicros)
        .containsExactlyElementsOf(LongStream.rangeClosed(0, behind).boxed().toList());
  }

  @Test
  void sessionsOfManyThreadsKeepTheirOrderWhileTheFileIsFlushed() throws Exception {
    int sessions = 4;
    int each = 5_000;
    try (TraceWriter writer = Traces.writer(file, new KeyHash());
        ExecutorService threads = Executors.newFixedThreadPool(sessions)) {
      List<Future<?>> running = new ArrayList<>();
      for (int number = 0; number < sessions; number++) {
        SessionTrace session = writer.session("session " + number);
        String prefix = number + "-";
        running.add(
            threads.submit(
                () -> {
                  for (int index = 0; index < each; index++) {
                    TracedRequest request = Traces.read(prefix + index);
                    session.end(session.begin(request, index), Outcome.OK, 1, index);
                  }
                }));
      }
      while (!running.stream().allMatch(Future::isDone)) {
        writer.flush();
        LockSupport.parkNanos(1_000_000);
      }
      for (Future<?> ended : running) {
        ended.get();
      }
    }

    TraceFile read = TraceFile.open(file);
    assertThat(read.damage()).isEmpty();
    assertThat(read.recordsBefore()).isEqualTo((long) sessions * each);
    List<Long> inOrder = LongStream.range(0, each).boxed().toList();
    for (int number = 0; number < sessions; number++) {
      assertThat(Traces.entries(read, number))
          .extracting(TraceEntry::startMicros)
          .containsExactlyElementsOf(inOrder);
    }
  }

  @Test
  void timesOfASessionNeverGoBack() throws Exception {
    try (TraceWriter writer = Traces.writer(file)) {
      SessionTrace session = writer.session("one");
      for (long micros : new long[] {10, 5, 20, 7}) {
        session.end(session.begin(Traces.read("a"), micros), Outcome.OK, 1, micros);
        writer.flush();
      }
    }

    assertThat(Traces.entries(TraceFile.open(file), 0))
        .extracting(TraceEntry::startMicros)
        .containsExactly(10L, 10L, 20L, 20L);
  }

  @Test
  void namesThatClientsChooseDoNotFillTheTrace() throws Exception {
    try (TraceWriter writer = Traces.writer(file)) {
      for (int kind = 0; kind < 100_000; kind++) {
        writer.ignored("kind " + kind);
      }
      writer.ignored("kind 5");
    }

    Map<String, Long> ignored = TraceFile.open(file).ignored();

    assertThat(ignored).hasSize(1001).containsEntry("kind 5", 2L);
    assertThat(ignored).containsEntry("other requests", 99_000L);
  }

  @Test
  void aLongNameThatAClientChoosesDoesNotMakeTheTraceUnreadable() throws Exception {
    try (TraceWriter writer = Traces.writer(file)) {
      writer.ignored("x".repeat(100_000));
    }

    assertThat(TraceFile.open(file).ignored()).isEqualTo(Map.of("other requests", 1L));
  }

  /** Each block is readable, regardless of the keys. */
  @Test
  void longKeysMakeMoreBlocks() throws Exception {
    String name = "x".repeat(1 << 20);
    List<TraceEntry> expected = new ArrayList<>();
    try (TraceWriter writer = Traces.writer(file)) {
      SessionTrace session = writer.session("one");
      for (int index = 0; index < 20; index++) {
        TracedRequest request = Traces.read(index + name);
        session.end(session.begin(request, index), Outcome.OK, 1, index);
        expected.add(new TraceEntry(request, index, index, Optional.of(Outcome.OK), 1));
      }
    }

    TraceFile read = TraceFile.open(file);

    assertThat(read.sessions().getFirst().blocks()).hasSize(2);
    assertThat(read.recordBlocks()).hasSize(2);
    assertThat(Traces.entries(read, 0).equals(expected)).isTrue();
  }

  @Test
  void aSizeThatNoTraceCanHoldIsRefusedBeforeItIsWritten() {
    for (int bytes : new int[] {-2, 1 << 27}) {
      assertThatThrownBy(() -> Traces.update("a", bytes))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a value of " + bytes + " bytes");
    }
  }
}
