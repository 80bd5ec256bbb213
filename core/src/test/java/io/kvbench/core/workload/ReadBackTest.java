package io.kvbench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.core.workload.check.AcknowledgedRecords;
import io.kvbench.core.workload.check.ReadBack;
import io.kvbench.core.workload.check.ReadBack.Deviation;
import io.kvbench.core.workload.check.ReadBack.Found;
import io.kvbench.core.workload.check.ValueCheck;
import io.kvbench.core.workload.key.KeyFormat;
import io.kvbench.core.workload.key.NumberedKey;
import io.kvbench.core.workload.request.RequestSource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the findings of reads after a run, given the prior knowledge. */
class ReadBackTest {
  private static final ReadBack.Store EMPTY = store(0, true, false);
  private final AcknowledgedRecords book = new AcknowledgedRecords();
  private final ValueCheck.Follower client = book.follow();
  private final Set<String> stored = new HashSet<>();

  private static ReadBack.Store store(long keysBefore, boolean loaded, boolean blind) {
    return new ReadBack.Store(OptionalLong.of(keysBefore), loaded, blind);
  }

  private static Workload workload(String... lines) {
    return WorkloadFixtures.workload(
        "insertorder=ordered\nzeropadding=1\n" + String.join("\n", lines));
  }

  private static Key key(long number) {
    return new NumberedKey(new KeyFormat("user", 1, false), number);
  }

  private void insert(long number, Status status) {
    client.send(new Operation.Insert(key(number), Value.of(new byte[1]))).ended(status);
    if (status == Outcome.OK) {
      stored.add("user" + number);
    }
  }

  private void delete(long number, Status status) {
    client.send(new Operation.Delete(key(number))).ended(status);
    if (status == Outcome.OK) {
      stored.remove("user" + number);
    }
  }

  private ReadBack readBack(Workload workload, ReadBack.Store store, int most) {
    return workload.readBack(book, store, most, ReadConsistency.LINEARIZABLE);
  }

  private Status answer(Key key) {
    return stored.contains(key.toString()) ? Outcome.OK : Outcome.NOT_FOUND;
  }

  /** Runs the reads of three clients; returns the keys in order. */
  private static List<String> read(ReadBack reads, Function<Key, Status> answers) {
    List<String> keys = new ArrayList<>();
    ValueCheck.Follower follower = reads.answers().follow();
    List<RequestSource> sources =
        List.of(reads.requests(0, 3), reads.requests(1, 3), reads.requests(2, 3));
    for (int turn = 0; turn < reads.pending(); turn++) {
      if (sources.get(turn % 3).next() instanceof Operation.Read read) {
        keys.add(read.key().toString());
        assertThat(new String(read.key().toByteArray(), StandardCharsets.US_ASCII))
            .isEqualTo(keys.getLast());
        follower.send(read).ended(answers.apply(read.key()));
      }
    }
    return keys;
  }

  private Found found(Workload workload, ReadBack.Store store) {
    ReadBack reads = readBack(workload, store, 1_000);
    read(reads, this::answer);
    return reads.found();
  }

  @Test
  void aStoreThatHasWhatItAcknowledged() {
    insert(0, Outcome.OK);
    insert(1, Outcome.OK);
    delete(1, Outcome.OK);

    Found found = found(workload("recordcount=2"), EMPTY);

    assertThat(found)
        .isEqualTo(
            new Found(
                2,
                2,
                0,
                0,
                List.of(),
                0,
                0,
                2,
                0,
                OptionalLong.of(1),
                0,
                Optional.empty(),
                OptionalLong.empty()));
    assertThat(found.foreign(1, OptionalLong.of(0))).hasValue(0);
    assertThat(found.foreign(2, OptionalLong.of(0))).hasValue(1);
    assertThat(found.foreign(2, OptionalLong.of(1))).as("it may be from before").hasValue(0);
    assertThat(found.foreign(2, OptionalLong.empty())).isEmpty();
  }

