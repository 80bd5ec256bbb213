package io.kvbench.core.certificate;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.file.FileReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/** PEM files of certificates and keys, read, and written with keys in PKCS #8. */
final class PemFiles {
  private static final int LINE = 64;

  private PemFiles() {}

  /**
   * Reads all certificates of a file, at least one.
   *
   * @throws IOException with a message for the user
   */
  static List<X509Certificate> certificates(Path file) throws IOException {
    try {
      List<X509Certificate> chain = read(file).certificates();
      if (chain.isEmpty()) {
        throw new IOException(file + " has no certificate in it");
      }
      return chain;
    } catch (CertificateException e) {
      throw new IOException(file + " has no certificate that can be read in it", e);
    }
  }

  /**
   * Reads a key that belongs to the first certificate of its pair.
   *
   * @throws IOException with a message for the user
   */
  static PrivateKey key(PemPair pair) throws IOException {
    PublicKey certified = certificates(pair.certificate()).getFirst().getPublicKey();
    try {
      PrivateKey key =
          read(pair.key())
              .privateKey(certified)
              .orElseThrow(() -> new IOException(pair.key() + " has no private key in it"));
      if (PemText.belongTogether(key, certified)) {
        return key;
      }
    } catch (GeneralSecurityException e) {
      throw new IOException(pair.key() + " cannot be used: " + e.getMessage(), e);
    }
    throw new IOException(pair.key() + " is not the key of " + pair.certificate());
  }

  private static PemText read(Path file) throws IOException {
    try {
      return PemText.read(file);
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
