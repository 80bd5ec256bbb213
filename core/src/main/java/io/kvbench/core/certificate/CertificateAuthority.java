package io.kvbench.core.certificate;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.file.FileReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A certificate authority in a directory: its certificate, which others trust, and its key, which
 * issues certificates (ECDSA, P-256). The JDK's keytool signs, since no Java API does: about half a
 * second for each. For one thread at a time.
 */
public final class CertificateAuthority {
  private static final String NAME = "ca";
  private static final int DAYS = 3650;
  private static final int MINUTES = 2;
  private static final int PASSWORD_BYTES = 16;

  /** Not in the arguments, which every user of the machine may see. */
  private static final String PASSWORD_VARIABLE = "KVBENCH_STORE_PASSWORD";

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
  public static CertificateAuthority create(Path directory)
      throws IOException, InterruptedException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, FilePermissions.OWNER.ofDirectory(directory));
    }
    PemPair files = PemPair.named(directory, NAME);
    refuseExisting(files);
    try (Store store = new Store(directory)) {
      store.keytool(
          List.of(
              "-alias",
              NAME,
              "-dname",
              "CN=kvbench " + store.random(4),
              "-ext",
              "bc:critical=ca:true,pathlen:0",
              "-ext",
              "ku:critical=keyCertSign,cRLSign",
              "-startdate",
              "-1H",
              "-validity",
              Integer.toString(DAYS)));
      store.extract(NAME, files);
    }
    return new CertificateAuthority(directory);
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
  public PemPair issue(CertificateRequest request) throws IOException, InterruptedException {
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
  public void issue(CertificateRequest request, PemPair files)
      throws IOException, InterruptedException {
    refuseExisting(files);
    try (Store store = new Store(directory)) {
      PemPair own = PemPair.named(directory, NAME);
      store.insert(NAME, PemFiles.key(own), PemFiles.certificates(own.certificate()));
      store.keytool(arguments(request));
      store.extract(request.name() + ".", files);
    }
  }

  private static void refuseExisting(PemPair files) throws FileAlreadyExistsException {
    if (Files.exists(files.certificate())) {
      throw new FileAlreadyExistsException(files.certificate().toString());
    }
  }

  private static List<String> arguments(CertificateRequest request) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("-alias", request.name() + ".", "-dname", "CN=" + request.name()));
    arguments.addAll(List.of("-signer", NAME, "-ext", "ku:critical=digitalSignature"));
    arguments.addAll(List.of("-ext", "eku=" + request.use().usage()));
    if (!request.hosts().isEmpty()) {
      arguments.addAll(List.of("-ext", "san=" + request.alternativeNames()));
    }
    String start = request.sinceDays() == 0 ? "-1H" : "-" + request.sinceDays() + "d";
    arguments.addAll(List.of("-startdate", start));
    arguments.addAll(List.of("-validity", Integer.toString(request.days())));
    return arguments;
  }

  /** A temporary keystore, deleted after one certificate has been issued. */
  private static final class Store implements AutoCloseable {
    private final SecureRandom randomness = new SecureRandom();
    private final String password = random(PASSWORD_BYTES);
    private final Path place;
    private final Path file;

    Store(Path directory) throws IOException {
      place =
          Files.createTempDirectory(
              directory, ".store-", FilePermissions.OWNER.ofDirectory(directory));
      file = place.resolve("store.p12");
    }

    String random(int bytes) {
      byte[] chosen = new byte[bytes];
      randomness.nextBytes(chosen);
      return HexFormat.of().formatHex(chosen);
    }

    void insert(String alias, PrivateKey key, List<? extends Certificate> chain)
        throws IOException {
      try (OutputStream out = Files.newOutputStream(file)) {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(alias, key, password.toCharArray(), chain.toArray(Certificate[]::new));
        store.store(out, password.toCharArray());
      } catch (GeneralSecurityException e) {
        throw new IOException("the authority's key cannot be stored: " + e.getMessage(), e);
      }
    }

    void keytool(List<String> arguments) throws IOException, InterruptedException {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
      command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-genkeypair"));
      command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1"));
      command.addAll(List.of("-storetype", "PKCS12", "-keystore", file.toString()));
      command.addAll(List.of("-storepass:env", PASSWORD_VARIABLE));
      command.addAll(arguments);
      Path log = place.resolve("log");
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
      builder.environment().put(PASSWORD_VARIABLE, password);
      Process process = start(builder);
      try {
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
          String said = new String(Files.readAllBytes(log), Charset.defaultCharset()).strip();
          throw new IOException("keytool failed: " + said);
        }
      } finally {
        process.destroyForcibly();
      }
    }

    private static Process start(ProcessBuilder builder) throws IOException {
      try {
        return builder.start();
      } catch (IOException e) {
        throw new IOException(
            builder.command().getFirst()
                + " cannot be run: "
                + FileReason.of(e)
                + "; use a Java runtime with keytool",
            e);
      }
    }

    /** Writes an entry to files; the certificate without its authority's. */
    void extract(String alias, PemPair files) throws IOException {
      try (InputStream in = Files.newInputStream(file)) {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(in, password.toCharArray());
        Key key = store.getKey(alias, password.toCharArray());
        PemFiles.writeKey(files.key(), (PrivateKey) key);
        PemFiles.writeCertificates(files.certificate(), store.getCertificate(alias));
      } catch (GeneralSecurityException e) {
        throw new IOException("keytool's store cannot be read: " + e.getMessage(), e);
      }
    }

    @Override
    public void close() throws IOException {
      Files.deleteIfExists(file);
      Files.deleteIfExists(place.resolve("log"));
      Files.deleteIfExists(place);
    }
  }
}
