package io.kvbench.core.workload.check;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/** Record numbers in random order: all of them, or a simple random sample. */
final class RecordSample {
  private static final int FIRST_ROOM = 64;

  private final int most;
  private final SplittableRandom random;
  private long[] numbers;
  private long offered;

  private RecordSample(int most, SplittableRandom random) {
    this.most = most;
    this.random = random;
    numbers = new long[Math.min(most, FIRST_ROOM)];
  }

  /** Chooses up to a number of records, by Vitter's algorithm R, without holding all in memory. */
  static RecordSample of(LongStream all, int most, SplittableRandom random) {
    RecordSample sample = new RecordSample(most, random);
    all.forEach(sample::offer);
    sample.shuffle();
    return sample;
  }

  int size() {
    return numbers.length;
  }

  long number(int index) {
    return numbers[index];
  }

  long offered() {
    return offered;
  }

  private void offer(long number) {
    long at = offered < most ? offered : random.nextLong(offered + 1);
    offered++;
    if (at >= most) {
      return;
    }
    if (at >= numbers.length) {
      numbers = Arrays.copyOf(numbers, (int) Math.min(most, 2L * numbers.length));
    }
    numbers[(int) at] = number;
  }

  private void shuffle() {
    numbers = Arrays.copyOf(numbers, (int) Math.min(offered, most));
    for (int last = numbers.length - 1; last > 0; last--) {
      int other = random.nextInt(last + 1);
      long moved = numbers[last];
      numbers[last] = numbers[other];
      numbers[other] = moved;
    }
  }
}
