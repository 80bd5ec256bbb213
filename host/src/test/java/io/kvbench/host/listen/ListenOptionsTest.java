package io.kvbench.host.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.setting.Problems;
import io.kvbench.testkit.Certificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the options of listeners, which sidecars, agents and the service share. */
class ListenOptionsTest {
  /** The length of what stands before a PKCS #1 key of 2048 bits in its PKCS #8 envelope. */
  private static final int ENVELOPE = 26;

  @TempDir private Path directory;
  private final Problems problems = new Problems();
  private Certificates certificates;

  @BeforeEach
  void makeAuthority() throws IOException {
    certificates = new Certificates(directory);
  }

  private Optional<SSLContext> listen(Path certificate, Path key) throws IOException {
    return ListenOptions.tls(
        "--certs", new PemPair(certificate, key), certificates.authority(), problems);
  }

  private static byte[] bytes(Path key) throws IOException {
    return Base64.getMimeDecoder()
        .decode(Files.readString(key).replaceAll("-----[A-Z ]+-----", ""));
  }

  private Path pem(String type, String text) throws IOException {
    return Files.writeString(
        directory.resolve("other.key"),
        "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n");
  }

  private Path pem(String type, byte[] bytes) throws IOException {
    return pem(type, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes));
  }

  @Test
  void keysInPkcs8AreAccepted() throws Exception {
    for (String algorithm : List.of("RSA", "EC")) {
      Certificates.Pair own = certificates.selfSigned(algorithm, algorithm, "127.0.0.1");

      assertThat(listen(own.certificate(), own.key())).as(algorithm).isPresent();
    }
    assertThat(problems.list()).isEmpty();
  }

  @Test
  void rsaKeysInPkcs1AreAccepted() throws Exception {
    Certificates.Pair own = certificates.selfSigned("host", "RSA", "127.0.0.1");
    byte[] key = bytes(own.key());
    Path bare = pem("RSA PRIVATE KEY", Arrays.copyOfRange(key, ENVELOPE, key.length));

    assertThat(listen(own.certificate(), bare)).isPresent();
    assertThat(problems.list()).isEmpty();
  }

  @Test
  void ellipticKeysInSec1AreAccepted() throws Exception {
    Certificates.Pair own = certificates.selfSigned("host", "EC", "127.0.0.1");
    ECPrivateKey key =
        (ECPrivateKey)
            KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(bytes(own.key())));
    String number = "%064x".formatted(key.getS());
    byte[] named = HexFormat.of().parseHex("30310201010420" + number + "a00a06082a8648ce3d030107");
    byte[] bare = HexFormat.of().parseHex("30250201010420" + number);

    assertThat(listen(own.certificate(), pem("EC PRIVATE KEY", named))).isPresent();
    assertThat(listen(own.certificate(), pem("EC PRIVATE KEY", bare))).isPresent();
    assertThat(problems.list()).isEmpty();
  }

  @Test
  void encryptedKeysAreRefusedInWords() throws Exception {
    Certificates.Pair own = certificates.valid("host");
    String headers = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00FF\n\nAAAA";

    assertThat(listen(own.certificate(), pem("ENCRYPTED PRIVATE KEY", "AAAA"))).isEmpty();
    assertThat(listen(own.certificate(), pem("RSA PRIVATE KEY", headers))).isEmpty();
    assertThat(problems.list())
        .hasSize(2)
        .allSatisfy(
            problem ->
                assertThat(problem.toString())
                    .contains("--certs", "other.key", "encrypted; store it without a password")
                    .doesNotContain("AAAA"));
  }

  @Test
  void aKeyOfAnotherCertificateIsRefusedInWords() throws Exception {
    Certificates.Pair own = certificates.valid("host");

    assertThat(listen(own.certificate(), certificates.valid("stranger").key())).isEmpty();
    assertThat(problems.list().getFirst().toString())
        .contains("stranger.key is not the key of", "host.crt");
  }

  @Test
  void addressesHaveALoopbackHostUnlessTheyNameOne() {
    assertThat(ListenOptions.address("--listen", "9560", problems))
        .contains(new HostAddress("127.0.0.1", 9560));
    assertThat(ListenOptions.address("--listen", "0.0.0.0:1", problems))
        .contains(new HostAddress("0.0.0.0", 1));
    assertThat(problems.list()).isEmpty();
    assertThat(ListenOptions.address("--listen", "a b", problems)).isEmpty();
    assertThat(ListenOptions.address("--listen", "99999", problems)).isEmpty();
    assertThat(problems.list()).hasSize(2);
  }

  @Test
  void everythingThatIsMissingIsInOneMessage() {
    ListenOptions.refuseOffLoopback("--host 0.0.0.0", problems, "", "");
    assertThat(problems.list()).isEmpty();

    ListenOptions.refuseOffLoopback("--host 0.0.0.0", problems, "encrypt", "restrict");
    assertThat(problems.list()).hasSize(1);
    assertThat(problems.list().getFirst().toString())
        .contains("reachable from other machines; encrypt; restrict; or listen on loopback");
  }
}
