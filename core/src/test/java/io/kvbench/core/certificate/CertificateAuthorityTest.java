package io.kvbench.core.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateExpiredException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateAuthorityTest {
  @TempDir static Path directory;

  private static CertificateAuthority authority;
  private static PemPair host;
  private static PemPair controller;

  @BeforeAll
  static void issue() throws Exception {
    authority = CertificateAuthority.create(directory.resolve("ca"));
    host =
        authority.issue(
            CertificateRequest.of(
                "db1", CertificateUse.HOST, List.of("db1", "127.0.0.1", "::1", "fe80::2")));
    controller =
        authority.issue(CertificateRequest.of("controller", CertificateUse.CONTROLLER, List.of()));
  }

  private static X509Certificate read(PemPair pair) throws IOException {
    return PemFiles.certificates(pair.certificate()).getFirst();
  }

  @Test
  void certificatesAreSignedAndSayWhatTheyAreFor() throws Exception {
    X509Certificate issuer = PemFiles.certificates(authority.certificate()).getFirst();
    X509Certificate issued = read(host);
    issued.verify(issuer.getPublicKey());
    assertThat(issuer.getBasicConstraints()).isZero();
    assertThat(issued.getBasicConstraints()).isEqualTo(-1);
    assertThat(issued.getSubjectX500Principal().getName()).isEqualTo("CN=db1");
    assertThat(
            issued.getSubjectAlternativeNames().stream().map(name -> String.valueOf(name.get(1))))
        .containsExactly("db1", "127.0.0.1", "0:0:0:0:0:0:0:1", "fe80:0:0:0:0:0:0:2");
    assertThat(lifetime(issued)).isEqualTo(Duration.ofDays(CertificateRequest.DEFAULT_DAYS));
    assertThat(lifetime(issuer)).isEqualTo(Duration.ofDays(3650));
    assertThat(CertificateUse.HOST.isOf(issued)).isTrue();
    assertThat(CertificateUse.CONTROLLER.isOf(issued)).isFalse();
    assertThat(CertificateUse.CONTROLLER.isOf(read(controller))).isTrue();
    assertThat(CertificateUse.CONTROLLER.isOf(issuer)).isFalse();
  }

  /** OpenSSL and Python look for the authority's key by its identifier, and strict ones need it. */
  @Test
  void certificatesIdentifyTheirKeyAndThatOfTheirAuthority() throws Exception {
    byte[] authoritys = identifier(PemFiles.certificates(authority.certificate()).getFirst(), 14);
    assertThat(authoritys).hasSize(20);
    assertThat(identifier(read(host), 35)).isEqualTo(authoritys);
    assertThat(identifier(read(host), 14)).isNotEqualTo(authoritys);
  }

  /** Returns the end of an extension, which is the identifier. */
  private static byte[] identifier(X509Certificate certificate, int extension) {
    byte[] value = certificate.getExtensionValue("2.5.29." + extension);
    return Arrays.copyOfRange(value, value.length - 20, value.length);
  }

  /** From 2050 on, years have four digits. */
  @Test
  void aCertificateMayBeValidForAGeneration() throws Exception {
    PemPair old =
        authority.issue(
            new CertificateRequest("old-age", CertificateUse.HOST, List.of("a"), 0, 36_500));
    read(old).checkValidity();
    assertThat(lifetime(read(old))).isEqualTo(Duration.ofDays(36_500));
  }

  private static Duration lifetime(X509Certificate certificate) {
    return Duration.between(
        certificate.getNotBefore().toInstant(), certificate.getNotAfter().toInstant());
  }

  @Test
  void onlyTheOwnerReadsKeysAndNothingElseIsLeft() throws Exception {
    for (Path key : List.of(authority.key(), host.key(), controller.key())) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
          .isEqualTo("rw-------");
    }
    try (Stream<Path> files = Files.list(directory.resolve("ca"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains("ca.crt", "ca.key", "db1.crt", "db1.key")
          .noneMatch(name -> name.startsWith("."));
    }
  }

  @Test
  void hostAndControllerTrustEachOtherAndNoOneInTheOthersPlace() throws Exception {
    SSLContext server = TlsContexts.mutual(host, authority.certificate());
    SSLContext client = TlsContexts.mutual(controller, authority.certificate());
    shakeHands(server, client, "db1");
    shakeHands(server, client, "127.0.0.1");
    assertThatThrownBy(() -> shakeHands(server, client, "db2")).isInstanceOf(SSLException.class);
    assertThatThrownBy(() -> shakeHands(server, server, "db1")).isInstanceOf(SSLException.class);
    assertThatThrownBy(() -> shakeHands(client, client, "db1")).isInstanceOf(SSLException.class);
    SSLContext silent = TlsContexts.trusting(authority.certificate());
    assertThatThrownBy(() -> shakeHands(server, silent, "db1")).isInstanceOf(SSLException.class);
  }

  @Test
  void aPeerIsBothServerAndClientAndNoController() throws Exception {
    PemPair peer =
        authority.issue(CertificateRequest.of("peer", CertificateUse.PEER, List.of("localhost")));
    SSLContext both = TlsContexts.mutual(peer, authority.certificate());
    shakeHands(both, both, "localhost");
    assertThat(CertificateUse.CONTROLLER.isOf(read(peer))).isFalse();
  }

  @Test
  void anotherAuthorityIsNotTrusted() throws Exception {
    CertificateAuthority other = CertificateAuthority.create(directory.resolve("other"));
    PemPair stranger =
        other.issue(CertificateRequest.of("controller", CertificateUse.CONTROLLER, List.of()));
    SSLContext server = TlsContexts.mutual(host, authority.certificate());
    SSLContext client = TlsContexts.mutual(stranger, authority.certificate());
    assertThatThrownBy(() -> shakeHands(server, client, "db1")).isInstanceOf(SSLException.class);
  }

  @Test
  void anExpiredCertificateIsRefused() throws Exception {
    PemPair expired =
        authority.issue(new CertificateRequest("old", CertificateUse.CONTROLLER, List.of(), 10, 2));
    assertThatThrownBy(() -> read(expired).checkValidity())
        .isInstanceOf(CertificateExpiredException.class);
    SSLContext server = TlsContexts.mutual(host, authority.certificate());
    SSLContext client = TlsContexts.mutual(expired, authority.certificate());
    assertThatThrownBy(() -> shakeHands(server, client, "db1")).isInstanceOf(SSLException.class);
  }

  @Test
  void anAuthorityIsOpenedAgainAndOverwritesNothing() throws Exception {
    CertificateAuthority again = CertificateAuthority.open(directory.resolve("ca"));
    byte[] before = Files.readAllBytes(host.key());
    assertThatThrownBy(
            () -> again.issue(CertificateRequest.of("db1", CertificateUse.HOST, List.of("db1"))))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> CertificateAuthority.create(directory.resolve("ca")))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(host.key()).hasBinaryContent(before);
    assertThat(CertificateAuthority.isIn(directory.resolve("ca"))).isTrue();
    assertThat(CertificateAuthority.isIn(directory)).isFalse();
  }

  @Test
  void aMissingOrForeignKeyIsReported() throws Exception {
    Path half = Files.createDirectory(directory.resolve("half"));
    Files.copy(authority.certificate(), half.resolve("ca.crt"));
    assertThatThrownBy(() -> CertificateAuthority.open(half))
        .hasMessageEndingWith("ca.key is not there");
    Files.copy(host.key(), half.resolve("ca.key"));
    assertThatThrownBy(() -> CertificateAuthority.open(half))
        .hasMessageContaining("ca.key is not the key of");
  }

  @Test
  void namesStayWithinTheirDirectory() {
    assertThat(List.of("", "..", "a/b", "-x", "a b", "a,b", ".a", "ä"))
        .noneMatch(CertificateRequest::isName);
    assertThat(List.of("999.1.1.1", "1:2", ".:1", "a b")).noneMatch(CertificateRequest::isHost);
    assertThat(List.of("db1", "10.0.0.1", "a.b-c_d")).allMatch(CertificateRequest::isName);
    assertThat(List.of("::1", "10.0.0.1", "db1")).allMatch(CertificateRequest::isHost);
  }

  /** Performs a handshake with a client certificate and a check of the server's name. */
  private static void shakeHands(SSLContext server, SSLContext client, String name)
      throws SSLException {
    SSLEngine there = server.createSSLEngine();
    there.setUseClientMode(false);
    there.setNeedClientAuth(true);
    SSLEngine here = client.createSSLEngine(name, 443);
    here.setUseClientMode(true);
    SSLParameters checked = here.getSSLParameters();
    checked.setEndpointIdentificationAlgorithm("HTTPS");
    here.setSSLParameters(checked);
    Handshake.between(here, there);
    assertThat(here.getHandshakeStatus()).isEqualTo(HandshakeStatus.NOT_HANDSHAKING);
  }
}
