package io.kvbench.testkit;

import io.kvbench.core.measure.NanoClock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import javax.security.auth.x500.X500Principal;

/**
 * A test's own authority and the certificates that it signs, as PEM files and key stores. No API of
 * the JDK signs certificates, and a keytool process for each takes most of a second.
 */
public final class Certificates {
  /** The password of all stores. */
  public static final String PASSWORD = "geheim-geheim";

  private static final String AUTHORITY = "authority";

  private static final byte[] SHA256_WITH_ECDSA =
      HexFormat.of().parseHex("300a06082a8648ce3d040302");
  private static final byte[] SHA256_WITH_RSA =
      HexFormat.of().parseHex("300d06092a864886f70d01010b0500");

  /** Basic constraints, critical: an authority. */
  private static final byte[] IS_AUTHORITY =
      HexFormat.of().parseHex("300f0603551d130101ff040530030101ff");

  private static final byte[] ALTERNATIVE_NAMES = HexFormat.of().parseHex("0603551d11");
  private static final int DNS_NAME = 0x82;
  private static final int IP_ADDRESS = 0x87;

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

    byte[] principal() {
      return new X500Principal("CN=" + name).getEncoded();
    }
  }

  /** Days from now, since clocks differ and tests may run at midnight. */
  private record Days(int first, int last) {
    static final Days VALID = new Days(-1, 2);
    static final Days EXPIRED = new Days(-10, -8);

    byte[] encoded() {
      Instant now = NanoClock.system().instant();
      return Der.sequence(
          Der.time(now.plus(Duration.ofDays(first))), Der.time(now.plus(Duration.ofDays(last))));
    }
  }

  /** Creates an authority, with all files in a directory. */
  public Certificates(Path directory) throws IOException {
    this.directory = directory;
    try {
      authority = Owner.of(AUTHORITY, "EC");
      authorityCertificate = certificate(authority, authority, Days.VALID, IS_AUTHORITY);
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
      byte[] hosts = alternativeNames(List.of("127.0.0.1", "localhost"));
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
      return write(owner, certificate(owner, owner, Days.VALID, alternativeNames(List.of(hosts))));
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

  private static byte[] alternativeNames(List<String> hosts) throws IOException {
    List<byte[]> names = new ArrayList<>();
    for (String host : hosts) {
      names.add(
          host.matches("[\\d.]+")
              ? Der.value(IP_ADDRESS, InetAddress.getByName(host).getAddress())
              : Der.value(DNS_NAME, host.getBytes(StandardCharsets.US_ASCII)));
    }
    return Der.sequence(ALTERNATIVE_NAMES, Der.octets(Der.sequence(names.toArray(byte[][]::new))));
  }

  /** Signs a certificate (RFC 5280, section 4.1) with one extension. */
  private static Certificate certificate(Owner owner, Owner issuer, Days days, byte[] extension)
      throws GeneralSecurityException {
    PrivateKey signer = issuer.keys().getPrivate();
    boolean rsa = signer.getAlgorithm().equals("RSA");
    byte[] algorithm = rsa ? SHA256_WITH_RSA : SHA256_WITH_ECDSA;
    byte[] signed =
        Der.sequence(
            Der.value(0xA0, Der.integer(2)),
            Der.integer(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE)),
            algorithm,
            issuer.principal(),
            days.encoded(),
            owner.principal(),
            owner.keys().getPublic().getEncoded(),
            Der.value(0xA3, Der.sequence(extension)));
    Signature signature = Signature.getInstance(rsa ? "SHA256withRSA" : "SHA256withECDSA");
    signature.initSign(signer);
    signature.update(signed);
    return read(Der.sequence(signed, algorithm, Der.bits(signature.sign())));
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
