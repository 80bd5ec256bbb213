package io.kvbench.core.workload.value;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Value;
import io.kvbench.core.workload.sample.Fnv;
import io.kvbench.core.workload.sample.RandomStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/**
 * A source of values with an identity, for {@code dataintegrity=true}. The header has three 64-bit
 * words, lowest byte first: a hash of the seed and the key, the {@link WriteId}, and a hash of
 * both. It is followed by a window of random bytes that the third word selects, and by {@code
 * zeros} zeros. So each write of a record has different bytes, and any answer to a read can be
 * checked and attributed to a write of this run or another. Immutable.
 */
public final class KeyedValues implements ValueSource {
  /** The min size of a value. */
  public static final int HEADER = 3 * Long.BYTES;

  /** The result for bytes that no write of a key has. */
  public static final long WRONG = 0;

  private static final VarHandle IN_ARRAY =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle IN_BUFFER =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** The number of different windows, a power of two. */
  private static final int WINDOWS = 1 << 20;

  private final long seed;
  private final int run;
  private final int size;
  private final int random;
  private final byte[] noise;
  private final ByteBuffer noiseView;
  private final ByteBuffer zeros;

  /**
   * Creates a source of values of one size.
   *
   * @param run a random number that few other runs share, less than {@link WriteId#RUNS}
   * @param size at least {@link #HEADER}
   * @param zeros the number of zeros at the end, as far as they fit
   */
  public KeyedValues(long seed, int run, int size, int zeros) {
    this.seed = RandomStream.mix(seed);
    this.run = run;
    this.size = size;
    this.random = size - HEADER - Math.min(zeros, size - HEADER);
    this.noise = new byte[WINDOWS + random];
    RandomStream.VALUES.create(seed, 0).nextBytes(noise);
    this.noiseView = ByteBuffer.wrap(noise).asReadOnlyBuffer();
    this.zeros = ByteBuffer.allocate(size - HEADER - random).asReadOnlyBuffer();
  }

  /** Shares the random bytes with the values of another run. */
  private KeyedValues(KeyedValues other, int run) {
    if (run < 0 || run >= WriteId.RUNS) {
      throw new IllegalArgumentException("run " + run + " of " + WriteId.RUNS);
    }
    this.seed = other.seed;
    this.run = run;
    this.size = other.size;
    this.random = other.random;
    this.noise = other.noise;
    this.noiseView = other.noiseView;
    this.zeros = other.zeros;
  }

  /** Returns the values of another run with the same seed. */
  public KeyedValues ofRun(int other) {
    return new KeyedValues(this, other);
  }

  public int run() {
    return run;
  }

  @Override
  public Value next(Key key, long writeOfRun, SplittableRandom unused) {
    byte[] bytes = new byte[size];
    long write = WriteId.in(run, writeOfRun);
    long record = record(key);
    long selector = selector(record, write);
    IN_ARRAY.set(bytes, 0, record);
    IN_ARRAY.set(bytes, Long.BYTES, write);
    IN_ARRAY.set(bytes, 2 * Long.BYTES, selector);
    System.arraycopy(noise, window(selector), bytes, HEADER, random);
    return Value.of(bytes);
  }

  /** All values are distinct. */
  @Override
  public Value distinct(Key key, long writeOfRun, SplittableRandom unused) {
    return next(key, writeOfRun, unused);
  }

  /**
   * Returns the write that produced the bytes from position to limit, or {@link #WRONG} if no write
   * of the key with this seed did. The buffer is not changed.
   */
  public long write(Key key, ByteBuffer value) {
    return value.remaining() == size ? write(record(key), value) : WRONG;
  }

  /** Returns whether the bytes from position to limit are what a write of some key has. */
  public boolean isOfAnyKey(ByteBuffer value) {
    return value.remaining() == size
        && write((long) IN_BUFFER.get(value, value.position()), value) != WRONG;
  }

  private long write(long record, ByteBuffer value) {
    int start = value.position();
    long write = (long) IN_BUFFER.get(value, start + Long.BYTES);
    long selector = selector(record, write);
    boolean right =
        (long) IN_BUFFER.get(value, start) == record
            && (long) IN_BUFFER.get(value, start + 2 * Long.BYTES) == selector
            && noiseView.slice(window(selector), random).equals(value.slice(start + HEADER, random))
            && zeros.equals(value.slice(start + HEADER + random, zeros.limit()));
    return right ? write : WRONG;
  }

  /** Returns whether a write belongs to another run than this source's. */
  public boolean isForeign(long write) {
    return WriteId.run(write) != run;
  }

  /** Returns the write for which {@link #next} made a value. */
  public long writeOf(Value value) {
    return (long) IN_BUFFER.get(value.toByteBuffer(), Long.BYTES);
  }

  private long record(Key key) {
    return RandomStream.mix(seed ^ Fnv.ofBytes(key.toByteArray()));
  }

  private static long selector(long record, long write) {
    return RandomStream.mix(record + RandomStream.mix(write));
  }

  private static int window(long selector) {
    return (int) selector & WINDOWS - 1;
  }
}
