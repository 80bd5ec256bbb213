package io.kvbench.testkit;

import io.kvbench.core.certificate.CertificateExtension;
import io.kvbench.core.certificate.UnsignedCertificate;
import io.kvbench.core.measure.NanoClock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.security.auth.x500.X500Principal;

/** A test's own authority and the certificates that it signs, as PEM files and key stores. */
public final class Certificates {
  /** The password of all stores. */
  public static final String PASSWORD = "geheim-geheim";

  private static final String AUTHORITY = "authority";

  private final Path directory;
  private final Owner authority;
  private final Certificate authorityCertificate;

  /**
   * A certificate and its key.
   *
   * @param certificate in PEM
   * @param key in PEM (PKCS #8), not encrypted
   * @param store both in a PKCS #12 store with {@link #PASSWORD}
   */
  public record Pair(Path certificate, Path key, Path store) {}

  /** The subject of a certificate. */
  private record Owner(String name, KeyPair keys) {
    static Owner of(String name, String algorithm) throws GeneralSecurityException {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      generator.initialize(algorithm.equals("RSA") ? 2048 : 256);
      return new Owner(name, generator.generateKeyPair());
    }

    X500Principal principal() {
      return UnsignedCertificate.named(name);
    }
  }

  /** Days from now, since clocks differ and tests may run at midnight. */
  private record Days(int first, int last) {
    static final Days VALID = new Days(-1, 2);
    static final Days EXPIRED = new Days(-10, -8);
  }

  /** Creates an authority, with all files in a directory. */
  public Certificates(Path directory) throws IOException {
    this.directory = directory;
    try {
      authority = Owner.of(AUTHORITY, "EC");
      authorityCertificate =
          certificate(authority, authority, Days.VALID, CertificateExtension.authority());
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /** Returns a certificate for this machine, for servers and clients. */
  public Pair valid(String name) throws IOException {
    return signed(name, Days.VALID);
  }

  /** Returns an expired certificate. */
  public Pair expired(String name) throws IOException {
    return signed(name, Days.EXPIRED);
  }

  private Pair signed(String name, Days days) throws IOException {
    try {
      Owner owner = Owner.of(name, "EC");
      CertificateExtension hosts = CertificateExtension.hosts(List.of("127.0.0.1", "localhost"));
      return write(owner, certificate(owner, authority, days, hosts), authorityCertificate);
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /**
   * Returns a self-signed certificate.
   *
   * @param algorithm EC or RSA
   * @param hosts its DNS names and IP addresses
   */
  public Pair selfSigned(String name, String algorithm, String... hosts) throws IOException {
    try {
      Owner owner = Owner.of(name, algorithm);
      return write(
          owner, certificate(owner, owner, Days.VALID, CertificateExtension.hosts(List.of(hosts))));
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /** Returns the authority's certificate in PEM, which others trust. */
  public Path authority() throws IOException {
    try {
      return writePem(file("ca.crt"), "CERTIFICATE", authorityCertificate.getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /** Returns a PKCS #12 store that trusts the authority, with {@link #PASSWORD}. */
  public Path trust() throws IOException {
    return trust("trust", authority());
  }

  /** Returns a PKCS #12 store that trusts certificates in PEM, with {@link #PASSWORD}. */
  public Path trust(String name, Path... certificates) throws IOException {
    try {
      KeyStore store = empty();
      for (Path each : certificates) {
        store.setCertificateEntry(each.getFileName().toString(), read(Files.readAllBytes(each)));
      }
      return write(store, file(name + ".p12"));
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  private static Certificate certificate(
      Owner owner, Owner issuer, Days days, CertificateExtension extension)
      throws GeneralSecurityException {
    Instant now = NanoClock.system().instant();
    return new UnsignedCertificate(
            owner.principal(),
            owner.keys().getPublic(),
            now.plus(Duration.ofDays(days.first())),
            now.plus(Duration.ofDays(days.last())),
            List.of(extension))
        .signed(issuer.principal(), issuer.keys().getPrivate());
  }

  private static Certificate read(byte[] bytes) throws GeneralSecurityException {
    return CertificateFactory.getInstance("X.509")
        .generateCertificate(new ByteArrayInputStream(bytes));
  }

  private Pair write(Owner owner, Certificate... chain)
      throws IOException, GeneralSecurityException {
    String name = owner.name();
    PrivateKey key = owner.keys().getPrivate();
    KeyStore store = empty();
    store.setKeyEntry(name, key, PASSWORD.toCharArray(), chain);
    return new Pair(
        writePem(file(name + ".crt"), "CERTIFICATE", chain[0].getEncoded()),
        writePem(file(name + ".key"), "PRIVATE KEY", key.getEncoded()),
        write(store, file(name + ".p12")));
  }

  private static KeyStore empty() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static Path write(KeyStore store, Path file)
      throws IOException, GeneralSecurityException {
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD.toCharArray());
    }
    return file;
  }

  private static Path writePem(Path file, String type, byte[] bytes) throws IOException {
    Base64.Encoder encoder = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
    return Files.writeString(
        file,
        "-----BEGIN %s-----%n%s%n-----END %s-----%n"
            .formatted(type, encoder.encodeToString(bytes), type));
  }

  private Path file(String name) {
    return directory.resolve(name);
  }
}
