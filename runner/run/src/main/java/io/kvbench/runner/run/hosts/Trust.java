package io.kvbench.runner.run.hosts;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Makes what TLS needs of a PEM file with certificates to trust. */
final class Trust {
  private Trust() {}

  /**
   * Reads the certificates.
   *
   * @throws IOException with words for the user
   */
  static SSLContext in(Path file) throws IOException {
    try (InputStream in = new ByteArrayInputStream(content(file))) {
      Collection<? extends Certificate> trusted =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (trusted.isEmpty()) {
        throw new IOException(file + " has no certificate in it");
      }
      return context(trusted);
    } catch (GeneralSecurityException e) {
      throw new IOException(file + " has no certificate that can be read in it", e);
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

  private static SSLContext context(Collection<? extends Certificate> trusted)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    int number = 0;
    for (Certificate certificate : trusted) {
      store.setCertificateEntry("trusted-" + number++, certificate);
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
