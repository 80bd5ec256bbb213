package io.kvbench.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An authority of a test's own and the certificates that it signs, as PEM files and key stores. */
public final class Certificates {
  /** The password of all stores. */
  public static final String PASSWORD = "geheim-geheim";

  private static final String AUTHORITY = "authority";
  private static final String STORE = "all.p12";

  private final Path directory;

  /**
   * A certificate and its key.
   *
   * @param certificate in PEM
   * @param key in PEM (PKCS #8), not encrypted
   * @param store both in a PKCS #12 store with {@link #PASSWORD}
   */
  public record Pair(Path certificate, Path key, Path store) {}

  /** Makes an authority, with all files in a directory. */
  public Certificates(Path directory) throws IOException, InterruptedException {
    this.directory = directory;
    keytool(
        "-genkeypair",
        "-alias",
        AUTHORITY,
        "-keyalg",
        "EC",
        "-dname",
        "CN=" + AUTHORITY,
        "-ext",
        "bc:c",
        "-validity",
        "2");
  }

  /** Returns a certificate for this machine, good for servers and clients. */
  public Pair valid(String name) throws IOException, InterruptedException {
    return signed(name, "-1d", "3");
  }

  /** Returns one whose time is over. */
  public Pair expired(String name) throws IOException, InterruptedException {
    return signed(name, "-10d", "2");
  }

  private Pair signed(String name, String start, String days)
      throws IOException, InterruptedException {
    keytool(
        "-genkeypair",
        "-alias",
        name,
        "-signer",
        AUTHORITY,
        "-signerkeypass",
        PASSWORD,
        "-keyalg",
        "EC",
        "-dname",
        "CN=" + name,
        "-ext",
        "san=ip:127.0.0.1,dns:localhost",
        "-startdate",
        start,
        "-validity",
        days);
    try {
      Key key = all().getKey(name, PASSWORD.toCharArray());
      Certificate[] chain = all().getCertificateChain(name);
      Pair pair = new Pair(file(name + ".crt"), file(name + ".key"), file(name + ".p12"));
      Files.writeString(pair.certificate(), pem("CERTIFICATE", chain[0].getEncoded()));
      Files.writeString(pair.key(), pem("PRIVATE KEY", key.getEncoded()));
      KeyStore store = empty();
      store.setKeyEntry(name, key, PASSWORD.toCharArray(), chain);
      write(store, pair.store());
      return pair;
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /** Returns the authority's certificate in PEM, which others trust. */
  public Path authority() throws IOException {
    try {
      Certificate certificate = all().getCertificate(AUTHORITY);
      return Files.writeString(file("ca.crt"), pem("CERTIFICATE", certificate.getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /** Returns a PKCS #12 store that trusts the authority, with {@link #PASSWORD}. */
  public Path trust() throws IOException {
    try {
      KeyStore store = empty();
      store.setCertificateEntry(AUTHORITY, all().getCertificate(AUTHORITY));
      return write(store, file("trust.p12"));
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  private KeyStore all() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file(STORE))) {
      store.load(in, PASSWORD.toCharArray());
    }
    return store;
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

  private static String pem(String type, byte[] bytes) {
    Base64.Encoder encoder = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
    return "-----BEGIN %s-----%n%s%n-----END %s-----%n"
        .formatted(type, encoder.encodeToString(bytes), type);
  }

  private Path file(String name) {
    return directory.resolve(name);
  }

  /** There is no other way within the JDK to sign certificates. */
  private void keytool(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.add("-J-XX:TieredStopAtLevel=1");
    command.addAll(List.of(arguments));
    command.addAll(List.of("-keystore", file(STORE).toString(), "-storetype", "PKCS12"));
    command.addAll(List.of("-storepass", PASSWORD));
    Path log = file("keytool.log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (!process.waitFor(2, TimeUnit.MINUTES) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException("keytool failed: " + Files.readString(log));
    }
  }
}
