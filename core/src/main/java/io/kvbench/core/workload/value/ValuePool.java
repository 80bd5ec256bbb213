package io.kvbench.core.workload.value;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Value;
import io.kvbench.core.workload.sample.RandomStream;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A pool of values that are made once per workload: arrays of the largest size, of random bytes
 * followed by zeros. A value of size {@code s} is the window with {@code s - round(c * s)} random
 * bytes and {@code round(c * s)} zeros, where {@code c} is the compressibility: regardless of its
 * size, a compressor can remove that share of it and hardly more. A window is one small object; a
 * value of the largest size fills its array, so that writing it copies nothing.
 */
public final class ValuePool implements ValueSource {
  /** About this much memory: small enough for a CPU cache, with many values of usual sizes. */
  private static final int BYTES = 1 << 20;

  private static final int MIN_VALUES = 2;
  private static final int MAX_VALUES = 4096;

  private final RecordSize size;
  private final double compressibility;
  private final byte[][] arrays;
  private final Value[] whole;

  public ValuePool(RecordSize size, double compressibility, long seed) {
    this.size = size;
    this.compressibility = compressibility;
    int count = Math.clamp(BYTES / Math.max(1, size.max()), MIN_VALUES, MAX_VALUES);
    SplittableRandom random = RandomStream.VALUES.create(seed, 0);
    this.arrays =
        IntStream.range(0, count).mapToObj(index -> filled(random)).toArray(byte[][]::new);
    this.whole =
        IntStream.range(0, count).mapToObj(index -> Value.of(arrays[index])).toArray(Value[]::new);
  }

  private byte[] filled(SplittableRandom random) {
    byte[] bytes = new byte[size.max()];
    byte[] noise = new byte[size.max() - zeros(size.max(), compressibility)];
    random.nextBytes(noise);
    System.arraycopy(noise, 0, bytes, 0, noise.length);
    return bytes;
  }

  /** Returns the number of zeros in a value. */
  public static int zeros(int size, double compressibility) {
    return (int) Math.round(size * compressibility);
  }

  @Override
  public Value next(Key key, long write, SplittableRandom random) {
    int index = random.nextInt(arrays.length);
    return size.constant() ? whole[index] : window(index, size.draw(random));
  }

  /** Returns a value of a size up to the largest. */
  public Value ofSize(int bytes, SplittableRandom random) {
    return window(random.nextInt(arrays.length), Math.min(bytes, size.max()));
  }

  private Value window(int index, int bytes) {
    int noiseEnd = size.max() - zeros(size.max(), compressibility);
    int noise = bytes - zeros(bytes, compressibility);
    return Value.of(arrays[index], noiseEnd - noise, bytes);
  }
}
