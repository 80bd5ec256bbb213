package io.kvbench.core.workload.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.history.HistoryKind;
import io.kvbench.core.history.HistoryStatus;
import io.kvbench.core.history.MemoryHistory;
import io.kvbench.core.history.ValueIdentity;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.FoundRecords;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Promises;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.ReadPromise;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.core.workload.key.KeyFormat;
import io.kvbench.core.workload.key.KeyNumbers;
import io.kvbench.core.workload.key.NumberedKey;
import io.kvbench.core.workload.key.RecordNumbers;
import io.kvbench.core.workload.value.KeyedValues;
import io.kvbench.core.workload.value.WriteId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of the records that operations leave in a history. */
class RecordedOperationsTest {
  private static final KeyFormat FORMAT = new KeyFormat("user", 1, false);
  private static final Key KEY = key(5);
  private static final Operation.Read READ = new Operation.Read(KEY, ReadConsistency.LINEARIZABLE);

  private final KeyedValues values = new KeyedValues(1, 7, 64, 0);
  private final KeyedValues earlier = new KeyedValues(1, 8, 64, 0);
  private final MemoryHistory history = new MemoryHistory(1000);
  private final RecordedOperations recorded = recorded(Promises.UNDECLARED);
  private final ValueCheck.Follower client = begun();

  private RecordedOperations recorded(Promises promises) {
    RecordNumbers space = new RecordNumbers(100, 0, 100, 100);
    return new RecordedOperations(
        values, new KeyNumbers(FORMAT, space), promises, history::recorder);
  }

  private ValueCheck.Follower begun() {
    recorded.beginPhase(0, false);
    return recorded.follow();
  }

  private static Key key(long number) {
    return new NumberedKey(FORMAT, number);
  }

  private static long write(int writer, long sequence) {
    return WriteId.before(writer) + sequence;
  }

  private Value value(Key key, long write) {
    return values.next(key, write, new SplittableRandom());
  }

  private ByteBuffer bytes(long write) {
    return value(KEY, write).toByteBuffer();
  }

  /** What a record says, as far as tests compare it. */
  private record Entry(
      HistoryKind kind, HistoryStatus status, long key, long identity, long version, int epoch) {}

  private List<Entry> entries() throws IOException {
    List<Entry> entries = new ArrayList<>();
    history.forEach(
        block -> {
          for (int index = 0; index < block.count(); index++) {
            HistoryKind kind = block.kind(index);
            assertThat(kind).isNotNull();
            entries.add(
                new Entry(
                    kind,
                    block.status(index),
                    block.key(index),
                    block.identity(index),
                    block.version(index),
                    block.epoch()));
          }
        });
    return entries;
  }

  private Entry only() throws IOException {
    assertThat(entries()).hasSize(1);
    return entries().getFirst();
  }

  private Entry ended(Operation operation, Status status) throws IOException {
    client.send(operation, 2000).ended(status, 3000);
    return only();
  }

  private Entry read(ByteBuffer value) throws IOException {
    ValueCheck.SentOperation sent = client.send(READ, 2000);
    boolean wrong = sent.objection(value, 9).isPresent();
    sent.ended(wrong ? ErrorKind.WRONG_VALUE : Outcome.OK, 3000);
    return only();
  }

  @Test
  void aReadHasTheIdentityAndVersionOfItsValue() throws Exception {
    Entry read = read(bytes(write(3, 4)));

    assertThat(read.kind()).isEqualTo(HistoryKind.READ);
    assertThat(read.status()).isEqualTo(HistoryStatus.OK);
    assertThat(read.key()).isEqualTo(5);
    assertThat(read.identity()).isEqualTo(ValueIdentity.of(3, 4));
    assertThat(read.version()).isEqualTo(9);
  }

  @Test
  void timesCountFromTheStartOfTheRecording() throws Exception {
    read(bytes(write(3, 4)));

    history.forEach(
        block -> {
          assertThat(block.begin(0)).isEqualTo(1000);
          assertThat(block.end(0)).isEqualTo(2000);
        });
  }

  @Test
  void theValueOfTheLoadIsItsOwn() throws Exception {
    assertThat(read(bytes(WriteId.loaded())).identity()).isEqualTo(ValueIdentity.LOADED);
  }

  @Test
  void theValueOfAnotherRunIsForeign() throws Exception {
    Value foreign = earlier.next(KEY, write(3, 4), new SplittableRandom());
    assertThat(read(foreign.toByteBuffer()).identity()).isEqualTo(ValueIdentity.FOREIGN);
  }

  @Test
  void theValueOfAnotherKeyIsReportedAndRefused() throws Exception {
    Entry read = read(value(key(6), write(3, 4)).toByteBuffer());

    assertThat(read.status()).isEqualTo(HistoryStatus.OK);
    assertThat(read.identity()).isEqualTo(ValueIdentity.OTHER_KEY);
    assertThat(client.send(READ, 1).objection(value(key(6), 1).toByteBuffer(), 0)).isPresent();
  }

