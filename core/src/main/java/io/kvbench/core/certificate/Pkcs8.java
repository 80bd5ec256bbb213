package io.kvbench.core.certificate;

import java.security.PublicKey;
import java.util.HexFormat;
import java.util.List;

/**
 * PKCS #8 envelopes (RFC 5958) for private keys in the older PKCS #1 for RSA (RFC 8017) and SEC 1
 * for elliptic curves (RFC 5915). Java reads keys in this envelope only. Damaged keys throw an
 * {@link IllegalArgumentException}, {@link IndexOutOfBoundsException} or {@link
 * java.nio.BufferUnderflowException}.
 */
final class Pkcs8 {
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
    List<byte[]> elements = Der.elements(key);
    boolean named = elements.size() > 2 && elements.get(2)[0] == PARAMETERS;
    return envelope(
        named
            ? Der.sequence(ELLIPTIC_CURVE, Der.elements(elements.get(2)).getFirst())
            : Der.elements(certified.getEncoded()).getFirst(),
        key);
  }

  private static byte[] envelope(byte[] algorithm, byte[] key) {
    return Der.sequence(VERSION, algorithm, Der.element(Der.OCTET_STRING, key));
  }
}
