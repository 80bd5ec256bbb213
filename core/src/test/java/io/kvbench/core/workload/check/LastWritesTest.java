package io.kvbench.core.workload.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Promises;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.workload.check.LastWrites.Finding;
import io.kvbench.core.workload.key.KeyFormat;
import io.kvbench.core.workload.key.NumberedKey;
import io.kvbench.core.workload.value.KeyedValues;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Tests of the values that a record may hold after acknowledged, failed and pending writes. */
class LastWritesTest {
  private static final KeyFormat FORMAT = new KeyFormat("user", 1, false);
  private static final long NUMBER = 5;
  private static final Key KEY = new NumberedKey(FORMAT, NUMBER);
  private final KeyedValues values = new KeyedValues(1, 7, 64, 0);
  private final LastWrites last = new LastWrites(values, Promises.UNDECLARED);

  private LastWrites.InFlightOperation update(long write) {
    return last.send(new Operation.Update(KEY, values.next(KEY, write, new SplittableRandom())))
        .orElseThrow();
  }

  private Finding finding(long write) {
    return last.finding(
        NUMBER, KEY, values.next(KEY, write, new SplittableRandom()).toByteBuffer());
  }

  @Test
  void nothingIsSaidOfARecordWithoutAnAcknowledgedWrite() {
    update(10).ended(ErrorKind.THROTTLED);
    assertThat(finding(1)).isEqualTo(Finding.UNKNOWN);
    update(11).ended(ErrorKind.TIMEOUT);
    assertThat(finding(1)).isEqualTo(Finding.UNKNOWN);
    assertThat(finding(11)).isEqualTo(Finding.UNCERTAIN);
    assertThat(last.send(new Operation.Read(KEY, ReadConsistency.DEFAULT))).isEmpty();
  }

  @Test
  void aRefusedWriteIsPossibleWhereARefusalLeavesDoubt() {
    LastWrites proxied = new LastWrites(values, Promises.UNDECLARED.doubting(Outcome.CONFLICT));
    for (LastWrites book : List.of(last, proxied)) {
      Operation change =
          new Operation.CompareAndSet(KEY, 3, values.next(KEY, 12, new SplittableRandom()));
      Operation update = new Operation.Update(KEY, values.next(KEY, 11, new SplittableRandom()));
      book.send(update).orElseThrow().ended(Outcome.OK);
      book.send(change).orElseThrow().ended(Outcome.CONFLICT);
    }
    assertThat(finding(12)).isEqualTo(Finding.LOST);
    assertThat(
            proxied.finding(
                NUMBER, KEY, values.next(KEY, 12, new SplittableRandom()).toByteBuffer()))
        .isEqualTo(Finding.UNCERTAIN);
  }

  @Test
  void aWatchThatReportedAnotherWriteHasWritten() {
    update(11).ended(Outcome.OK);
    last.send(new Operation.Watch(KEY, values.next(KEY, 12, new SplittableRandom())))
        .orElseThrow()
        .ended(Outcome.CONFLICT);
    assertThat(finding(12)).isEqualTo(Finding.UNCERTAIN);
  }

  @Test
  void onlyTheLastOfWritesThatFollowEachOtherIsKept() {
    update(10).ended(Outcome.OK);
    update(11).ended(Outcome.OK);

    assertThat(finding(11)).isEqualTo(Finding.KEPT);
    assertThat(finding(10)).isEqualTo(Finding.LOST);
    assertThat(finding(1)).isEqualTo(Finding.LOST);
  }

  @Test
  void writesInFlightTogetherAreAllPossible() {
    update(10).ended(Outcome.OK);
    LastWrites.InFlightOperation one = update(11);
    LastWrites.InFlightOperation other = update(12);
    other.ended(Outcome.OK);
    LastWrites.InFlightOperation later = update(13);
    one.ended(Outcome.OK);

    assertThat(List.of(finding(10), finding(11), finding(12)))
        .containsExactly(Finding.LOST, Finding.KEPT, Finding.KEPT);
    later.ended(Outcome.OK);
    assertThat(List.of(finding(11), finding(12), finding(13)))
        .containsExactly(Finding.KEPT, Finding.LOST, Finding.KEPT);
  }

