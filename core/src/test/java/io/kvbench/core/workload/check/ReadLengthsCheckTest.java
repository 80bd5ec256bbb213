package io.kvbench.core.workload.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Promises;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import io.kvbench.core.workload.key.KeyFormat;
import io.kvbench.core.workload.key.NumberedKey;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of the measured lengths of the values that reads return. */
class ReadLengthsCheckTest {
  private static final Operation READ =
      new Operation.Read(
          new NumberedKey(new KeyFormat("user", 1, false), 1), ReadConsistency.DEFAULT);

  private static AcknowledgedRecords book() {
    return new AcknowledgedRecords(
        Optional.empty(),
        Optional.empty(),
        Optional.of(new ReadLengthsCheck(new LengthCheck(100, 200))),
        Promises.UNDECLARED);
  }

  private static void read(AcknowledgedRecords book, Optional<ValueCheck> check, int... lengths) {
    ValueCheck.Follower client = book.measured(check).orElseThrow().follow();
    for (int length : lengths) {
      client.send(READ).objection(ByteBuffer.allocate(length));
    }
  }

  @Test
  void lengthsThatTheWorkloadDoesNotWriteAreCounted() {
    AcknowledgedRecords book = book();
    assertThat(book.lengths()).isEmpty();

    read(book, Optional.empty(), 100, 200, 99, 201);

    assertThat(book.lengths()).contains(new ReadLengths(4, 99, 150, 201, 2));
  }

  @Test
  void wrongValuesAreNotMeasured() {
    AcknowledgedRecords book = book();

    read(book, Optional.of(new LengthCheck(1, 10)), 5, 50);

    assertThat(book.lengths()).contains(new ReadLengths(1, 5, 5, 5, 1));
  }

  /** Otherwise clients make no requests ahead: half again as much time per operation. */
  @Test
  void itLooksAtValuesOnlyUnlessACheckLooksAtMore() {
    assertThat(book().measured(Optional.empty()).orElseThrow().follow().isOnlyOfValues()).isTrue();
    assertThat(
            book()
                .measured(Optional.of(new LengthCheck(1, 10)))
                .orElseThrow()
                .follow()
                .isOnlyOfValues())
        .isFalse();
  }

  @Test
  void versionsReachTheCheck() {
    List<Long> told = new ArrayList<>();
    ValueCheck.SentOperation check =
        new ValueCheck.SentOperation() {
          @Override
          public Optional<String> objection(ByteBuffer value) {
            return Optional.of("without its version");
          }

          @Override
          public Optional<String> objection(ByteBuffer value, long version) {
            told.add(version);
            return Optional.empty();
          }

          @Override
          public void wrote(long version) {
            told.add(version);
          }

          @Override
          public void ended(Status status) {}
        };
    AcknowledgedRecords book = book();
    ValueCheck.SentOperation sent =
        book.measured(Optional.of(() -> operation -> check)).orElseThrow().follow().send(READ);

    assertThat(sent.objection(ByteBuffer.allocate(100), 7)).isEmpty();
    sent.wrote(8);

    assertThat(told).containsExactly(7L, 8L);
    assertThat(book.lengths()).contains(new ReadLengths(1, 100, 100, 100, 0));
  }

  @Test
  void lengthsOfSeveralProcessesAreAdded() throws Exception {
    AcknowledgedRecords book = book();
    AcknowledgedRecords other = book();
    read(book, Optional.empty(), 100);
    read(other, Optional.empty(), 50, 150);

    book.add(other.toBytes());
    book.add(book().toBytes());

    assertThat(book.lengths()).contains(new ReadLengths(3, 50, 100, 150, 1));
  }
}
