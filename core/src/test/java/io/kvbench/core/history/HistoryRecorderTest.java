package io.kvbench.core.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ReadConsistency;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryRecorderTest {
  private final MemoryHistory history = new MemoryHistory(1000);

  private List<String> records() throws IOException {
    List<String> records = new ArrayList<>();
    history.forEach(
        block -> {
          for (int index = 0; index < block.count(); index++) {
            records.add(
                "%d %s %s %s %d-%d %d %s v%d"
                    .formatted(
                        block.client(),
                        block.kind(index),
                        block.status(index),
                        block.consistency(index),
                        block.begin(index),
                        block.end(index),
                        block.key(index),
                        ValueIdentity.text(block.identity(index)),
                        block.version(index)));
          }
        });
    return records;
  }

  @Test
  void fieldsAreKept() throws IOException {
    long key = RecordLayout.KEYS - 1;
    long identity = ValueIdentity.of((1 << 18) - 1, (1L << 34) - 1);
    history
        .recorder(3)
        .record(
            HistoryKind.WRITE,
            HistoryStatus.UNKNOWN,
            ReadConsistency.STALE,
            1000 + RecordLayout.MOST_NANOS - 1,
            1000 + RecordLayout.MOST_NANOS + 41,
            key,
            identity,
            -7);

    assertThat(records())
        .containsExactly(
            "3 WRITE UNKNOWN STALE %d-%d %d 262143/17179869183 v-7"
                .formatted(RecordLayout.MOST_NANOS - 1, RecordLayout.MOST_NANOS + 41, key));
  }

  @Test
  void partsRepeatTheHead() throws IOException {
    HistoryRecorder recorder = history.recorder(1);
    recorder.recordCompareAndSet(
        HistoryStatus.REFUSED, 1010, 1030, 5, ValueIdentity.of(1, 2), 0, ValueIdentity.LOADED, 9);
    recorder.recordHead(
        HistoryKind.SCAN, HistoryStatus.OK, ReadConsistency.STALE, 1040, 1050, 17, 2);
    recorder.part(HistoryKind.PART_READ, 6, ValueIdentity.FOREIGN, 12);
    recorder.part(HistoryKind.PART_READ, HistoryStatus.ABSENT, 7, ValueIdentity.ABSENT, 0);

    assertThat(records())
        .containsExactly(
            "1 COMPARE_AND_SET REFUSED DEFAULT 10-30 5 1/2 v0",
            "1 EXPECTED REFUSED DEFAULT 10-30 5 loaded v9",
            "1 SCAN OK STALE 40-50 2 absent v17",
            "1 PART_READ OK STALE 40-50 6 of another run v12",
            "1 PART_READ ABSENT STALE 40-50 7 absent v0");
  }

  @Test
  void placesBeginBlocks() throws IOException {
    HistoryRecorder recorder = history.recorder(1);
    read(recorder);
    recorder.moveTo(new HistoryPlace(2, 3, 4));
    read(recorder);
    read(recorder);
    List<String> heads = new ArrayList<>();

    history.forEach(
        block ->
            heads.add(
                "%d %d %d from %d: %d"
                    .formatted(
                        block.phase(),
                        block.epoch(),
                        block.server(),
                        block.firstOperation(),
                        block.count())));

    assertThat(heads).containsExactly("0 0 0 from 0: 1", "2 3 4 from 1: 2");
  }

  private static void read(HistoryRecorder recorder) {
    recorder.record(
        HistoryKind.READ,
        HistoryStatus.OK,
        ReadConsistency.DEFAULT,
        1000,
        1001,
        1,
        ValueIdentity.LOADED,
        0);
  }

  @Test
  void operationsAreNotDividedBetweenBlocks() throws IOException {
    HistoryRecorder recorder = history.recorder(1);
    for (int count = 0; count < 200; count++) {
      recorder.recordHead(
          HistoryKind.READ_TRANSACTION,
          HistoryStatus.OK,
          ReadConsistency.DEFAULT,
          1000,
          1001,
          0,
          4);
      for (int part = 0; part < 4; part++) {
        recorder.part(HistoryKind.PART_READ, part, ValueIdentity.LOADED, 0);
      }
    }
    List<Integer> counts = new ArrayList<>();

    history.forEach(
        block -> {
          counts.add(block.count());
          assertThat(block.kind(0)).isEqualTo(HistoryKind.READ_TRANSACTION);
        });

    assertThat(counts).hasSize(8).containsOnly(125);
  }

  @Test
  void droppedOperationsAreCounted() {
    HistoryRecorder recorder = new HistoryRecorder(full -> null, 1, 1000, new HistoryBlock());
    for (int count = 0; count < 2 * HistoryBlock.RECORDS + 5; count++) {
      read(recorder);
    }

    assertThat(recorder.dropped()).isEqualTo(2 * HistoryBlock.RECORDS);
  }

  @Test
  void whatCannotBeRecordedIsDropped() {
    HistoryRecorder recorder = history.recorder(1);
    recorder.recordHead(
        HistoryKind.SCAN, HistoryStatus.OK, ReadConsistency.DEFAULT, 1000, 1001, 0, 10_000);
    recorder.part(HistoryKind.PART_READ, 1, ValueIdentity.LOADED, 0);
    recorder.record(
        HistoryKind.READ,
        HistoryStatus.OK,
        ReadConsistency.DEFAULT,
        1000 + RecordLayout.MOST_NANOS,
        1001 + RecordLayout.MOST_NANOS,
        1,
        ValueIdentity.LOADED,
        0);

    assertThat(history.dropped()).isEqualTo(2);
  }
}
