package io.kvbench.bindings.support.tls;

import static io.airlift.security.der.DerUtils.decodeSequence;
import static io.airlift.security.der.DerUtils.decodeSequenceOptionalElement;
import static io.airlift.security.der.DerUtils.encodeInteger;
import static io.airlift.security.der.DerUtils.encodeNull;
import static io.airlift.security.der.DerUtils.encodeOctetString;
import static io.airlift.security.der.DerUtils.encodeOid;
import static io.airlift.security.der.DerUtils.encodeSequence;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Setting;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
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
 * A PEM file with certificates or a private key, and possibly other text between them. Keys are in
 * PKCS #8 (RFC 5958), which Java reads, or in the older PKCS #1 for RSA (RFC 8017) and SEC 1 for
 * elliptic curves (RFC 5915), which are converted to PKCS #8 here.
 *
 * @param setting the setting that names the file
 * @param file the name in the setting
 */
public record PemFile(String setting, String file, String text) {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
  private static final String RSA = "1.2.840.113549.1.1.1";
  private static final String ELLIPTIC_CURVE = "1.2.840.10045.2.1";

  /** The tag of the curve in a SEC 1 key. */
  private static final byte PARAMETERS = (byte) 0xA0;

  /**
   * Reads the file that a setting names.
   *
   * @throws IOException if it cannot be read; {@link io.kvbench.core.file.FileReason} has the
   *     message
   */
  public static PemFile read(Setting<String> setting, String file) throws IOException {
    byte[] bytes = InputFile.bytes(InputFile.path(file), InputFile.TEXT_LIMIT);
    return new PemFile(setting.name(), file, new String(bytes, StandardCharsets.ISO_8859_1));
  }

  /** Returns all certificates in order, possibly none. */
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
   * @param certified the public key that it should belong to: determines the curve if the key does
   *     not name it
   * @throws GeneralSecurityException with a message for the user, if the key cannot be read
   */
  public Optional<PrivateKey> privateKey(PublicKey certified) throws GeneralSecurityException {
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      if (block.group(1).endsWith("PRIVATE KEY")) {
        return Optional.of(privateKey(block.group(1), block.group(2), certified));
      }
    }
    return Optional.empty();
  }

  private static PrivateKey privateKey(String kind, String base64, PublicKey certified)
      throws GeneralSecurityException {
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(base64);
      return switch (kind) {
        case "PRIVATE KEY" -> fromPkcs8(bytes);
        case "RSA PRIVATE KEY" ->
            fromPkcs8(envelope(encodeSequence(encodeOid(RSA), encodeNull()), bytes));
        case "EC PRIVATE KEY" -> fromPkcs8(envelope(curve(bytes, certified), bytes));
        case "ENCRYPTED PRIVATE KEY" ->
            throw new GeneralSecurityException("the key is encrypted; store it without a password");
        default -> throw new GeneralSecurityException("unknown type: " + kind);
      };
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new GeneralSecurityException("the key in it is damaged", e);
    }
  }

  /** Returns the algorithm identifier of a SEC 1 key. */
  private static byte[] curve(byte[] key, PublicKey certified) {
    List<byte[]> elements = decodeSequence(key);
    boolean named = elements.size() > 2 && elements.get(2)[0] == PARAMETERS;
    return named
        ? encodeSequence(encodeOid(ELLIPTIC_CURVE), decodeSequenceOptionalElement(elements.get(2)))
        : decodeSequence(certified.getEncoded()).getFirst();
  }

  private static byte[] envelope(byte[] algorithm, byte[] key) {
    return encodeSequence(encodeInteger(0), algorithm, encodeOctetString(key));
  }

  private static PrivateKey fromPkcs8(byte[] bytes) throws GeneralSecurityException {
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
      } catch (InvalidKeySpecException e) {
        // A key of another algorithm, or damaged.
      }
    }
    throw new GeneralSecurityException("the key in it is damaged or of an unknown algorithm");
  }

  /**
   * Checks a certificate in this file.
   *
   * @throws BindingException if it is not valid now
   */
  public void checkDates(X509Certificate certificate) throws BindingException {
    String which = "the certificate in " + setting + " " + file;
    try {
      certificate.checkValidity();
    } catch (CertificateExpiredException e) {
      throw new BindingException(which + " has expired; renew it.", e);
    } catch (CertificateNotYetValidException e) {
      throw new BindingException(which + " is not valid yet; check the clock.", e);
    }
  }

  /**
   * Checks the private key in this file.
   *
   * @throws BindingException if it is not the key of a certificate in another file
   */
  public void checkKey(PrivateKey key, PemFile other, X509Certificate certificate)
      throws BindingException, GeneralSecurityException {
    if (!belongTogether(key, certificate.getPublicKey())) {
      throw new BindingException(
          setting
              + " "
              + file
              + " is not the key of the certificate in "
              + other.setting
              + " "
              + other.file
              + "; use a matching pair.");
    }
  }

  /** Returns whether the public key verifies signatures of the private key. */
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
}
