package io.kvbench.testkit;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** ASN.1 values in the distinguished encoding rules (X.690), as far as certificates need them. */
final class Der {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Der() {}

  /** Returns a value with a tag whose content is the concatenated parts. */
  static byte[] value(int tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    ByteArrayOutputStream encoded = new ByteArrayOutputStream();
    encoded.write(tag);
    if (content.size() < 0x80) {
      encoded.write(content.size());
    } else {
      byte[] length = BigInteger.valueOf(content.size()).toByteArray();
      int padding = length[0] == 0 ? 1 : 0;
      encoded.write(0x80 | (length.length - padding));
      encoded.write(length, padding, length.length - padding);
    }
    encoded.writeBytes(content.toByteArray());
    return encoded.toByteArray();
  }

  static byte[] sequence(byte[]... parts) {
    return value(0x30, parts);
  }

  static byte[] integer(long number) {
    return value(0x02, BigInteger.valueOf(number).toByteArray());
  }

  static byte[] octets(byte[] bytes) {
    return value(0x04, bytes);
  }

  /** Returns a bit string of whole bytes. */
  static byte[] bits(byte[] bytes) {
    return value(0x03, new byte[1], bytes);
  }

  /** Returns a UTCTime, which is for years before 2050. */
  static byte[] time(Instant time) {
    return value(0x17, TIME.format(time).getBytes(StandardCharsets.US_ASCII));
  }
}
