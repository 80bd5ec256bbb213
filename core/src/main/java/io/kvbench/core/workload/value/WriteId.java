package io.kvbench.core.workload.value;

import io.kvbench.core.operation.Value;
import java.nio.ByteBuffer;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The identity of a write in one number: the upper 12 bits are the run, then 18 bits for the
 * writer, which is a client's sequence of requests, and the lower 34 the index among its writes,
 * from 1 on. All writes of a load phase have the same: each is the only write of its record.
 */
public final class WriteId {
  /** The number of different runs. */
  public static final int RUNS = 1 << 12;

  private static final int RUN_SHIFT = 52;
  private static final int WRITER_SHIFT = 34;

  /** A random number that few other processes share. */
  private static final int PROCESS = ThreadLocalRandom.current().nextInt(RUNS);

  private WriteId() {}

  /** Returns the identity, in some run, of the writes of the load phase. */
  public static long loaded() {
    return 1;
  }

  /**
   * Returns the number before the first write of a writer: each write adds 1.
   *
   * @param writer from 1 on; 0 is the load
   */
  public static long before(long writer) {
    return writer << WRITER_SHIFT;
  }

  /** Returns the identity of a write in a run. */
  public static long in(int run, long write) {
    return (long) run << RUN_SHIFT | write;
  }

  /** Returns a value that begins with the identity of its write, if it fits. */
  static Value stamp(Value value, long write) {
    if (value.size() < Long.BYTES) {
      return value;
    }
    byte[] bytes = new byte[value.size()];
    value.toByteBuffer().get(bytes);
    ByteBuffer.wrap(bytes).putLong(in(PROCESS, write));
    return Value.of(bytes);
  }

  /** Returns the run of a write. */
  public static int run(long write) {
    return (int) (write >>> RUN_SHIFT);
  }
}
