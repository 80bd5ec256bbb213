package io.kvbench.core.certificate;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;

/** An extension of a certificate (RFC 5280, section 4.2), encoded. */
public final class CertificateExtension {
  private static final String KEY_IDENTIFIER = "2.5.29.14";
  private static final int IDENTIFIER_BYTES = 20;

  private static final byte[] SUBJECT_KEY = id(14);
  private static final byte[] KEY_USAGE = id(15);
  private static final byte[] ALTERNATIVE_NAMES = id(17);
  private static final byte[] BASIC_CONSTRAINTS = id(19);
  private static final byte[] AUTHORITY_KEY = id(35);
  private static final byte[] EXTENDED_USAGE = id(37);

  private static final int DNS_NAME = 0x82;
  private static final int IP_ADDRESS = 0x87;
  private static final int KEY_OF_AUTHORITY = 0x80;

  private final byte[] encoded;

  private CertificateExtension(byte[]... contents) {
    this.encoded = Der.sequence(contents);
  }

  private static byte[] id(int number) {
    return new byte[] {0x06, 0x03, 0x55, 0x1d, (byte) number};
  }

  private static CertificateExtension critical(byte[] id, byte[] value) {
    return new CertificateExtension(id, Der.yes(), Der.element(Der.OCTET_STRING, value));
  }

  private static CertificateExtension optional(byte[] id, byte[] value) {
    return new CertificateExtension(id, Der.element(Der.OCTET_STRING, value));
  }

  /** An authority whose certificates issue no others. */
  public static CertificateExtension authority() {
    byte[] pathLength = {0x02, 0x01, 0x00};
    return critical(BASIC_CONSTRAINTS, Der.sequence(Der.yes(), pathLength));
  }

  /** A key that signs certificates and their revocation. */
  static CertificateExtension signsCertificates() {
    return critical(KEY_USAGE, Der.bits(1, (byte) 0b0000_0110));
  }

  /** A key that signs handshakes. */
  static CertificateExtension signs() {
    return critical(KEY_USAGE, Der.bits(7, (byte) 0b1000_0000));
  }

  static CertificateExtension use(CertificateUse use) {
    return optional(EXTENDED_USAGE, Der.sequence(use.encoded()));
  }

  /** The DNS names and IP addresses of the owner. */
  public static CertificateExtension hosts(List<String> hosts) {
    return optional(
        ALTERNATIVE_NAMES,
        Der.sequence(hosts.stream().map(CertificateExtension::host).toArray(byte[][]::new)));
  }

  private static byte[] host(String host) {
    return CertificateRequest.address(host)
        .map(address -> Der.element(IP_ADDRESS, address))
        .orElseGet(() -> Der.element(DNS_NAME, host.getBytes(StandardCharsets.US_ASCII)));
  }

  /** The identifier of the owner's key. */
  static CertificateExtension identifier(PublicKey key) {
    return optional(SUBJECT_KEY, Der.element(Der.OCTET_STRING, identifierOf(key)));
  }

  /** A part of its hash, as RFC 7093 suggests. */
  private static byte[] identifierOf(PublicKey key) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
      return Arrays.copyOf(hash, IDENTIFIER_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The identifier of the authority's key, as its certificate states it. */
  static CertificateExtension identifierOf(X509Certificate authority) {
    byte[] stated = authority.getExtensionValue(KEY_IDENTIFIER);
    byte[] identifier =
        stated == null
            ? identifierOf(authority.getPublicKey())
            : content(Der.elements(stated).getFirst());
    return optional(AUTHORITY_KEY, Der.sequence(Der.element(KEY_OF_AUTHORITY, identifier)));
  }

  /** Returns the content of a short element. */
  private static byte[] content(byte[] element) {
    return Arrays.copyOfRange(element, 2, element.length);
  }

  byte[] encoded() {
    return encoded.clone();
  }
}
