package io.kvbench.bindings.consul;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** As much of the encoding of keys as it takes to put an algorithm's name before one. */
final class Der {
  private static final int OCTETS = 0x04;
  private static final int SEQUENCE = 0x30;

  private Der() {}

  static byte[] sequence(byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    return element(SEQUENCE, content.toByteArray());
  }

  static byte[] octets(byte[] content) {
    return element(OCTETS, content);
  }

  private static byte[] element(int tag, byte[] content) {
    ByteArrayOutputStream element = new ByteArrayOutputStream();
    element.write(tag);
    int length = content.length;
    if (length < 0x80) {
      element.write(length);
    } else {
      int bytes = (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 7) / 8;
      element.write(0x80 | bytes);
      for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) {
        element.write(length >> shift);
      }
    }
    element.writeBytes(content);
    return element.toByteArray();
  }

  /** Returns the first element inside an encoded public key, which names its algorithm. */
  static byte[] algorithm(byte[] publicKey) {
    int start = contentOf(publicKey, 0);
    int content = contentOf(publicKey, start);
    return Arrays.copyOfRange(publicKey, start, content + lengthOf(publicKey, start));
  }

  private static int contentOf(byte[] bytes, int element) {
    int first = bytes[element + 1] & 0xFF;
    return element + 2 + (first < 0x80 ? 0 : first - 0x80);
  }

  private static int lengthOf(byte[] bytes, int element) {
    int first = bytes[element + 1] & 0xFF;
    if (first < 0x80) {
      return first;
    }
    int length = 0;
    for (int index = element + 2; index < contentOf(bytes, element); index++) {
      length = (length << 8) | (bytes[index] & 0xFF);
    }
    return length;
  }
}
