package io.kvbench.core.workload.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Promises;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.ReadPromise;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.core.workload.key.KeyFormat;
import io.kvbench.core.workload.key.NumberedKey;
import io.kvbench.core.workload.value.KeyedValues;
import io.kvbench.core.workload.value.WriteId;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests of the answers that a read may get after acknowledged, failed and pending writes. */
class AcknowledgedWritesTest {
  private static final KeyFormat FORMAT = new KeyFormat("user", 1, false);
  private static final Key KEY = key(5);
  private final KeyedValues values = new KeyedValues(1, 7, 64, 0);
  private final KeyedValues earlier = new KeyedValues(1, 8, 64, 0);
  private final AcknowledgedWrites ledger = new AcknowledgedWrites(values, Promises.UNDECLARED);
  private final ValueCheck.Follower one = ledger.follow();
  private final ValueCheck.Follower other = ledger.follow();

  private static Key key(long number) {
    return new NumberedKey(FORMAT, number);
  }

  private Value value(Key key, long write) {
    return values.next(key, write, new SplittableRandom());
  }

  private static ValueCheck.SentOperation read(
      ValueCheck.Follower client, ReadConsistency consistency) {
    return client.send(new Operation.Read(KEY, consistency));
  }

  private Optional<String> objection(ValueCheck.SentOperation read, long write) {
    return read.objection(value(KEY, write).toByteBuffer());
  }

  private Optional<String> linearizable(long write) {
    return objection(read(other, ReadConsistency.LINEARIZABLE), write);
  }

  private ValueCheck.SentOperation update(ValueCheck.Follower client, long write) {
    return client.send(new Operation.Update(KEY, value(KEY, write)));
  }

  private void load(Status status) {
    one.send(new Operation.Insert(KEY, value(KEY, WriteId.loaded()))).ended(status);
  }

  @Test
  void anotherRecordsValueIsWrong() {
    assertThat(read(one, ReadConsistency.STALE).objection(value(key(6), 7).toByteBuffer()))
        .contains(AcknowledgedWrites.WRONG);
  }

  @Test
  void anAcknowledgedWriteSupersedesTheLoad() {
    load(Outcome.OK);
    assertThat(linearizable(WriteId.loaded())).isEmpty();
    update(one, 10).ended(Outcome.OK);

    assertThat(linearizable(WriteId.loaded())).contains(AcknowledgedWrites.OUTDATED);
    assertThat(linearizable(10)).isEmpty();
  }

  @Test
  void itSupersedesWhateverEarlierRunsWrote() {
    Value loaded = earlier.next(KEY, WriteId.loaded(), new SplittableRandom());
    Value updated = earlier.next(KEY, 10, new SplittableRandom());
    for (Value old : List.of(loaded, updated)) {
      assertThat(read(other, ReadConsistency.LINEARIZABLE).objection(old.toByteBuffer())).isEmpty();
    }
    update(one, 10).ended(Outcome.OK);

    for (Value old : List.of(loaded, updated)) {
      assertThat(read(other, ReadConsistency.LINEARIZABLE).objection(old.toByteBuffer()))
          .contains(AcknowledgedWrites.OUTDATED);
    }
    assertThat(linearizable(10)).isEmpty();
  }

  @Test
  void eachFurtherWriteSupersedesTheOneBefore() {
    load(Outcome.OK);
    update(one, 10).ended(Outcome.OK);
    update(other, 20).ended(Outcome.OK);

    assertThat(linearizable(10)).contains(AcknowledgedWrites.OUTDATED);
    assertThat(linearizable(20)).isEmpty();
  }

  @Test
  void writesInFlightTogetherMayHaveEitherOrder() {
    load(Outcome.OK);
    ValueCheck.SentOperation first = update(one, 10);
    ValueCheck.SentOperation second = update(other, 20);
    first.ended(Outcome.OK);
    second.ended(Outcome.OK);

    assertThat(linearizable(10)).isEmpty();
    assertThat(linearizable(20)).isEmpty();
    assertThat(linearizable(WriteId.loaded())).contains(AcknowledgedWrites.OUTDATED);
  }

  @Test
  void aReadSentBeforeTheAnswerMayReturnEither() {
    load(Outcome.OK);
    ValueCheck.SentOperation sent = update(one, 10);
    ValueCheck.SentOperation read = read(other, ReadConsistency.LINEARIZABLE);
    sent.ended(Outcome.OK);

    assertThat(objection(read, WriteId.loaded())).isEmpty();
    assertThat(objection(read, 10)).isEmpty();
  }

  @Test
  void aWriteWithoutAnswerMayAppearLater() {
    load(Outcome.OK);
    update(one, 10).ended(ErrorKind.TIMEOUT);
    update(one, 11).ended(Outcome.OK);

    assertThat(linearizable(10)).isEmpty();
    assertThat(linearizable(WriteId.loaded())).contains(AcknowledgedWrites.OUTDATED);
  }

  @Test
  void soMayALoadWithoutAnswer() {
    load(ErrorKind.TIMEOUT);
    update(one, 10).ended(Outcome.OK);

    assertThat(linearizable(WriteId.loaded())).isEmpty();
  }