  /** Clients leave gaps, so the number of records does not determine it. */
  @Test
  void theNextNumberIsAboveAllThatWereInsertedOrMayHaveBeen() {
    Workload inserts = workload("recordcount=2", "insertproportion=1");
    insert(0, Outcome.OK);
    insert(70_001, Outcome.ALREADY_EXISTS);
    insert(7, Outcome.OK);
    assertThat(found(inserts, EMPTY).nextNumber()).hasValue(70_002);

    insert(70_009, ErrorKind.TIMEOUT);
    assertThat(found(inserts, EMPTY).nextNumber()).hasValue(70_010);
    assertThat(found(workload("recordcount=2"), EMPTY).nextNumber()).as("no inserts").isEmpty();
  }

  @Test
  void aDoubtfulDeleteOfALoadedRecordTellsNoNextNumber() {
    Workload inserts = workload("recordcount=20", "insertproportion=1", "deleteproportion=1");
    delete(7, ErrorKind.TIMEOUT);

    assertThat(found(inserts, EMPTY).nextNumber()).isEmpty();
  }

  @Test
  void aKeyThatIsGoneAndOneThatIsBack() {
    insert(0, Outcome.OK);
    insert(1, Outcome.OK);
    delete(1, Outcome.OK);
    stored.remove("user0");
    stored.add("user1");

    Found found = found(workload("recordcount=2"), EMPTY);

    assertThat(found.missing()).isEqualTo(1);
    assertThat(found.firstMissing()).containsExactly("user0");
    assertThat(found.undeleted()).isEqualTo(1);
  }

  @Test
  void doubtExplainsItsOwnKeyOnly() {
    insert(0, Outcome.OK);
    insert(1, ErrorKind.TIMEOUT);
    Found without = found(workload("recordcount=2"), EMPTY);
    stored.add("user1");
    Found with = found(workload("recordcount=2"), EMPTY);

    assertThat(without.missing()).isZero();
    assertThat(without.foreign(2, OptionalLong.of(0))).as("not by the insert").hasValue(1);
    assertThat(with.foreign(2, OptionalLong.of(0))).hasValue(0);
    stored.remove("user0");
    assertThat(found(workload("recordcount=2"), EMPTY).missing()).isEqualTo(1);
  }

  /** An empty store is recognized without reads. */
  @ParameterizedTest
  @CsvSource({"10, 1", "11, 1", "9, 1", "1, 1", "0, 0"})
  void recordsFromBeforeAreExpectedOfAStoreThatHadAny(long keysBefore, long absent) {
    LongStream.range(0, 9).forEach(number -> stored.add("user" + number));

    Found found = found(workload("recordcount=10"), store(keysBefore, false, false));

    assertThat(found.absent()).isEqualTo(absent);
    assertThat(found.missing()).isZero();
  }

  @Test
  void recordsFromBeforeAreExpectedIfTheirNumberIsUnknown() {
    Found found =
        found(workload("recordcount=10"), new ReadBack.Store(OptionalLong.empty(), false, false));

    assertThat(found.absent()).isEqualTo(10);
    assertThat(found.read()).isEqualTo(10);
    assertThat(found(workload("recordcount=10"), store(5, true, false)).absent())
        .as("after a load that failed in part")
        .isZero();
  }

  @Test
  void onlyWhatAnswersSettleCountsAsAcknowledged() {
    LongStream.range(0, 3).forEach(number -> stored.add("user" + number));
    insert(4, Outcome.OK);
    insert(5, ErrorKind.TIMEOUT);

    Found found = found(workload("recordcount=4"), store(3, false, false));

    assertThat(found.read()).isEqualTo(6);
    assertThat(found.asAcknowledged()).isEqualTo(1);
    assertThat(found.asExpected()).isEqualTo(3);
    assertThat(found.absent()).isEqualTo(1);
  }

  @Test
  void recordsFromBeforeLeaveNoRoomForForeignOnes() {
    LongStream.range(0, 10).forEach(number -> stored.add("user" + number));
    delete(3, Outcome.OK);
    Workload workload = workload("recordcount=10", "deleteproportion=0.1");

    Found found = found(workload, store(12, false, false));

    assertThat(found.fromBefore()).isEqualTo(10);
    assertThat(found.foreign(11, OptionalLong.of(12))).as("two others were there").hasValue(0);
    assertThat(found.foreign(12, OptionalLong.of(12))).hasValue(1);
  }

