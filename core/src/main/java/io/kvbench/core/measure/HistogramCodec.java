package io.kvbench.core.measure;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.Function;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * HdrHistogram's V2 compressed form in Base64: a cookie and the length of the deflated data; in it
 * another cookie, the length of the counts, an offset, digits, unit, highest value and a ratio; and
 * then the counts of all buckets as zigzag LEB128 numbers, where a negative one stands for so many
 * buckets of none.
 */
public final class HistogramCodec {
  private static final int COMPRESSED_COOKIE = 0x1c849314;
  private static final int COOKIE = 0x1c849313;
  private static final int OUTER = 2 * Integer.BYTES;
  private static final int INNER = 4 * Integer.BYTES + 3 * Long.BYTES;
  private static final int LONGEST_NUMBER = 9;

  /** More than a run records, and small enough to sum many. */
  private static final long MOST = 1L << 50;

  private HistogramCodec() {}

  /** Returns a histogram's compressed form, as used in histogram logs. */
  public static String encode(TimeHistogram times) {
    TimeBuckets buckets = times.buckets();
    int[] indexes = times.indexes();
    long[] counts = times.counts();
    // Each bucket may have an empty one before it.
    ByteBuffer data = ByteBuffer.allocate(INNER + LONGEST_NUMBER * (2 * indexes.length + 1));
    data.position(INNER);
    int next = 0;
    for (int at = 0; at < indexes.length; at++) {
      int empty = indexes[at] - next;
      if (empty > 0) {
        put(data, empty == 1 ? 0 : -empty);
      }
      put(data, counts[at]);
      next = indexes[at] + 1;
    }
    if (indexes.length == 0) {
      put(data, 0);
    }
    int length = data.position() - INNER;
    data.flip().putInt(COOKIE).putInt(length).putInt(0).putInt(TimeHistogram.DIGITS);
    data.putLong(buckets.lowestNanos()).putLong(buckets.highestNanos()).putDouble(1.0).rewind();
    return Base64.getEncoder().encodeToString(deflated(data));
  }

  private static byte[] deflated(ByteBuffer data) {
    Deflater deflater = new Deflater();
    try {
      byte[] bytes = new byte[OUTER + data.remaining() + 64];
      deflater.setInput(data);
      deflater.finish();
      int length = deflater.deflate(bytes, OUTER, bytes.length - OUTER);
      ByteBuffer.wrap(bytes).putInt(COMPRESSED_COOKIE).putInt(length);
      return Arrays.copyOf(bytes, OUTER + length);
    } finally {
      deflater.end();
    }
  }

  private static void put(ByteBuffer data, long number) {
    long rest = (number << 1) ^ (number >> 63);
    int written = 1;
    while (rest >>> 7 != 0 && written < LONGEST_NUMBER) {
      data.put((byte) (rest | 0x80));
      rest >>>= 7;
      written++;
    }
    data.put((byte) rest);
  }

  /**
   * Parses any compressed histogram.
   *
   * @param overRange the number of times that were over range, which the encoded form lacks
   * @throws IllegalArgumentException if the text is none
   */
  public static TimeHistogram decode(String encoded, long overRange) {
    return decode(encoded, overRange, header -> isOurs(header) ? buckets(header) : null);
  }

  /**
   * Parses the result of this version's {@link #encode} from an untrusted source: a histogram of
   * another unit, range or precision is rejected before memory is allocated.
   *
   * @throws IllegalArgumentException if the text is anything else
   */
  public static TimeHistogram decodeExactly(String encoded, long overRange) {
    TimeHistogram decoded =
        decode(
            encoded,
            overRange,
            header -> {
              require(isOurs(header) && buckets(header).equals(TimeHistogram.BUCKETS));
              return TimeHistogram.BUCKETS;
            });
    long sum = 0;
    for (long count : decoded.counts()) {
      sum += count;
      if (count > MOST || sum > MOST) {
        throw new IllegalArgumentException("a histogram of too many times");
      }
    }
    return decoded;
  }

  private static TimeHistogram decode(
      String encoded, long overRange, Function<ByteBuffer, @Nullable TimeBuckets> known) {
    Inflater inflater = new Inflater();
    try {
      byte[] bytes = Base64.getDecoder().decode(encoded);
      ByteBuffer header = header(ByteBuffer.wrap(bytes), inflater);
      TimeBuckets buckets = known.apply(header);
      return buckets == null
          ? foreign(bytes, overRange)
          : decode(buckets, header.getInt(4), inflater, overRange);
    } catch (DataFormatException | RuntimeException e) {
      throw new IllegalArgumentException(
          "not a histogram of times in HdrHistogram's compressed form", e);
    } finally {
      inflater.end();
    }
  }

  /** Returns the inner header, empty where the outer one is of another version. */
  private static ByteBuffer header(ByteBuffer bytes, Inflater inflater) throws DataFormatException {
    if (bytes.getInt() != COMPRESSED_COOKIE) {
      return ByteBuffer.allocate(INNER);
    }
    require(bytes.getInt() == bytes.remaining());
    inflater.setInput(bytes);
    byte[] header = new byte[INNER];
    require(inflater.inflate(header) == INNER);
    return ByteBuffer.wrap(header);
  }

  private static boolean isOurs(ByteBuffer header) {
    return header.getInt(0) == COOKIE
        && header.getInt(8) == 0
        && header.getInt(12) == TimeHistogram.DIGITS
        && header.getLong(16) >= 1
        && header.getLong(16) <= Integer.MAX_VALUE
        && header.getLong(24) >= 2 * header.getLong(16)
        && header.getDouble(32) == 1.0;
  }

  /** Decodes another version or precision. */
  private static TimeHistogram foreign(byte[] bytes, long overRange) throws DataFormatException {
    Histogram other = Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
    Histogram same = TimeHistogram.newHistogram();
    same.add(other);
    return TimeHistogram.of(same, overRange);
  }

  private static TimeBuckets buckets(ByteBuffer header) {
    return new TimeBuckets(header.getLong(16), header.getLong(24));
  }

  private static TimeHistogram decode(
      TimeBuckets buckets, int length, Inflater inflater, long overRange)
      throws DataFormatException {
    // A hostile length must not take memory.
    require(length >= 0 && length <= (long) LONGEST_NUMBER * (buckets.size() + 1));
    byte[] data = new byte[length];
    require(inflater.inflate(data) == length);
    ByteBuffer numbers = ByteBuffer.wrap(data);
    int[] indexes = new int[Math.min(length, buckets.size())];
    long[] counts = new long[indexes.length];
    int found = 0;
    long index = 0;
    while (numbers.hasRemaining()) {
      long number = number(numbers);
      if (number > 0) {
        require(index < buckets.size());
        indexes[found] = (int) index;
        counts[found++] = number;
      }
      index += number < 0 ? -number : 1;
      require(index >= 0 && index <= Integer.MAX_VALUE);
    }
    return new TimeHistogram(
        buckets, Arrays.copyOf(indexes, found), Arrays.copyOf(counts, found), overRange);
  }

  private static long number(ByteBuffer data) {
    long number = 0;
    for (int read = 0; read < LONGEST_NUMBER; read++) {
      long part = data.get();
      if (read == LONGEST_NUMBER - 1) {
        number |= part << (7 * read);
      } else {
        number |= (part & 0x7f) << (7 * read);
        if (part >= 0) {
          break;
        }
      }
    }
    return (number >>> 1) ^ -(number & 1);
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException("damaged");
    }
  }
}
