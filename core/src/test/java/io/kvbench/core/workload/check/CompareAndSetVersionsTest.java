package io.kvbench.core.workload.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Promises;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.core.workload.key.KeyFormat;
import io.kvbench.core.workload.key.NumberedKey;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of successes of compare-and-sets that contradict each other. */
class CompareAndSetVersionsTest {
  private static final KeyFormat FORMAT = new KeyFormat("user", 1, false);
  private static final Value VALUE = Value.of(new byte[1]);
  private final AcknowledgedRecords book = book();
  private final ValueCheck.Follower client = book.follow();

  private static AcknowledgedRecords book() {
    return new AcknowledgedRecords(
        Optional.empty(),
        Optional.of(new CompareAndSetVersions(FORMAT)),
        Optional.empty(),
        Promises.UNDECLARED);
  }

  private static Key key(long number) {
    return new NumberedKey(FORMAT, number);
  }

  private static Operation.CompareAndSet change(long number, long version) {
    return new Operation.CompareAndSet(key(number), version, VALUE);
  }

  private void change(long number, long version, Status status) {
    client.send(change(number, version)).ended(status);
  }

  private static ComparedVersions versions(AcknowledgedRecords book) {
    return book.versions().orElseThrow();
  }

  @Test
  void aVersionIsReplacedOnce() {
    change(1, 7, Outcome.OK);
    change(1, 8, Outcome.OK);
    change(2, 7, Outcome.OK);
    change(1, 7, Outcome.CONFLICT);
    change(1, 8, ErrorKind.TIMEOUT);
    assertThat(versions(book)).isEqualTo(new ComparedVersions(3, 0, Optional.empty()));

    change(1, 7, Outcome.OK);
    change(2, 7, Outcome.OK);
    assertThat(versions(book))
        .isEqualTo(new ComparedVersions(5, 2, Optional.of("user1 at version 7")));
  }

  @Test
  void aTransactionReplacesVersionsToo() {
    Operation transaction =
        new Operation.Transaction(
            List.of(change(1, 7), new Operation.Update(key(2), VALUE), change(3, 7)));
    client.send(transaction).ended(Outcome.CONFLICT);
    client.send(transaction).ended(Outcome.OK);
    assertThat(versions(book)).isEqualTo(new ComparedVersions(2, 0, Optional.empty()));

    client.send(transaction).ended(Outcome.OK);
    assertThat(versions(book).repeated()).isEqualTo(2);
  }

  @Test
  void otherOperationsReplaceNone() {
    client.send(new Operation.Read(key(1), ReadConsistency.DEFAULT)).ended(Outcome.OK);
    client.send(new Operation.Update(key(1), VALUE)).ended(Outcome.OK);

    assertThat(versions(book).compared()).isZero();
  }

  /** Memory is bounded, so old versions are unknown. */
  @Test
  void theLastVersionsOfARecordAreKnown() {
    for (int version = 0; version < 2 * CompareAndSetVersions.VERSIONS; version++) {
      change(1, version, Outcome.OK);
    }
    change(1, CompareAndSetVersions.VERSIONS, Outcome.OK);
    change(1, 2 * CompareAndSetVersions.VERSIONS - 1, Outcome.OK);
    assertThat(versions(book).repeated()).isEqualTo(2);
    change(1, 0, Outcome.OK);
    change(1 + CompareAndSetVersions.SLOTS, 5, Outcome.OK);
    change(1 + CompareAndSetVersions.SLOTS, 5, Outcome.OK);
    assertThat(versions(book).repeated()).isEqualTo(2);
  }

  @Test
  void twoProcessesThatReplacedOneVersionContradictEachOther() throws Exception {
    AcknowledgedRecords other = book();
    ValueCheck.Follower elsewhere = other.follow();
    for (int version = 0; version < 20; version++) {
      elsewhere.send(change(1, version)).ended(Outcome.OK);
    }
    elsewhere.send(change(2, 5)).ended(Outcome.OK);
    change(1, 19, Outcome.OK);
    change(1, 20, Outcome.OK);
    change(3, 5, Outcome.OK);

    book.add(other.toBytes());

    assertThat(versions(book))
        .isEqualTo(new ComparedVersions(24, 1, Optional.of("user1 at version 19")));
    AcknowledgedRecords whole = book();
    whole.add(book.toBytes());
    assertThat(versions(whole)).isEqualTo(versions(book));
  }

  @Test
  void whatIsCutOffIsRefused() throws Exception {
    change(1, 7, Outcome.OK);
    byte[] bytes = new AcknowledgedRecords().toBytes();

    assertThatThrownBy(() -> book.add(bytes)).isInstanceOf(IOException.class);
  }
}
