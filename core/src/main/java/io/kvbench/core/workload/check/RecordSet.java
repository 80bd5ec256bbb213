package io.kvbench.core.workload.check;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A set of record numbers: a bit for each, in chunks of {@value #CHUNK} that are allocated on first
 * use. Thread-safe: a query sees all numbers that were added before it.
 */
final class RecordSet {
  /** 8 KiB each. */
  static final int CHUNK = 1 << 16;

  private static final int CHUNK_SHIFT = 16;

  /** 64 MiB, half a billion numbers if they are dense. */
  static final int MOST_CHUNKS = 1 << 13;

  private static final int WORDS = CHUNK / Long.SIZE;
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final ConcurrentNavigableMap<Long, Chunk> chunks = new ConcurrentSkipListMap<>();

  private static final class Chunk {
    private final long index;
    private final long[] words = new long[WORDS];

    Chunk(long index) {
      this.index = index;
    }

    void add(long number) {
      int word = word(number);
      long bit = bit(number);
      if (((long) WORD.getOpaque(words, word) & bit) == 0) {
        WORD.getAndBitwiseOrRelease(words, word, bit);
      }
    }

    boolean contains(long number) {
      return ((long) WORD.getAcquire(words, word(number)) & bit(number)) != 0;
    }

    /** Neighbours, which clients add concurrently, are in different cache lines. */
    private static int word(long number) {
      int at = (int) number & (CHUNK - 1);
      return ((at << 3) | ((at >>> 7) & 7)) & (WORDS - 1);
    }

    private static long bit(long number) {
      return 1L << (((int) number & (CHUNK - 1)) / WORDS);
    }

    LongStream numbers() {
      long first = index << CHUNK_SHIFT;
      return LongStream.range(0, CHUNK).map(at -> first + at).filter(this::contains);
    }
  }

  /** A writer of numbers, fast if they are near the previous one. For one thread at a time. */
  final class Writer {
    private @Nullable Chunk last;

    void add(long number) {
      long index = number >>> CHUNK_SHIFT;
      Chunk chunk = last;
      if (chunk == null || chunk.index != index) {
        chunk = chunks.computeIfAbsent(index, Chunk::new);
        last = chunk;
      }
      chunk.add(number);
    }
  }

  Writer writer() {
    return new Writer();
  }

  boolean contains(long number) {
    Chunk chunk = chunks.get(number >>> CHUNK_SHIFT);
    return chunk != null && chunk.contains(number);
  }

  /** Writes all numbers. */
  void writeTo(DataOutput out) throws IOException {
    out.writeInt(chunks.size());
    for (Chunk chunk : chunks.values()) {
      out.writeLong(chunk.index);
      for (int word = 0; word < WORDS; word++) {
        out.writeLong((long) WORD.getAcquire(chunk.words, word));
      }
    }
  }

  /**
   * Adds numbers that another set has written.
   *
   * @throws IOException if the format is wrong, or they do not fit into memory
   */
  void add(DataInput in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > MOST_CHUNKS) {
      throw new IOException("a set of " + count + " chunks");
    }
    for (int read = 0; read < count; read++) {
      long index = in.readLong();
      if (index < 0 || index > Long.MAX_VALUE >>> CHUNK_SHIFT) {
        throw new IOException("a chunk with the number " + index);
      }
      Chunk chunk = chunks.computeIfAbsent(index, Chunk::new);
      for (int word = 0; word < WORDS; word++) {
        WORD.getAndBitwiseOrRelease(chunk.words, word, in.readLong());
      }
    }
  }

  /** Returns the largest number; empty if there is none. */
  OptionalLong max() {
    Map.Entry<Long, Chunk> last = chunks.lastEntry();
    return last == null ? OptionalLong.empty() : last.getValue().numbers().max();
  }

  /** Returns the numbers in ascending order. */
  LongStream numbers() {
    return chunks.values().stream().flatMapToLong(Chunk::numbers);
  }
}
