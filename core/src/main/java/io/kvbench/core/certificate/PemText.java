package io.kvbench.core.certificate;

import io.kvbench.core.file.InputFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Certificates and private keys in PEM, with any text between them. Keys are in PKCS #8, PKCS #1 or
 * SEC 1, and not encrypted.
 */
public record PemText(String text) {
  /** A block, or the beginning of a key that is encrypted in OpenSSL's traditional format. */
  private static final Pattern BLOCK =
      Pattern.compile(
          "-----BEGIN ([A-Z0-9 ]+)-----(?:\\s*Proc-Type:\\s*4,\\s*(ENCRYPTED)"
              + "|([A-Za-z0-9+/=\\s]*)-----END \\1-----)");

  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read; {@link io.kvbench.core.file.FileReason} has the words
   */
  public static PemText read(Path file) throws IOException {
    byte[] bytes = InputFile.bytes(file, InputFile.TEXT_LIMIT);
    return new PemText(new String(bytes, StandardCharsets.ISO_8859_1));
  }

  /** Returns all certificates in their order, possibly none. */
  public List<X509Certificate> certificates() throws CertificateException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    List<X509Certificate> certificates = new ArrayList<>();
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      if (block.group(1).equals("CERTIFICATE")) {
        byte[] bytes = block.group().getBytes(StandardCharsets.ISO_8859_1);
        certificates.add(
            (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(bytes)));
      }
    }
    return certificates;
  }

  /**
   * Returns the first private key, if there is one.
   *
   * @param certified what it should belong to: has the curve, if the key does not name it
   * @throws GeneralSecurityException with words for the user, if the key cannot be read
   */
  public Optional<PrivateKey> privateKey(PublicKey certified) throws GeneralSecurityException {
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      String type = block.group(1);
      if (type.endsWith("PRIVATE KEY")) {
        if (type.startsWith("ENCRYPTED") || block.group(2) != null) {
          throw new GeneralSecurityException("the key is encrypted; store it without a password");
        }
        return Optional.of(privateKey(type, block.group(3), certified));
      }
    }
    return Optional.empty();
  }

  private static PrivateKey privateKey(String type, String base64, PublicKey certified)
      throws GeneralSecurityException {
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(base64);
      return switch (type) {
        case "PRIVATE KEY" -> parsed(bytes);
        case "RSA PRIVATE KEY" -> parsed(Pkcs8.ofPkcs1(bytes));
        case "EC PRIVATE KEY" -> parsed(Pkcs8.ofSec1(bytes, certified));
        default -> throw new GeneralSecurityException("unknown type: " + type);
      };
    } catch (IllegalArgumentException | IndexOutOfBoundsException | BufferUnderflowException e) {
      throw new GeneralSecurityException("the key in it is damaged", e);
    }
  }

  private static PrivateKey parsed(byte[] key) throws GeneralSecurityException {
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(key));
      } catch (InvalidKeySpecException e) {
        // Another algorithm's, or damaged.
      }
    }
    throw new GeneralSecurityException("the key in it is damaged or of an unknown algorithm");
  }

  /**
   * Returns whether a private key belongs to a public one: a handshake would fail without words.
   */
  public static boolean belongTogether(PrivateKey privateKey, PublicKey publicKey)
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

  /** Without the text, which may be a secret. */
  @Override
  public String toString() {
    return "PEM";
  }
}
