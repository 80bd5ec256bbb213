package io.kvbench.core.workload.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.core.workload.check.AcknowledgedRecords.RecordState;
import io.kvbench.core.workload.check.ValueCheck.SentOperation;
import io.kvbench.core.workload.key.KeyFormat;
import io.kvbench.core.workload.key.NumberedKey;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of the known state of a record after its operations, ended or not. */
class AcknowledgedRecordsTest {
  private static final Value VALUE = Value.of(new byte[8]);
  private final AcknowledgedRecords book = new AcknowledgedRecords();
  private final ValueCheck.Follower client = book.follow();

  private static Key key(long number) {
    return new NumberedKey(new KeyFormat("user", 1, false), number);
  }

  private static Operation insert(long number) {
    return new Operation.Insert(key(number), VALUE);
  }

  private static Operation delete(long number) {
    return new Operation.Delete(key(number));
  }

  @Test
  void acknowledgedInsertsAndDeletes() {
    client.send(insert(1)).ended(Outcome.OK);
    client.send(insert(2)).ended(Outcome.ALREADY_EXISTS);
    client.send(insert(3)).ended(Outcome.OK);
    client.send(delete(3)).ended(Outcome.OK);
    client.send(delete(4)).ended(Outcome.OK);
    client.send(delete(5)).ended(Outcome.NOT_FOUND);

    assertThat(book.standing(1)).isEqualTo(RecordState.INSERTED);
    assertThat(book.standing(2)).isEqualTo(RecordState.INSERTED);
    assertThat(book.standing(3)).isEqualTo(RecordState.DELETED);
    assertThat(book.standing(4)).isEqualTo(RecordState.DELETED);
    assertThat(book.standing(5)).isEqualTo(RecordState.UNTOUCHED);
    assertThat(book.touched()).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
    assertThat(book.deletedFromBefore()).isEqualTo(1);
  }

  @Test
  void anInsertThatIsSentAgainIsAcknowledged() {
    client.send(insert(1)).ended(ErrorKind.TIMEOUT);
    client.send(insert(1)).ended(Outcome.ALREADY_EXISTS);
    client.send(insert(2)).ended(ErrorKind.TIMEOUT);
    client.send(insert(2)).ended(Outcome.OK);
    client.send(delete(2)).ended(Outcome.OK);
    client.send(insert(3)).ended(ErrorKind.TIMEOUT);
    client.send(insert(3)).ended(ErrorKind.UNAVAILABLE);

    assertThat(book.standing(1)).isEqualTo(RecordState.INSERTED);
    assertThat(book.standing(2))
        .as("its first insert may come late")
        .isEqualTo(RecordState.DOUBTFUL);
    assertThat(book.standing(3)).isEqualTo(RecordState.DOUBTFUL);
    assertThat(book.touched()).containsExactlyInAnyOrder(1L, 2L, 3L);
  }

  /** As with the agents of one run, whose clients insert distant numbers. */
  @Test
  void booksOfSeveralProcessesAreOne() throws Exception {
    client.send(insert(1)).ended(Outcome.OK);
    client.send(insert(1L << 40)).ended(Outcome.OK);
    client.send(delete(7)).ended(Outcome.OK);
    SentOperation stuck = client.send(insert(2));
    AcknowledgedRecords other = new AcknowledgedRecords();
    ValueCheck.Follower others = other.follow();
    others.send(insert(70_000)).ended(Outcome.OK);
    others.send(delete(1)).ended(Outcome.OK);
    others.send(insert(7)).ended(ErrorKind.TIMEOUT);

    AcknowledgedRecords whole = new AcknowledgedRecords();
    whole.add(book.toBytes());
    whole.add(other.toBytes());

    assertThat(stuck).isNotNull();
    assertThat(whole.touched()).containsExactlyInAnyOrder(1L, 2L, 7L, 70_000L, 1L << 40);
    assertThat(whole.standing(1)).isEqualTo(RecordState.DELETED);
    assertThat(whole.standing(1L << 40)).isEqualTo(RecordState.INSERTED);
    assertThat(whole.standing(70_000)).isEqualTo(RecordState.INSERTED);
    assertThat(whole.standing(2)).as("in flight").isEqualTo(RecordState.DOUBTFUL);
    assertThat(whole.standing(7)).isEqualTo(RecordState.DOUBTFUL);
  }

