package io.kvbench.core.certificate;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** ASN.1 in the distinguished encoding rules (X.690), as far as keys and certificates need it. */
final class Der {
  static final int OCTET_STRING = 0x04;

  private static final int BOOLEAN = 0x01;
  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int UTC_TIME = 0x17;
  private static final int GENERALIZED_TIME = 0x18;
  private static final int SEQUENCE = 0x30;

  /** RFC 5280 requires the form with two digits of the year before this. */
  private static final Instant LONG_YEARS = Instant.parse("2050-01-01T00:00:00Z");

  private static final DateTimeFormatter SHORT = utc("yyMMddHHmmss'Z'");
  private static final DateTimeFormatter LONG = utc("yyyyMMddHHmmss'Z'");

  private Der() {}

  private static DateTimeFormatter utc(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
  }

  /** Returns an element whose content is the concatenated parts. */
  static byte[] element(int tag, byte[]... contents) {
    int length = Arrays.stream(contents).mapToInt(each -> each.length).sum();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    if (length < 0x80) {
      out.write(length);
    } else {
      // DER wants the fewest bytes that hold the length.
      int bytes = (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 7) / 8;
      out.write(0x80 | bytes);
      for (int shift = (bytes - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
        out.write(length >> shift);
      }
    }
    Arrays.stream(contents).forEach(out::writeBytes);
    return out.toByteArray();
  }

  static byte[] sequence(byte[]... contents) {
    return element(SEQUENCE, contents);
  }

  static byte[] integer(BigInteger number) {
    return element(INTEGER, number.toByteArray());
  }

  static byte[] yes() {
    return element(BOOLEAN, new byte[] {-1});
  }

  /**
   * Returns a bit string.
   *
   * @param unused the number of bits at its end that do not belong to it
   */
  static byte[] bits(int unused, byte... bytes) {
    return element(BIT_STRING, new byte[] {(byte) unused}, bytes);
  }

  static byte[] time(Instant time) {
    return time.isBefore(LONG_YEARS)
        ? text(UTC_TIME, SHORT, time)
        : text(GENERALIZED_TIME, LONG, time);
  }

  private static byte[] text(int tag, DateTimeFormatter form, Instant time) {
    return element(tag, form.format(time).getBytes(StandardCharsets.US_ASCII));
  }

  /** Returns the elements inside of one, each with its tag and length. */
  static List<byte[]> elements(byte[] constructed) {
    ByteBuffer in = ByteBuffer.wrap(constructed);
    in.limit(end(in));
    List<byte[]> elements = new ArrayList<>();
    while (in.hasRemaining()) {
      int start = in.position();
      int end = end(in);
      elements.add(Arrays.copyOfRange(constructed, start, end));
      in.position(end);
    }
    return elements;
  }

  /** Reads the tag and the length of an element, and returns the position behind the element. */
  private static int end(ByteBuffer in) {
    in.get();
    int length = in.get() & 0xFF;
    if (length >= 0x80) {
      int bytes = length & 0x7F;
      length = 0;
      for (int i = 0; i < bytes; i++) {
        length = (length << 8) | (in.get() & 0xFF);
      }
    }
    int end = in.position() + length;
    if (length < 0 || end > in.limit()) {
      throw new IllegalArgumentException("longer than what contains it");
    }
    return end;
  }
}
