package io.kvbench.core.certificate;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.measure.NanoClock;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.security.auth.x500.X500Principal;

/**
 * A certificate authority in a directory: its certificate, which others trust, and its key, which
 * issues certificates (ECDSA, P-256). For one thread at a time.
 */
public final class CertificateAuthority {
  private static final String NAME = "ca";
  private static final int DAYS = 3650;
  private static final int RANDOM_BYTES = 4;

  private final Path directory;

  private CertificateAuthority(Path directory) {
    this.directory = directory;
  }

  /** Returns whether a directory has an authority, or a part of one. */
  public static boolean isIn(Path directory) {
    PemPair files = PemPair.named(directory, NAME);
    return Files.exists(files.certificate()) || Files.exists(files.key());
  }

  /**
   * Creates an authority that is valid for ten years.
   *
   * @param directory created if missing, for its owner only
   * @throws IOException if it cannot be created, or exists already
   */
  public static CertificateAuthority create(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, FilePermissions.OWNER.ofDirectory(directory));
    }
    PemPair files = PemPair.named(directory, NAME);
    refuseExisting(files);
    try {
      KeyPair keys = newKeys();
      X500Principal name = UnsignedCertificate.named("kvbench " + random());
      List<CertificateExtension> extensions =
          List.of(
              CertificateExtension.authority(),
              CertificateExtension.signsCertificates(),
              CertificateExtension.identifier(keys.getPublic()));
      X509Certificate certificate =
          content(name, keys.getPublic(), 0, DAYS, extensions).signed(name, keys.getPrivate());
      write(files, keys, certificate);
    } catch (GeneralSecurityException e) {
      throw new IOException("the authority cannot be created: " + e.getMessage(), e);
    }
    return new CertificateAuthority(directory);
  }

  private static KeyPair newKeys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static String random() {
    byte[] chosen = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(chosen);
    return HexFormat.of().formatHex(chosen);
  }

  /**
   * Opens the authority of a directory.
   *
   * @throws IOException with a message for the user, if it is missing or cannot be read
   */
  public static CertificateAuthority open(Path directory) throws IOException {
    PrivateKey unused = PemFiles.key(PemPair.named(directory, NAME));
    return new CertificateAuthority(directory);
  }

  /** Returns its certificate file, which others trust. */
  public Path certificate() {
    return PemPair.named(directory, NAME).certificate();
  }

  /** Returns its key file, which only its owner may read. */
  public Path key() {
    return PemPair.named(directory, NAME).key();
  }

  /** Issues a certificate in two new files of its directory, named after the request. */
  public PemPair issue(CertificateRequest request) throws IOException {
    PemPair files = PemPair.named(directory, request.name());
    issue(request, files);
    return files;
  }

  /**
   * Issues a certificate with a new key.
   *
   * @param files which must not exist yet; only their owner may read the key
   * @throws IOException with a message for the user; existing files stay as they are
   */
  public void issue(CertificateRequest request, PemPair files) throws IOException {
    refuseExisting(files);
    PemPair own = PemPair.named(directory, NAME);
    PrivateKey signer = PemFiles.key(own);
    X509Certificate authority = PemFiles.certificates(own.certificate()).getFirst();
    try {
      KeyPair keys = newKeys();
      UnsignedCertificate content =
          content(
              UnsignedCertificate.named(request.name()),
              keys.getPublic(),
              request.sinceDays(),
              request.days(),
              extensions(request, authority, keys.getPublic()));
      write(files, keys, content.signed(authority.getSubjectX500Principal(), signer));
    } catch (GeneralSecurityException e) {
      throw new IOException("a certificate cannot be issued: " + e.getMessage(), e);
    }
  }

  private static List<CertificateExtension> extensions(
      CertificateRequest request, X509Certificate authority, PublicKey key) {
    List<CertificateExtension> extensions = new ArrayList<>();
    extensions.add(CertificateExtension.signs());
    extensions.add(CertificateExtension.use(request.use()));
    if (!request.hosts().isEmpty()) {
      extensions.add(CertificateExtension.hosts(request.hosts()));
    }
    extensions.add(CertificateExtension.identifier(key));
    extensions.add(CertificateExtension.identifierOf(authority));
    return extensions;
  }

  private static UnsignedCertificate content(
      X500Principal owner,
      PublicKey key,
      int sinceDays,
      int days,
      List<CertificateExtension> extensions) {
    Duration since = sinceDays == 0 ? Duration.ofHours(1) : Duration.ofDays(sinceDays);
    Instant from = NanoClock.system().instant().minus(since);
    return new UnsignedCertificate(owner, key, from, from.plus(Duration.ofDays(days)), extensions);
  }

  private static void refuseExisting(PemPair files) throws FileAlreadyExistsException {
    if (Files.exists(files.certificate())) {
      throw new FileAlreadyExistsException(files.certificate().toString());
    }
  }

  private static void write(PemPair files, KeyPair keys, X509Certificate certificate)
      throws IOException, GeneralSecurityException {
    PemFiles.writeKey(files.key(), keys.getPrivate());
    PemFiles.writeCertificates(files.certificate(), certificate);
  }
}
