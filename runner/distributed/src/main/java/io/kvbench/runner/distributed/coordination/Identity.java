package io.kvbench.runner.distributed.coordination;

import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.certificate.TlsContexts;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.HexFormat;

/**
 * The identity of a process in a run.
 *
 * @param own its certificate and key
 * @param authority the certificate of the authority that it trusts
 */
public record Identity(PemPair own, Path authority) {
  /** The form of a fingerprint, as a regular expression. */
  public static final String FINGERPRINT = "[0-9a-f]{64}";

  /**
   * Returns the SHA-256 of its certificate in hexadecimal.
   *
   * @throws IOException with words for the user, if the file cannot be read
   */
  public String fingerprint() throws IOException {
    try {
      return fingerprint(TlsContexts.certificate(own));
    } catch (GeneralSecurityException e) {
      throw new IOException(own.certificate() + " has no certificate of X.509", e);
    }
  }

  static String fingerprint(X509Certificate certificate) throws GeneralSecurityException {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
    return HexFormat.of().formatHex(digest);
  }
}
