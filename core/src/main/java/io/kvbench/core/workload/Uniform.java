package io.kvbench.core.workload;

import java.util.SplittableRandom;

/** Every number from {@code min} to {@code max}, both included, with the same probability. */
record Uniform(long min, long max) implements Distribution {

  @Override
  public long draw(SplittableRandom random) {
    return min + random.nextLong(max - min + 1);
  }
}
