package io.kvbench.bindings.consul;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Makes keys and certificates for a test, as the PEM files that Consul and kvbench read. */
final class Certificates {
  private static final String PASSWORD = "geheim-geheim";

  private final Path directory;

  Certificates(Path directory) {
    this.directory = directory;
  }

  /**
   * Makes a key with a certificate that it has signed itself.
   *
   * @param algorithm EC or RSA
   * @param names the alternative names, in keytool's form
   */
  void pair(String name, String algorithm, String names) throws Exception {
    Path store = directory.resolve(name + ".p12");
    keytool(
        List.of(
            "-genkeypair",
            "-alias",
            name,
            "-keyalg",
            algorithm,
            "-dname",
            "CN=" + name,
            "-ext",
            "san=" + names,
            "-validity",
            "2",
            "-keystore",
            store.toString(),
            "-storetype",
            "PKCS12",
            "-storepass",
            PASSWORD));
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream file = Files.newInputStream(store)) {
      keys.load(file, PASSWORD.toCharArray());
    }
    Certificate certificate = keys.getCertificate(name);
    Key key = keys.getKey(name, PASSWORD.toCharArray());
    write(certificate(name), "CERTIFICATE", certificate.getEncoded());
    write(key(name), "PRIVATE KEY", key.getEncoded());
    write(oldKey(name), algorithm + " PRIVATE KEY", bare(key.getEncoded()));
  }

  /** Returns what is in the last element of an encoded key: the key in its own, older form. */
  private static byte[] bare(byte[] pkcs8) {
    for (int start = 0; start < pkcs8.length - 4; start++) {
      boolean octets = pkcs8[start] == 4;
      int first = pkcs8[start + 1] & 0xFF;
      int bytes = first < 0x80 ? 0 : first - 0x80;
      if (octets && bytes <= 2) {
        int length = first;
        for (int index = 0; index < bytes; index++) {
          length = (index == 0 ? 0 : length << 8) | (pkcs8[start + 2 + index] & 0xFF);
        }
        int content = start + 2 + bytes;
        if (content + length == pkcs8.length) {
          return Arrays.copyOfRange(pkcs8, content, pkcs8.length);
        }
      }
    }
    throw new AssertionError("not a key");
  }

  private static void write(String file, String label, byte[] bytes) throws IOException {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    Files.writeString(
        Path.of(file),
        "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n");
  }

  String certificate(String name) {
    return directory.resolve(name + ".pem").toString();
  }

  String key(String name) {
    return directory.resolve(name + ".key.pem").toString();
  }

  /** Returns the file with the key as older tools write it, and Consul's own. */
  String oldKey(String name) {
    return directory.resolve(name + ".old.pem").toString();
  }

  private void keytool(List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(arguments);
    Path log = directory.resolve("keytool.log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).describedAs(Files.readString(log)).isZero();
  }
}