  @Test
  void blindWritesMayBringDeletedAndUnloadedRecordsBack() {
    insert(0, Outcome.OK);
    delete(0, Outcome.OK);
    insert(1, ErrorKind.THROTTLED);
    stored.addAll(List.of("user0", "user1"));
    Workload updates = workload("recordcount=2", "updateproportion=0.5");
    Workload reads = workload("recordcount=2", "updateproportion=0");

    assertThat(found(updates, store(0, true, true)).undeleted()).isZero();
    assertThat(found(updates, store(0, true, true)).foreign(2, OptionalLong.of(0))).hasValue(0);
    assertThat(found(updates, store(0, true, false)).undeleted()).isEqualTo(1);
    assertThat(found(reads, store(0, true, true)).undeleted()).isEqualTo(1);
  }

  @Test
  void ofMoreThanAreToBeReadThereIsASample() {
    LongStream.range(0, 100).forEach(number -> insert(number, Outcome.OK));
    stored.clear();
    ReadBack sample = readBack(workload("recordcount=100"), EMPTY, 99);
    read(sample, this::answer);

    assertThat(sample.found().known()).isEqualTo(100);
    assertThat(sample.found().read()).isEqualTo(99);
    assertThat(sample.found().missing()).isEqualTo(99);
    assertThat(sample.found().foreign(100, OptionalLong.of(0))).isEmpty();
    ReadBack all = readBack(workload("recordcount=100"), EMPTY, 100);
    read(all, this::answer);
    assertThat(all.found().foreign(100, OptionalLong.of(0))).hasValue(100);
  }

  @Test
  void theOrderFollowsFromTheSeed() {
    LongStream.range(0, 50).forEach(number -> insert(number, Outcome.OK));
    Function<Key, Status> ok = key -> Outcome.OK;

    List<String> keys = read(readBack(workload("recordcount=50", "seed=1"), EMPTY, 1_000), ok);

    assertThat(keys)
        .doesNotHaveDuplicates()
        .hasSize(50)
        .isNotEqualTo(keys.stream().sorted().toList());
    assertThat(read(readBack(workload("recordcount=50", "seed=1"), EMPTY, 1_000), ok))
        .isEqualTo(keys);
    assertThat(read(readBack(workload("recordcount=50", "seed=2"), EMPTY, 1_000), ok))
        .isNotEqualTo(keys)
        .containsExactlyInAnyOrderElementsOf(keys);
  }

  @Test
  void whatWasNotAnsweredOrNotAsExpectedIsReadAgain() {
    LongStream.range(0, 4).forEach(number -> insert(number, Outcome.OK));
    delete(3, Outcome.OK);
    ReadBack reads = readBack(workload("recordcount=4"), EMPTY, 1_000);
    read(
        reads,
        key ->
            switch (key.toString()) {
              case "user0" -> Outcome.OK;
              case "user1" -> ErrorKind.TIMEOUT;
              case "user2" -> Outcome.NOT_FOUND;
              default -> Outcome.OK;
            });
    assertThat(reads.deviations())
        .containsExactlyInAnyOrder(
            new Deviation("user1", Deviation.DeviationKind.UNREAD),
            new Deviation("user2", Deviation.DeviationKind.MISSING),
            new Deviation("user3", Deviation.DeviationKind.UNDELETED));
    assertThat(reads.found().failed()).isEqualTo(1);
    assertThat(reads.found().foreign(3, OptionalLong.of(0))).as("not all were read").isEmpty();

    reads.again();
    assertThat(read(reads, this::answer)).containsExactlyInAnyOrder("user1", "user2", "user3");
    assertThat(reads.found())
        .isEqualTo(
            new Found(
                4,
                4,
                0,
                0,
                List.of(),
                0,
                0,
                4,
                0,
                OptionalLong.of(3),
                0,
                Optional.empty(),
                OptionalLong.empty()));
    assertThat(reads.deviations()).isEmpty();
    reads.again();
    assertThat(reads.pending()).isZero();
  }

  /** The size of a range that need not exist is unlimited. */
  @Test
  void aHugeRangeThatIsNotExpectedIsLeftOut() {
    Workload huge = workload("recordcount=1000000000000");
    ReadBack reads = readBack(huge, store(5, false, false), 1_000);

    assertThat(reads.pending()).isZero();
    assertThat(reads.found().foreign(5, OptionalLong.of(5))).isEmpty();
  }
}
