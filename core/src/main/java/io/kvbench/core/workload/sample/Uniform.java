package io.kvbench.core.workload.sample;

import java.util.SplittableRandom;

/** A uniform distribution from {@code min} to {@code max}, both included. */
public record Uniform(long min, long max) implements Distribution {

  @Override
  public long draw(SplittableRandom random) {
    return min + random.nextLong(max - min + 1);
  }
}