  @Test
  void aDeletedValueDoesNotComeBack() {
    load(Outcome.OK);
    one.send(new Operation.Delete(KEY)).ended(Outcome.OK);

    assertThat(linearizable(WriteId.loaded())).contains(AcknowledgedWrites.OUTDATED);
  }

  @Test
  void everyWriteOfATransactionCounts() {
    load(Outcome.OK);
    List<Operation.Write> both =
        List.of(
            new Operation.Update(key(6), value(key(6), 9)),
            new Operation.Update(KEY, value(KEY, 10)));
    one.send(new Operation.Transaction(both)).ended(Outcome.OK);

    assertThat(linearizable(WriteId.loaded())).contains(AcknowledgedWrites.OUTDATED);
  }

  @Test
  void defaultReadsAreCheckedAgainstWritesOfTheSameSessionOnly() {
    load(Outcome.OK);
    update(one, 10).ended(Outcome.OK);

    assertThat(objection(read(one, ReadConsistency.DEFAULT), WriteId.loaded()))
        .contains(AcknowledgedWrites.OUTDATED);
    assertThat(objection(read(other, ReadConsistency.DEFAULT), WriteId.loaded())).isEmpty();
    read(other, ReadConsistency.DEFAULT).ended(ErrorKind.SESSION_EXPIRED);
    assertThat(objection(read(one, ReadConsistency.DEFAULT), WriteId.loaded()))
        .as("a new session may be behind")
        .isEmpty();
  }

  private Optional<String> afterOwnWrite(ReadPromise promise, boolean own) {
    AcknowledgedWrites promised =
        new AcknowledgedWrites(values, Promises.of(promise, promise, promise));
    ValueCheck.Follower writer = promised.follow();
    writer.send(new Operation.Insert(KEY, value(KEY, WriteId.loaded()))).ended(Outcome.OK);
    writer.send(new Operation.Update(KEY, value(KEY, 10))).ended(Outcome.OK);
    ValueCheck.Follower reader = own ? writer : promised.follow();
    return objection(read(reader, ReadConsistency.LINEARIZABLE), WriteId.loaded());
  }

  /** As a sync and a read of ZooKeeper, which are "linearizable" and promise less. */
  @Test
  void readsAreJudgedByWhatTheSystemPromises() {
    assertThat(afterOwnWrite(ReadPromise.LINEARIZABLE, false))
        .contains(AcknowledgedWrites.OUTDATED);
    for (ReadPromise promise : List.of(ReadPromise.LEASE, ReadPromise.SESSION)) {
      assertThat(afterOwnWrite(promise, false)).isEmpty();
      assertThat(afterOwnWrite(promise, true)).contains(AcknowledgedWrites.OUTDATED);
    }
    for (ReadPromise promise : List.of(ReadPromise.PREFIX, ReadPromise.ANY)) {
      assertThat(afterOwnWrite(promise, true)).isEmpty();
    }
  }

  @Test
  void oneShotReadsHaveASessionOfTheirOwn() {
    for (ReadPromise promise : ReadPromise.values()) {
      AcknowledgedWrites promised =
          new AcknowledgedWrites(values, Promises.of(promise, promise, promise));
      ValueCheck.Follower client = promised.follow();
      client.send(new Operation.Insert(KEY, value(KEY, WriteId.loaded()))).ended(Outcome.OK);
      client.send(new Operation.Update(KEY, value(KEY, 10))).ended(Outcome.OK);
      ValueCheck.SentOperation once =
          client.send(new Operation.ReadOnce(KEY, ReadConsistency.DEFAULT));
      assertThat(objection(once, WriteId.loaded()).isPresent())
          .as("%s", promise)
          .isEqualTo(promise == ReadPromise.LINEARIZABLE);
    }
  }

  @Test
  void staleReadsMayBeOfAnyAge() {
    load(Outcome.OK);
    update(one, 10).ended(Outcome.OK);

    assertThat(objection(read(one, ReadConsistency.STALE), WriteId.loaded())).isEmpty();
  }

  @Test
  void anEarlierVersionOfTheStoreHasOldValues() {
    load(Outcome.OK);
    update(one, 10).ended(Outcome.OK);

    assertThat(objection(readAt(0), WriteId.loaded())).contains(AcknowledgedWrites.OUTDATED);
    assertThat(objection(readAt(7), WriteId.loaded())).isEmpty();
    assertThat(readAt(7).objection(value(key(6), 7).toByteBuffer()))
        .contains(AcknowledgedWrites.WRONG);
  }

  private ValueCheck.SentOperation readAt(long snapshot) {
    return one.send(new Operation.SnapshotRead(KEY, snapshot, ReadConsistency.LINEARIZABLE));
  }

  @Test
  void aSlotIsKeptByTheFirstRecordThatUsesIt() {
    Key same = key(5 + AcknowledgedWrites.SLOTS);
    one.send(new Operation.Update(same, value(same, 3))).ended(Outcome.OK);
    load(Outcome.OK);
    update(one, 10).ended(Outcome.OK);

    assertThat(linearizable(WriteId.loaded())).isEmpty();
  }
}
