package io.kvbench.bindings.support.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.certificate.PemText;
import io.kvbench.testkit.Certificates;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PemFileTest {
  @Test
  void readsCertificatesAmongOthers(@TempDir Path directory) throws Exception {
    Certificates made = new Certificates(directory);
    Certificates.Pair good = made.valid("good");
    Certificates.Pair late = made.expired("late");
    String both = Files.readString(good.key()) + Files.readString(good.certificate());
    PemFile file = new PemFile("pocket.cert all.pem", new PemText(both));
    PemFile.Identity own = file.identity(file);
    assertThat(own.chain()).isEqualTo(file.certificates());
    assertThat(PemText.belongTogether(own.key(), own.chain().getFirst().getPublicKey())).isTrue();

    PemFile other = new PemFile("pocket.key late.pem", new PemText(Files.readString(late.key())));
    assertThatThrownBy(other::certificates)
        .isInstanceOf(BindingException.class)
        .hasMessage("pocket.key late.pem contains no PEM certificate.");
    assertThatThrownBy(() -> other.identity(file))
        .isInstanceOf(BindingException.class)
        .hasMessage(
            "pocket.key late.pem is not the key of the certificate in pocket.cert all.pem; use a"
                + " matching pair.");
    PemFile expired =
        new PemFile("pocket.cert old.pem", new PemText(Files.readString(late.certificate())));
    assertThatThrownBy(() -> other.identity(expired))
        .isInstanceOf(BindingException.class)
        .hasMessage("the certificate in pocket.cert old.pem has expired; renew it.");
    assertThatThrownBy(() -> expired.identity(file))
        .isInstanceOf(BindingException.class)
        .hasMessage("pocket.cert old.pem cannot be used: there is no private key in it.");
  }
}
