package io.kvbench.core.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ReadConsistency;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the operations on one key of a history. */
class OneKeyHistoryTest {
  @Test
  void hasTheOperationsAndPartsOnItsKey() throws Exception {
    MemoryHistory history = new MemoryHistory(0);
    HistoryRecorder recorder = history.recorder(3);
    write(recorder, 1, 10);
    write(recorder, 2, 20);
    recorder.recordHead(
        HistoryKind.TRANSACTION, HistoryStatus.OK, ReadConsistency.DEFAULT, 30, 40, 0, 2);
    recorder.part(HistoryKind.PART_WRITE, 1, ValueIdentity.of(1, 3), 0);
    recorder.part(HistoryKind.PART_WRITE, 2, ValueIdentity.of(1, 4), 0);

    List<String> records = new ArrayList<>();
    new OneKeyHistory(history, 2)
        .forEach(
            block -> {
              for (int index = 0; index < block.count(); index++) {
                records.add(block.client() + " " + block.kind(index) + " at " + block.begin(index));
              }
            });

    assertThat(records).containsExactly("3 WRITE at 20", "3 PART_WRITE at 30");
  }

  private static void write(HistoryRecorder recorder, long key, long begin) {
    recorder.record(
        HistoryKind.WRITE,
        HistoryStatus.OK,
        ReadConsistency.DEFAULT,
        begin,
        begin + 5,
        key,
        ValueIdentity.of(1, key),
        0);
  }
}
