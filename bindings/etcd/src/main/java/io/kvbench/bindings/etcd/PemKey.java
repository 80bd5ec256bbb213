package io.kvbench.bindings.etcd;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads private keys in the forms that tools for etcd's certificates write: PKCS #8 (RFC 5958),
 * which Java reads, and the older PKCS #1 for RSA (RFC 8017) and SEC 1 for elliptic curves (RFC
 * 5915), which are put into a PKCS #8 envelope here.
 */
final class PemKey {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----([^-]*)-----END \\1-----");
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

  private static final int INTEGER = 0x02;
  private static final int OCTET_STRING = 0x04;
  private static final int SEQUENCE = 0x30;
  private static final int PARAMETERS = 0xA0;
  private static final byte[] VERSION_0 = {INTEGER, 1, 0};
  private static final byte[] RSA = HexFormat.of().parseHex("06092a864886f70d0101010500");
  private static final byte[] ELLIPTIC_CURVE = HexFormat.of().parseHex("06072a8648ce3d0201");

  private PemKey() {}

  /**
   * Returns the first private key in a text.
   *
   * @throws GeneralSecurityException with words for the user, if there is none that can be read
   */
  static PrivateKey parse(String text) throws GeneralSecurityException {
    Matcher matcher = BLOCK.matcher(text);
    if (!matcher.find()) {
      throw new GeneralSecurityException("there is no private key in it");
    }
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(matcher.group(2));
      return switch (matcher.group(1)) {
        case "PRIVATE KEY" -> fromPkcs8(bytes);
        case "RSA PRIVATE KEY" -> fromPkcs8(envelope(RSA, bytes));
        case "EC PRIVATE KEY" -> fromPkcs8(envelope(curve(bytes), bytes));
        case "ENCRYPTED PRIVATE KEY" ->
            throw new GeneralSecurityException(
                "the key is encrypted; write it out without a password");
        default -> throw new GeneralSecurityException("not a known kind: " + matcher.group(1));
      };
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new GeneralSecurityException("the key in it is damaged", e);
    }
  }

  /** Returns whether what a private key signs is what a public one finds signed. */
  static boolean belongTogether(PrivateKey privateKey, PublicKey publicKey)
      throws GeneralSecurityException {
    if (!privateKey.getAlgorithm().equals(publicKey.getAlgorithm())) {
      return false;
    }
    Signature signature =
        Signature.getInstance(
            switch (privateKey.getAlgorithm()) {
              case "RSA" -> "SHA256withRSA";
              case "EC" -> "SHA256withECDSA";
              default -> privateKey.getAlgorithm();
            });
    signature.initSign(privateKey);
    signature.update(publicKey.getEncoded());
    byte[] signed = signature.sign();
    signature.initVerify(publicKey);
    signature.update(publicKey.getEncoded());
    return signature.verify(signed);
  }

  private static PrivateKey fromPkcs8(byte[] bytes) throws GeneralSecurityException {
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
      } catch (InvalidKeySpecException e) {
        // Another algorithm's, or damaged.
      }
    }
    throw new GeneralSecurityException("the key in it is damaged or of an unknown algorithm");
  }

  private static byte[] envelope(byte[] algorithm, byte[] key) {
    return element(SEQUENCE, VERSION_0, element(SEQUENCE, algorithm), element(OCTET_STRING, key));
  }

  /** Returns the algorithm identifier of a SEC 1 key: its curve is within the key. */
  private static byte[] curve(byte[] key) {
    int at = content(key, 0);
    while (at < key.length) {
      int begin = content(key, at);
      int end = begin + length(key, at);
      if ((key[at] & 0xFF) == PARAMETERS) {
        byte[] both = new byte[ELLIPTIC_CURVE.length + end - begin];
        System.arraycopy(ELLIPTIC_CURVE, 0, both, 0, ELLIPTIC_CURVE.length);
        System.arraycopy(key, begin, both, ELLIPTIC_CURVE.length, end - begin);
        return both;
      }
      at = end;
    }
    throw new IllegalArgumentException("no curve");
  }

  /** Returns where the content of the element at {@code at} begins. */
  private static int content(byte[] bytes, int at) {
    int first = bytes[at + 1] & 0xFF;
    return at + 2 + (first < 0x80 ? 0 : first - 0x80);
  }

  /** Returns the length of the content of the element at {@code at}. */
  private static int length(byte[] bytes, int at) {
    int first = bytes[at + 1] & 0xFF;
    if (first < 0x80) {
      return first;
    }
    int length = 0;
    for (int index = at + 2; index < content(bytes, at); index++) {
      length = (length << 8) | (bytes[index] & 0xFF);
    }
    return length;
  }

  private static byte[] element(int tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    int length = content.size();
    ByteArrayOutputStream element = new ByteArrayOutputStream();
    element.write(tag);
    if (length < 0x80) {
      element.write(length);
    } else {
      element.write(0x82);
      element.write(length >> 8);
      element.write(length);
    }
    element.writeBytes(content.toByteArray());
    return element.toByteArray();
  }
}
