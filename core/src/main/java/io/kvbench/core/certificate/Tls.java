package io.kvbench.core.certificate;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * TLS contexts and key and trust managers from PEM files. All exceptions have messages for the user
 * that name the file.
 */
public final class Tls {
  private static final char[] NO_PASSWORD = {};

  private Tls() {}

  /** Returns a context with this certificate that trusts Java's authorities. */
  public static SSLContext identified(PemPair own) throws IOException {
    return context(keys(own), null);
  }

  /** Returns a context that trusts the certificates of a file, and presents none. */
  public static SSLContext trusting(Path authorities) throws IOException {
    return context(null, trust(authorities));
  }

  /** Returns a context with this certificate that trusts the certificates of a file only. */
  public static SSLContext mutual(PemPair own, Path authorities) throws IOException {
    return context(keys(own), trust(authorities));
  }

  /** Returns the certificate of a file. */
  public static X509Certificate certificate(PemPair own) throws IOException {
    if (PemFiles.certificates(own.certificate())[0] instanceof X509Certificate certificate) {
      return certificate;
    }
    throw new IOException(own.certificate() + " has no X.509 certificate");
  }

  /** Returns a manager that presents a certificate. */
  public static X509KeyManager keyManager(PemPair own) throws IOException {
    return first(X509KeyManager.class, (Object[]) keys(own));
  }

  /** Returns a manager that trusts the certificates of a file only. */
  public static X509TrustManager trustManager(Path authorities) throws IOException {
    return first(X509TrustManager.class, (Object[]) trust(authorities));
  }

  private static <T> T first(Class<T> type, Object... managers) throws IOException {
    return Arrays.stream(managers)
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst()
        .orElseThrow(() -> new IOException("TLS with X.509 certificates is not available"));
  }

  private static SSLContext context(KeyManager @Nullable [] keys, TrustManager @Nullable [] trust)
      throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys, trust, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS is not available: " + e.getMessage(), e);
    }
  }

  private static KeyManager[] keys(PemPair own) throws IOException {
    Certificate[] chain = PemFiles.certificates(own.certificate());
    PrivateKey key = PemFiles.key(own.key());
    try {
      check(key, chain[0]);
      KeyStore store = empty();
      store.setKeyEntry("own", key, NO_PASSWORD, chain);
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, NO_PASSWORD);
      return keys.getKeyManagers();
    } catch (GeneralSecurityException e) {
      throw new IOException(own.key() + " is not the key of " + own.certificate(), e);
    }
  }

  private static TrustManager[] trust(Path authorities) throws IOException {
    Certificate[] trusted = PemFiles.certificates(authorities);
    try {
      KeyStore store = empty();
      for (int number = 0; number < trusted.length; number++) {
        store.setCertificateEntry("trusted-" + number, trusted[number]);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      return trust.getTrustManagers();
    } catch (GeneralSecurityException e) {
      throw new IOException(authorities + " has a certificate that cannot be trusted", e);
    }
  }

  private static KeyStore empty() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  /** Checked here, since peers would only see a failed handshake. */
  static void check(PrivateKey key, Certificate certificate) throws GeneralSecurityException {
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
    verifying.initVerify(certificate.getPublicKey());
    verifying.update(text);
    if (!verifying.verify(signing.sign())) {
      throw new SignatureException("another key's");
    }
  }
}
