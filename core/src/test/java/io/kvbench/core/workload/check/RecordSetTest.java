package io.kvbench.core.workload.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RecordSetTest {
  private final RecordSet set = new RecordSet();

  @Test
  void hasWhatWasAddedAndNothingElse() {
    RecordSet.Writer writer = set.writer();
    List<Long> added =
        List.of(0L, 1L, 64L, RecordSet.CHUNK - 1L, RecordSet.CHUNK + 0L, 1L << 40, Long.MAX_VALUE);
    added.forEach(writer::add);
    added.forEach(writer::add);

    assertThat(set.numbers().boxed()).containsExactlyElementsOf(added);
    for (long number : added) {
      assertThat(set.contains(number)).isTrue();
      assertThat(set.contains(number ^ 2)).as("beside %s", number).isFalse();
    }
  }

  @Test
  void everyNumberOfAChunkHasABitOfItsOwn() {
    RecordSet.Writer writer = set.writer();
    for (long number = 0; number < RecordSet.CHUNK; number++) {
      assertThat(set.contains(number)).isFalse();
      writer.add(number);
      assertThat(set.contains(number)).isTrue();
    }
    assertThat(set.numbers()).hasSize(RecordSet.CHUNK);
  }

  /** Clients insert neighbours at the same time: a lost bit would make a key foreign. */
  @Test
  void threadsThatAddNeighboursLoseNothing() throws Exception {
    int threads = 4;
    long each = 3L * RecordSet.CHUNK;
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        long first = thread;
        tasks.add(
            () -> {
              RecordSet.Writer writer = set.writer();
              LongStream.range(0, each).forEach(turn -> writer.add(first + turn * threads));
              return null;
            });
      }
      for (Future<Void> task : executor.invokeAll(tasks)) {
        task.get();
      }
    }
    assertThat(set.numbers().count()).isEqualTo(threads * each);
  }
}
