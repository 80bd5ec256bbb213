package io.kvbench.runner.sidecar.listen;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Makes what TLS needs of two PEM files. */
public final class ServerCertificate {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]*)PRIVATE KEY-----([^-]*)-----END");
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

  private ServerCertificate() {}

  /**
   * Reads a certificate, with those that lead to its authority, and its key.
   *
   * @throws IOException with words for the user
   */
  public static SSLContext read(Path certificateFile, Path keyFile) throws IOException {
    Certificate[] chain = certificates(certificateFile);
    PrivateKey key = key(keyFile);
    char[] password = {};
    try {
      check(key, chain[0]);
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry("server", key, password, chain);
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException(keyFile + " is not the key of " + certificateFile, e);
    }
  }

  /** Whoever connects would be told of a failed handshake and nothing else. */
  private static void check(PrivateKey key, Certificate certificate)
      throws GeneralSecurityException {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> key.getAlgorithm();
        };
    byte[] text = {1, 2, 3};
    Signature signing = Signature.getInstance(algorithm);
    signing.initSign(key);
    signing.update(text);
    Signature verifying = Signature.getInstance(algorithm);
    verifying.initVerify(certificate);
    verifying.update(text);
    if (!verifying.verify(signing.sign())) {
      throw new SignatureException("another key's");
    }
  }

  private static Certificate[] certificates(Path file) throws IOException {
    try (InputStream in = new ByteArrayInputStream(content(file))) {
      Collection<? extends Certificate> chain =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (chain.isEmpty()) {
        throw new IOException(file + " has no certificate in it");
      }
      return chain.toArray(Certificate[]::new);
    } catch (CertificateException e) {
      throw new IOException(file + " has no certificate that can be read in it", e);
    }
  }

  private static PrivateKey key(Path file) throws IOException {
    Matcher block = BLOCK.matcher(new String(content(file), StandardCharsets.ISO_8859_1));
    if (!block.find()) {
      throw new IOException(file + " has no private key in it");
    }
    if (!block.group(1).isEmpty()) {
      throw new IOException(
          file
              + " has a key in a format that Java cannot read; openssl pkcs8 -topk8 -nocrypt -in "
              + file
              + " converts it");
    }
    try {
      return parsed(Base64.getMimeDecoder().decode(block.group(2)));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException(file + " has a key that is damaged or of an unknown kind", e);
    }
  }

  private static byte[] content(Path file) throws IOException {
    try {
      return InputFile.bytes(file, InputFile.TEXT_LIMIT);
    } catch (NoSuchFileException e) {
      throw new IOException(file + " is not there", e);
    } catch (IOException e) {
      throw new IOException(file + " cannot be read: " + FileReason.of(e), e);
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
    throw new InvalidKeySpecException("no known algorithm");
  }
}
