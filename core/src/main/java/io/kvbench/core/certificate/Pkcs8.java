package io.kvbench.core.certificate;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * PKCS #8 envelopes (RFC 5958) for private keys in the older PKCS #1 for RSA (RFC 8017) and SEC 1
 * for elliptic curves (RFC 5915). Java reads keys in this envelope only. Damaged keys throw an
 * {@link IllegalArgumentException}, {@link IndexOutOfBoundsException} or {@link
 * java.nio.BufferUnderflowException}.
 */
final class Pkcs8 {
  private static final int OCTET_STRING = 0x04;
  private static final int SEQUENCE = 0x30;

  /** The tag of the curve in a SEC 1 key. */
  private static final byte PARAMETERS = (byte) 0xA0;

  private static final byte[] VERSION = HexFormat.of().parseHex("020100");
  private static final byte[] RSA = HexFormat.of().parseHex("300d06092a864886f70d0101010500");
  private static final byte[] ELLIPTIC_CURVE = HexFormat.of().parseHex("06072a8648ce3d0201");

  private Pkcs8() {}

  static byte[] ofPkcs1(byte[] key) {
    return envelope(RSA, key);
  }

  /**
   * Returns the envelope of a SEC 1 key.
   *
   * @param certified the public key; has the curve if the private one does not name it
   */
  static byte[] ofSec1(byte[] key, PublicKey certified) {
    List<byte[]> elements = elements(key);
    boolean named = elements.size() > 2 && elements.get(2)[0] == PARAMETERS;
    return envelope(
        named
            ? element(SEQUENCE, ELLIPTIC_CURVE, elements(elements.get(2)).getFirst())
            : elements(certified.getEncoded()).getFirst(),
        key);
  }

  private static byte[] envelope(byte[] algorithm, byte[] key) {
    return element(SEQUENCE, VERSION, algorithm, element(OCTET_STRING, key));
  }

  private static byte[] element(int tag, byte[]... contents) {
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

  /** Returns the elements inside of one, each with its tag and length. */
  private static List<byte[]> elements(byte[] constructed) {
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
