package io.kvbench.core.measure;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The header of a compressed HdrHistogram, which determines the memory of the rest: a cookie and
 * the length of the deflated data; in it another cookie, the length of the counts, an offset,
 * digits, unit, highest value and a ratio.
 */
final class HistogramHeader {
  private static final int COMPRESSED_COOKIE = 0x1c849314;
  private static final int COOKIE = 0x1c849313;
  private static final int OUTER = 2 * Integer.BYTES;
  private static final int INNER = 4 * Integer.BYTES + 3 * Long.BYTES;

  private HistogramHeader() {}

  /**
   * Checks that a histogram has the unit, range and digits of recorded ones.
   *
   * @throws IllegalArgumentException if it has not, or is no histogram
   */
  static void check(String encoded, int digits, long lowestNanos, long highestNanos) {
    ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(encoded));
    require(bytes.remaining() > OUTER && bytes.getInt() == COMPRESSED_COOKIE);
    require(bytes.getInt() == bytes.remaining());
    ByteBuffer header = inflated(bytes);
    require(header.getInt() == COOKIE);
    require(header.getInt() >= 0); // only what the counts need is read
    require(header.getInt() == 0);
    require(header.getInt() == digits);
    require(header.getLong() == lowestNanos);
    require(header.getLong() == highestNanos);
    require(header.getDouble() == 1.0);
  }

  private static ByteBuffer inflated(ByteBuffer bytes) {
    Inflater inflater = new Inflater();
    try {
      byte[] header = new byte[INNER];
      inflater.setInput(bytes);
      require(inflater.inflate(header) == INNER);
      return ByteBuffer.wrap(header);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("a histogram that was not deflated", e);
    } finally {
      inflater.end();
    }
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException("not a histogram of times as kvbench records them");
    }
  }
}
