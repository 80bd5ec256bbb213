package io.kvbench.core.certificate;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader and writer of certificates and keys (PKCS #8) in PEM files. */
final class PemFiles {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]*)PRIVATE KEY-----([^-]*)-----END");
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
  private static final int LINE = 64;

  private PemFiles() {}

  /**
   * Reads all certificates of a file, at least one.
   *
   * @throws IOException with a message for the user
   */
  static Certificate[] certificates(Path file) throws IOException {
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

  /**
   * Reads the first key of a file.
   *
   * @throws IOException with a message for the user
   */
  static PrivateKey key(Path file) throws IOException {
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

  private static PrivateKey parsed(byte[] key) throws GeneralSecurityException {
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(key));
      } catch (InvalidKeySpecException e) {
        // A key of another algorithm, or damaged.
      }
    }
    throw new InvalidKeySpecException("no known algorithm");
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

  /** Writes a new file with certificates, which everyone may read. */
  static void writeCertificates(Path file, Certificate... chain)
      throws IOException, CertificateException {
    StringBuilder text = new StringBuilder();
    for (Certificate certificate : chain) {
      text.append(block("CERTIFICATE", certificate.getEncoded()));
    }
    write(file, text.toString(), FilePermissions.UMASK);
  }

  /** Writes a new file with a key, which only its owner may read. */
  static void writeKey(Path file, PrivateKey key) throws IOException {
    write(file, block("PRIVATE KEY", key.getEncoded()), FilePermissions.OWNER);
  }

  private static void write(Path file, String text, FilePermissions permissions)
      throws IOException {
    try (WritableByteChannel channel =
        Files.newByteChannel(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            permissions.ofFile(file))) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }

  private static String block(String type, byte[] bytes) {
    String base64 = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN " + type + "-----\n" + base64 + "\n-----END " + type + "-----\n";
  }
}
