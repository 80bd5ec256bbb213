package io.kvbench.core.certificate;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * TLS contexts of PEM files, and what they consist of. Messages of an {@link IOException} are words
 * for the user that name the file.
 */
public final class TlsContexts {
  private static final char[] NO_PASSWORD = {};

  private TlsContexts() {}

  /** Identifies this process by a certificate; trusts what Java trusts. */
  public static SSLContext identified(PemPair own) throws IOException {
    return context(keyManager(own), null);
  }

  /** Trusts the certificates of a file, and shows none. */
  public static SSLContext trusting(Path authorities) throws IOException {
    return context(null, trustManager(authorities));
  }

  /** Identifies this process by a certificate, and trusts those of a file only. */
  public static SSLContext mutual(PemPair own, Path authorities) throws IOException {
    return context(keyManager(own), trustManager(authorities));
  }

  /** Returns the certificate of a file. */
  public static X509Certificate certificate(PemPair own) throws IOException {
    return PemFiles.certificates(own.certificate()).getFirst();
  }

  /** Returns what shows a certificate. */
  public static X509KeyManager keyManager(PemPair own) throws IOException {
    List<X509Certificate> chain = PemFiles.certificates(own.certificate());
    try {
      return keyManager(PemFiles.key(own), chain);
    } catch (GeneralSecurityException e) {
      throw new IOException(own.key() + " has a key that cannot be used", e);
    }
  }

  /** Returns what shows a certificate chain. */
  public static X509KeyManager keyManager(PrivateKey key, List<X509Certificate> chain)
      throws IOException, GeneralSecurityException {
    KeyStore store = empty();
    store.setKeyEntry("own", key, NO_PASSWORD, chain.toArray(X509Certificate[]::new));
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, NO_PASSWORD);
    return first(X509KeyManager.class, (Object[]) keys.getKeyManagers());
  }

  /** Returns what trusts the certificates of a file only. */
  public static X509TrustManager trustManager(Path authorities) throws IOException {
    List<X509Certificate> trusted = PemFiles.certificates(authorities);
    try {
      return trustManager(trusted);
    } catch (GeneralSecurityException e) {
      throw new IOException(authorities + " has a certificate that cannot be trusted", e);
    }
  }

  /** Returns what trusts these certificates only. */
  public static X509TrustManager trustManager(List<X509Certificate> trusted)
      throws IOException, GeneralSecurityException {
    KeyStore store = empty();
    for (int number = 0; number < trusted.size(); number++) {
      store.setCertificateEntry("trusted-" + number, trusted.get(number));
    }
    return trustManager(store);
  }

  /** Returns what trusts the authorities that Java trusts. */
  public static X509TrustManager javaTrustManager() throws IOException, GeneralSecurityException {
    return trustManager((KeyStore) null);
  }

  private static X509TrustManager trustManager(@Nullable KeyStore store)
      throws IOException, GeneralSecurityException {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    return first(X509TrustManager.class, (Object[]) trust.getTrustManagers());
  }

  /**
   * Returns a context; without a key manager it shows no certificate, without trust Java's holds.
   */
  public static SSLContext context(@Nullable KeyManager keys, @Nullable TrustManager trust)
      throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          keys == null ? null : new KeyManager[] {keys},
          trust == null ? null : new TrustManager[] {trust},
          null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS is not available: " + e.getMessage(), e);
    }
  }

  private static <T> T first(Class<T> type, Object... managers) throws IOException {
    return Arrays.stream(managers)
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst()
        .orElseThrow(() -> new IOException("TLS with X.509 certificates is not available"));
  }

  private static KeyStore empty() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }
}
