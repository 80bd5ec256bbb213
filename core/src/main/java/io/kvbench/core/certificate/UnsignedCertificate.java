package io.kvbench.core.certificate;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import javax.security.auth.x500.X500Principal;

/**
 * The content of a certificate (RFC 5280, section 4.1) before it is signed. The JDK reads
 * certificates, but has no API that makes them.
 */
public record UnsignedCertificate(
    X500Principal owner,
    PublicKey key,
    Instant from,
    Instant until,
    List<CertificateExtension> extensions) {
  private static final int SERIAL_BITS = 127;

  private static final byte[] SHA256_WITH_ECDSA =
      HexFormat.of().parseHex("300a06082a8648ce3d040302");
  private static final byte[] SHA256_WITH_RSA =
      HexFormat.of().parseHex("300d06092a864886f70d01010b0500");

  /** The third version, the first with extensions. */
  private static final byte[] VERSION = HexFormat.of().parseHex("a003020102");

  private static final int EXTENSIONS = 0xA3;

  public UnsignedCertificate {
    extensions = List.copyOf(extensions);
  }

  /** Returns the principal of a common name. */
  public static X500Principal named(String name) {
    return new X500Principal("CN=" + name);
  }

  /**
   * Signs it.
   *
   * @param signer the issuer's key, for elliptic curves or RSA
   */
  public X509Certificate signed(X500Principal issuer, PrivateKey signer)
      throws GeneralSecurityException {
    boolean rsa = signer.getAlgorithm().equals("RSA");
    byte[] algorithm = rsa ? SHA256_WITH_RSA : SHA256_WITH_ECDSA;
    byte[] content =
        Der.sequence(
            VERSION,
            Der.integer(new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE)),
            algorithm,
            issuer.getEncoded(),
            Der.sequence(Der.time(from), Der.time(until)),
            owner.getEncoded(),
            key.getEncoded(),
            Der.element(
                EXTENSIONS,
                Der.sequence(
                    extensions.stream()
                        .map(CertificateExtension::encoded)
                        .toArray(byte[][]::new))));
    Signature signature = Signature.getInstance(rsa ? "SHA256withRSA" : "SHA256withECDSA");
    signature.initSign(signer);
    signature.update(content);
    byte[] encoded = Der.sequence(content, algorithm, Der.bits(0, signature.sign()));
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(encoded));
  }
}
