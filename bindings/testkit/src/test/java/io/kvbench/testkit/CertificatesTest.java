package io.kvbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CertificatesTest {
  @TempDir private Path directory;

  @Test
  void signsValidAndExpiredOnes() throws Exception {
    Certificates certificates = new Certificates(directory);
    X509Certificate authority = read(certificates.authority());
    Certificates.Pair valid = certificates.valid("server");
    Certificates.Pair expired = certificates.expired("late");

    read(valid.certificate()).checkValidity();
    read(valid.certificate()).verify(authority.getPublicKey());
    read(expired.certificate()).verify(authority.getPublicKey());
    assertThatThrownBy(() -> read(expired.certificate()).checkValidity())
        .isInstanceOf(CertificateExpiredException.class);
    assertThat(valid.key()).content().startsWith("-----BEGIN PRIVATE KEY-----\n");
    assertThat(valid.store()).isNotEmptyFile();
    assertThat(certificates.trust()).isNotEmptyFile();
  }

  @ParameterizedTest
  @ValueSource(strings = {"EC", "RSA"})
  void signsCertificatesWithTheirOwnKeys(String algorithm) throws Exception {
    Certificates.Pair pair =
        new Certificates(directory).selfSigned("own", algorithm, "127.0.0.1", "example.org");
    X509Certificate certificate = read(pair.certificate());
    certificate.checkValidity();
    certificate.verify(certificate.getPublicKey());
    assertThat(certificate.getPublicKey().getAlgorithm()).isEqualTo(algorithm);
    assertThat(certificate.getBasicConstraints()).as("not an authority").isEqualTo(-1);
    assertThat(certificate.getSubjectAlternativeNames())
        .extracting(name -> String.valueOf(name.getLast()))
        .containsExactly("127.0.0.1", "example.org");
  }

  private static X509Certificate read(Path file) throws Exception {
    try (InputStream in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }
}
