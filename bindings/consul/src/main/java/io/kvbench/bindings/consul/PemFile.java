package io.kvbench.bindings.consul;

import io.kvbench.core.file.InputFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file of certificates and keys as text. */
final class PemFile {
  private static final Pattern PART =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");

  /**
   * @param label what it says that it is
   */
  private record Part(String label, String text) {
    /** Returns the content in DER. */
    byte[] bytes() {
      return Base64.getMimeDecoder().decode(text);
    }
  }

  private final Path path;
  private final List<Part> parts = new ArrayList<>();

  PemFile(Path path) throws IOException {
    this.path = path;
    Matcher matcher =
        PART.matcher(
            new String(InputFile.bytes(path, InputFile.TEXT_LIMIT), StandardCharsets.ISO_8859_1));
    while (matcher.find()) {
      parts.add(new Part(matcher.group(1), matcher.group(2)));
    }
  }

  /** Returns all certificates, in their order; at least one. */
  List<X509Certificate> certificates() throws GeneralSecurityException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    List<X509Certificate> certificates = new ArrayList<>();
    for (Part part : parts) {
      if (part.label().equals("CERTIFICATE")) {
        certificates.add(
            (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(part.bytes())));
      }
    }
    if (certificates.isEmpty()) {
      throw new GeneralSecurityException("no certificate is in " + path);
    }
    return certificates;
  }

  /** Returns the private key that belongs to a public one. */
  PrivateKey privateKey(PublicKey publicKey) throws GeneralSecurityException {
    for (Part part : parts) {
      switch (part.label()) {
        case "PRIVATE KEY" -> {
          return privateKey(part.bytes(), publicKey);
        }
        // The forms of older tools, and of Consul's own: the same without the algorithm's name.
        case "EC PRIVATE KEY", "RSA PRIVATE KEY" -> {
          return privateKey(named(part.bytes(), publicKey), publicKey);
        }
        case "ENCRYPTED PRIVATE KEY" ->
            throw new GeneralSecurityException("the key in " + path + " is encrypted");
        default -> {}
      }
    }
    throw new GeneralSecurityException("no private key is in " + path);
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

  private static PrivateKey privateKey(byte[] pkcs8, PublicKey publicKey)
      throws GeneralSecurityException {
    return KeyFactory.getInstance(publicKey.getAlgorithm())
        .generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
  }

  private static byte[] named(byte[] key, PublicKey publicKey) {
    byte[] version = {2, 1, 0};
    return Der.sequence(version, Der.algorithm(publicKey.getEncoded()), Der.octets(key));
  }
}
