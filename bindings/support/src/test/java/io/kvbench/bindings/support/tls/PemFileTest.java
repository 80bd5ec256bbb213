package io.kvbench.bindings.support.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.certificate.PemText;
import io.kvbench.testkit.Certificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PemFileTest {
  @Test
  void readsCertificatesAmongOthers(@TempDir Path directory) throws Exception {
    Certificates made = new Certificates(directory);
    Certificates.Pair good = made.valid("good");
    Certificates.Pair late = made.expired("late");
    String both = Files.readString(good.key()) + Files.readString(good.certificate());
    PemFile file = new PemFile("pocket.cert", "all.pem", new PemText(both));
    X509Certificate certificate = file.certificates().getFirst();
    file.checkDates(certificate);
    file.checkKey(file.privateKey(certificate.getPublicKey()).orElseThrow(), file, certificate);

    PemFile other =
        new PemFile("pocket.key", "late.pem", new PemText(Files.readString(late.key())));
    assertThat(other.certificates()).isEmpty();
    assertThatThrownBy(
            () ->
                other.checkKey(
                    other.privateKey(certificate.getPublicKey()).orElseThrow(), file, certificate))
        .isInstanceOf(BindingException.class)
        .hasMessage(
            "pocket.key late.pem is not the key of the certificate in pocket.cert all.pem; use a"
                + " matching pair.");
  }
}