  @Test
  void bytesOfNoWriteAreRefused() throws Exception {
    byte[] bytes = new byte[64];
    assertThat(client.send(READ, 2000).objection(ByteBuffer.wrap(bytes), 0)).isPresent();
    assertThat(read(ByteBuffer.wrap(bytes)).identity()).isEqualTo(ValueIdentity.UNWRITTEN);
  }

  @Test
  void bytesOfAnotherWorkloadAreForeignWhereTheyAreExpected() throws Exception {
    recorded.beginPhase(1, true);
    ValueCheck.Follower reader = recorded.follow();
    ValueCheck.SentOperation sent = reader.send(READ, 2000);
    assertThat(sent.objection(ByteBuffer.wrap(new byte[64]), 0)).isEmpty();
    sent.ended(Outcome.OK, 3000);

    assertThat(only().identity()).isEqualTo(ValueIdentity.FOREIGN);
  }

  @Test
  void aReadThatFindsNothingIsAnAbsence() throws Exception {
    assertThat(ended(READ, Outcome.NOT_FOUND).status()).isEqualTo(HistoryStatus.ABSENT);
  }

  @Test
  void aReadThatFailedSaysNothing() throws Exception {
    client.send(READ, 2000).ended(ErrorKind.TIMEOUT, 3000);

    assertThat(entries()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(ErrorKind.class)
  void aFailedWriteIsUnknownIfItLeavesDoubt(ErrorKind kind) throws Exception {
    assertThat(ended(new Operation.Update(KEY, value(KEY, write(3, 4))), kind).status())
        .isEqualTo(kind.leavesDoubt() ? HistoryStatus.UNKNOWN : HistoryStatus.FAILED);
  }

  @Test
  void aRejectionThatLeavesDoubtOnASystemIsUnknown() throws Exception {
    recorded(Promises.UNDECLARED.doubting(Outcome.CONFLICT))
        .follow()
        .send(new Operation.CompareAndSet(KEY, 1, value(KEY, write(3, 4))), 2000)
        .ended(Outcome.CONFLICT, 3000);

    assertThat(entries()).extracting(Entry::status).containsOnly(HistoryStatus.UNKNOWN);
  }

  @Test
  void aWriteHasItsVersion() throws Exception {
    ValueCheck.SentOperation sent =
        client.send(new Operation.Insert(KEY, value(KEY, WriteId.loaded())), 2000);
    sent.wrote(12);
    sent.ended(Outcome.OK, 3000);

    assertThat(only())
        .isEqualTo(new Entry(HistoryKind.INSERT, HistoryStatus.OK, 5, ValueIdentity.LOADED, 12, 1));
  }

  @Test
  void deletesAreDistinct() throws Exception {
    client.send(new Operation.Delete(KEY), 2000).ended(Outcome.OK, 3000);
    client.send(new Operation.Delete(KEY), 4000).ended(Outcome.NOT_FOUND, 5000);

    assertThat(entries()).extracting(Entry::kind).containsOnly(HistoryKind.DELETE);
    assertThat(entries())
        .extracting(Entry::status)
        .containsExactly(HistoryStatus.OK, HistoryStatus.ABSENT);
    assertThat(entries().stream().map(Entry::identity).distinct()).hasSize(2);
  }

  @Test
  void aCompareAndSetExpectsWhatItsClientHasRead() throws Exception {
    ValueCheck.SentOperation read = client.send(READ, 2000);
    read.objection(bytes(write(3, 4)), 9);
    read.ended(Outcome.OK, 3000);
    client
        .send(new Operation.CompareAndSet(KEY, 77, value(KEY, write(2, 1))), 4000)
        .ended(Outcome.CONFLICT, 5000);

    assertThat(entries().subList(1, 3))
        .containsExactly(
            new Entry(
                HistoryKind.COMPARE_AND_SET,
                HistoryStatus.REFUSED,
                5,
                ValueIdentity.of(2, 1),
                0,
                1),
            new Entry(
                HistoryKind.EXPECTED, HistoryStatus.REFUSED, 5, ValueIdentity.of(3, 4), 9, 1));
  }

  @Test
  void aTransactionHasAllItsParts() throws Exception {
    Operation all =
        new Operation.Transaction(
            List.of(
                new Operation.Update(KEY, value(KEY, write(2, 1))),
                new Operation.CompareAndSet(key(6), 3, value(key(6), write(2, 2))),
                new Operation.Guard(key(7), 4),
                new Operation.Delete(key(8))));
    ValueCheck.SentOperation sent = client.send(all, 2000);
    sent.wrote(30);
    sent.ended(Outcome.OK, 3000);

    assertThat(entries())
        .extracting(Entry::kind)
        .containsExactly(
            HistoryKind.TRANSACTION,
            HistoryKind.PART_WRITE,
            HistoryKind.PART_WRITE,
            HistoryKind.EXPECTED,
            HistoryKind.EXPECTED,
            HistoryKind.PART_DELETE);
    assertThat(entries()).extracting(Entry::key).containsExactly(5L, 5L, 6L, 6L, 7L, 8L);
    assertThat(entries())
        .filteredOn(entry -> entry.kind() == HistoryKind.PART_WRITE)
        .extracting(Entry::version)
        .containsOnly(30L);
  }

  @Test
  void aReadTransactionHasWhatItFound() throws Exception {
    ValueCheck.SentOperation sent =
        client.send(
            new Operation.ReadTransaction(List.of(KEY, key(6)), ReadConsistency.DEFAULT), 2000);
    assertThat(sent.receiver()).isNotNull();
    sent.receiver().found(KEY, bytes(write(3, 4)), 9);
    sent.receiver().missing(key(6));
    sent.ended(Outcome.OK, 3000);

    assertThat(entries())
        .extracting(Entry::kind)
        .containsExactly(
            HistoryKind.READ_TRANSACTION, HistoryKind.PART_READ, HistoryKind.PART_READ);
    assertThat(entries())
        .extracting(Entry::status)
        .containsExactly(HistoryStatus.OK, HistoryStatus.OK, HistoryStatus.ABSENT);
  }

  @Test
  void aScanHasTheRecordsThatItFound() throws Exception {
    ValueCheck.SentOperation sent =
        client.send(new Operation.Scan(KEY, 300, ReadConsistency.STALE), 2000);
    FoundRecords receiver = sent.receiver();
    assertThat(receiver).isNotNull();
    receiver.found(Key.of("user5"), bytes(write(3, 4)), 9);
    receiver.found(Key.of("somebody's"), bytes(write(3, 4)), 9);
    for (int index = 0; index < 65; index++) {
      receiver.found(Key.of("user6"), value(key(6), write(4, index)).toByteBuffer(), 10);
    }
    sent.ended(Outcome.OK, 3000);

    List<Entry> heads = entries().stream().filter(each -> each.kind() == HistoryKind.SCAN).toList();
    List<Entry> parts =
        entries().stream().filter(each -> each.kind() == HistoryKind.PART_READ).toList();
    assertThat(heads).hasSize(2);
    assertThat(parts).hasSize(66);
    assertThat(parts.getFirst())
        .isEqualTo(
            new Entry(HistoryKind.PART_READ, HistoryStatus.OK, 5, ValueIdentity.of(3, 4), 9, 1));
    assertThat(parts.getLast().identity()).isEqualTo(ValueIdentity.of(4, 64));
  }

  @ParameterizedTest
  @EnumSource(RangeContent.class)
  void aRangeIsRecordedIfItReturnsValues(RangeContent content) {
    Operation range =
        new Operation.Range(
            new KeyRange.Prefix(Key.of("user")), 0, content, false, ReadConsistency.DEFAULT);

    assertThat(!client.send(range, 2000).equals(ValueCheck.NOTHING))
        .isEqualTo(content == RangeContent.RECORDS);
  }

  @Test
  void aLostSessionBeginsAnotherEpoch() throws Exception {
    Operation update = new Operation.Update(KEY, value(KEY, write(2, 1)));
    client.send(update, 2000).ended(ErrorKind.CONNECTION_LOST, 3000);
    client.send(update, 4000).ended(Outcome.OK, 5000);

    assertThat(entries()).extracting(Entry::epoch).containsExactly(1, 2);
  }

  @Test
  void recordersAreUsedAgainInTheNextPhase() throws Exception {
    client.send(READ, 2000).ended(Outcome.NOT_FOUND, 3000);
    recorded.beginPhase(1, false);
    recorded.follow().send(READ, 4000).ended(Outcome.NOT_FOUND, 5000);

    List<String> places = new ArrayList<>();
    history.forEach(block -> places.add(block.client() + " in " + block.phase()));
    assertThat(places).containsExactly("0 in 0", "0 in 1");
  }

  @Test
  void whatIsInFlightAtTheEndIsUnknown() throws Exception {
    ValueCheck.SentOperation stuck =
        client.send(new Operation.Update(KEY, value(KEY, write(2, 1))), 2000);
    recorded.beginPhase(1, false);
    recorded.close(9000);
    stuck.ended(Outcome.OK, 9500);

    assertThat(only().status()).isEqualTo(HistoryStatus.UNKNOWN);
  }

  @Test
  void aReadOnAnotherSessionIsRecordedOnlyIfItIsLinearizable() throws Exception {
    Operation once = new Operation.ReadOnce(KEY, ReadConsistency.DEFAULT);
    client.send(once, 2000).ended(Outcome.NOT_FOUND, 3000);
    assertThat(entries()).isEmpty();

    Promises strong = Promises.of(ReadPromise.LEASE, ReadPromise.LINEARIZABLE, ReadPromise.PREFIX);
    recorded(strong).follow().send(once, 2000).ended(Outcome.NOT_FOUND, 3000);
    assertThat(entries()).hasSize(1);
  }
}