  /** Their order is unknown. */
  @Test
  void lastWritesOfSeveralProcessesAreAllPossible() throws Exception {
    update(10).ended(Outcome.OK);
    update(11).ended(Outcome.OK);
    LastWrites other = new LastWrites(values, Promises.UNDECLARED);
    other.send(update(KEY, 20)).orElseThrow().ended(Outcome.OK);
    other.send(update(KEY, 21)).orElseThrow().ended(ErrorKind.TIMEOUT);

    add(other);

    assertThat(List.of(finding(10), finding(11), finding(20), finding(21), finding(1)))
        .containsExactly(Finding.LOST, Finding.KEPT, Finding.KEPT, Finding.UNCERTAIN, Finding.LOST);
  }

  @Test
  void ofASlotThatProcessesUsedForDifferentRecordsNothingIsSaid() throws Exception {
    update(10).ended(Outcome.OK);
    LastWrites other = new LastWrites(values, Promises.UNDECLARED);
    Key sameSlot = new NumberedKey(FORMAT, NUMBER + LastWrites.SLOTS);
    other.send(update(sameSlot, 20)).orElseThrow().ended(Outcome.OK);

    add(other);
    add(last);

    assertThat(finding(1)).isEqualTo(Finding.UNKNOWN);
    update(30).ended(Outcome.OK);
    assertThat(finding(1)).isEqualTo(Finding.UNKNOWN);
  }

  private Operation update(Key key, long write) {
    return new Operation.Update(key, values.next(key, write, new SplittableRandom()));
  }

  private void add(LastWrites other) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    other.writeTo(new DataOutputStream(bytes));
    last.add(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
  }

  @Test
  void aWriteWithAnUnknownOutcomeStaysPossible() {
    update(10).ended(ErrorKind.CONNECTION_LOST);
    update(11).ended(Outcome.OK);
    update(12);
    last.close();

    assertThat(List.of(finding(10), finding(11), finding(12), finding(1)))
        .containsExactly(Finding.UNCERTAIN, Finding.KEPT, Finding.UNCERTAIN, Finding.LOST);
  }

  @Test
  void aDeletedRecordIsTheRecordBooks() {
    update(10).ended(Outcome.OK);
    last.send(new Operation.Delete(KEY)).orElseThrow().ended(Outcome.OK);

    assertThat(finding(10)).isEqualTo(Finding.UNKNOWN);
  }

  @Test
  void recordsThatShareASlotAreNotMistakenForEachOther() {
    update(10).ended(Outcome.OK);
    Key other = new NumberedKey(FORMAT, NUMBER + LastWrites.SLOTS);

    assertThat(
            last.finding(
                NUMBER + LastWrites.SLOTS,
                other,
                values.next(other, 3, new SplittableRandom()).toByteBuffer()))
        .isEqualTo(Finding.UNKNOWN);
  }

  @Test
  void noAcknowledgementGetsLostAmongMany() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int thread = 0; thread < 4; thread++) {
        long first = 1_000L * (thread + 1);
        threads.execute(
            () -> {
              for (long write = first; write < first + 900; write++) {
                update(write).ended(write % 7 == 0 ? ErrorKind.TIMEOUT : Outcome.OK);
              }
            });
      }
    }
    update(9_000).ended(Outcome.OK);

    assertThat(finding(9_000)).isEqualTo(Finding.KEPT);
    assertThat(finding(1_001)).isEqualTo(Finding.UNCERTAIN);
    for (long write = 1_000; write < 1_900; write++) {
      assertThat(finding(write)).isEqualTo(write % 7 == 0 ? Finding.UNCERTAIN : Finding.LOST);
    }
  }
}