  @Test
  void bytesThatAreNoBookAreRejected() throws Exception {
    byte[] good = book.toBytes();

    assertThatThrownBy(() -> book.add(new byte[0])).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> book.add(Arrays.copyOf(good, good.length / 2)))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> book.add(deflated(1 << 30))).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> book.add(deflated(-1))).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> book.add(deflated(0, 0, 0, 0, 1))).hasMessageContaining("after");
  }

  private static byte[] deflated(int... numbers) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
      for (int number : numbers) {
        out.writeInt(number);
      }
    }
    return bytes.toByteArray();
  }

  /** Another client's delete of a record that this run inserted does not drop it from the book. */
  @Test
  void aDeleteThatFindsNothingLeavesTheInsertAcknowledged() {
    client.send(insert(1)).ended(Outcome.OK);
    client.send(delete(1)).ended(Outcome.NOT_FOUND);

    assertThat(book.standing(1)).isEqualTo(RecordState.INSERTED);
  }

  @ParameterizedTest
  @EnumSource
  void errorsLeaveOpenWhatTheyMayHaveDone(ErrorKind kind) {
    client.send(insert(1)).ended(kind);
    client.send(insert(2)).ended(Outcome.OK);
    client.send(delete(2)).ended(kind);

    assertThat(book.standing(1)).isEqualTo(RecordState.DOUBTFUL);
    assertThat(book.standing(2))
        .isEqualTo(kind.leavesDoubt() ? RecordState.DOUBTFUL : RecordState.INSERTED);
  }

  /** A late operation may be applied after a delete that was acknowledged. */
  @Test
  void aDoubtStays() {
    client.send(insert(1)).ended(ErrorKind.TIMEOUT);
    client.send(delete(1)).ended(Outcome.OK);

    assertThat(book.standing(1)).isEqualTo(RecordState.DOUBTFUL);
    assertThat(book.touched()).containsExactly(1L);
  }

  @Test
  void whatAStuckClientSentIsOpen() {
    client.send(insert(1));
    book.follow().send(insert(2)).ended(Outcome.OK);
    book.close();

    assertThat(book.standing(1)).isEqualTo(RecordState.DOUBTFUL);
    assertThat(book.standing(2)).isEqualTo(RecordState.INSERTED);
  }

  @Test
  void otherOperationsNeitherMakeNorRemoveRecords() {
    List<Operation> others =
        List.of(
            new Operation.Read(key(1), ReadConsistency.DEFAULT),
            new Operation.Scan(key(1), 1, ReadConsistency.DEFAULT),
            new Operation.Update(key(1), VALUE),
            new Operation.CompareAndSet(key(1), 1, VALUE),
            new Operation.Watch(key(1), VALUE),
            new Operation.Transaction(List.of(new Operation.Update(key(1), VALUE))));
    client.send(insert(7)).ended(Outcome.OK);
    for (Operation other : others) {
      client.send(other).ended(ErrorKind.TIMEOUT);
    }

    assertThat(book.touched()).containsExactly(7L);
    assertThat(book.standing(7)).isEqualTo(RecordState.INSERTED);
  }

  @Test
  void clientsSideBySide() throws Exception {
    int clients = 4;
    int each = 50_000;
    try (ExecutorService executor = Executors.newFixedThreadPool(clients)) {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int index = 0; index < clients; index++) {
        long first = index;
        tasks.add(
            () -> {
              ValueCheck.Follower follower = book.follow();
              for (long number = first; number < (long) clients * each; number += clients) {
                follower.send(insert(number)).ended(Outcome.OK);
                if (number % 10 == first % 10) {
                  follower.send(delete(number)).ended(Outcome.OK);
                }
              }
              return null;
            });
      }
      for (Future<Void> task : executor.invokeAll(tasks)) {
        task.get();
      }
    }
    book.close();

    for (long number = 0; number < (long) clients * each; number++) {
      boolean deleted = number % 10 == number % clients % 10;
      assertThat(book.standing(number))
          .isEqualTo(deleted ? RecordState.DELETED : RecordState.INSERTED);
    }
  }
}
