package io.kvbench.bindings.zookeeper.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.bindings.zookeeper.TestConfig;
import io.kvbench.bindings.zookeeper.ZooKeeperBinding;
import io.kvbench.core.binding.BindingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.security.auth.login.Configuration;
import org.apache.zookeeper.common.X509Util;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JaasLoginTest {
  private static final String DIGEST = "org.apache.zookeeper.server.auth.DigestLoginModule";
  private static final String KERBEROS = "com.sun.security.auth.module.Krb5LoginModule";

  @TempDir private Path directory;

  @AfterEach
  void forget() {
    System.clearProperty("java.security.auth.login.config");
    Configuration.setConfiguration(null);
  }

  private ZooKeeperClientOptions options(String text) throws Exception {
    Path file = Files.writeString(directory.resolve("jaas"), text);
    return ZooKeeperClientOptions.of(
        TestConfig.of(
            List.of("one:1"),
            1,
            Duration.ofSeconds(1),
            Map.of("zookeeper.sasl.jaas", file.toString())));
  }

  @Test
  void allowsMd5WhereTheLoginIsADigest() throws Exception {
    ZooKeeperClientOptions options =
        options("Client { " + DIGEST + " required username=\"u\" password=\"p\"; };");
    assertThat(options.login()).hasValueSatisfying(login -> assertThat(login.digest()).isTrue());
    assertThat(options.client().isSaslClientEnabled()).isTrue();
    assertThat(X509Util.getFipsMode(options.client())).isFalse();
  }

  @Test
  void leavesMd5AloneForOtherLogins() throws Exception {
    ZooKeeperClientOptions options =
        options("Client { " + KERBEROS + " required useKeyTab=true; };");
    assertThat(options.login()).hasValueSatisfying(login -> assertThat(login.digest()).isFalse());
    assertThatThrownBy(
            () ->
                ZooKeeperBinding.open(
                    options, TestConfig.of(List.of("a:1"), 1, Duration.ofSeconds(1), Map.of())))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("set client=library");
    assertThat(options.client().isSaslClientEnabled()).isTrue();
    assertThat(X509Util.getFipsMode(options.client())).isTrue();
    assertThat(options.login().orElseThrow().refused("one:1"))
        .contains("one:1", "section Client", "Correct the login there");
  }

  @Test
  void wantsUserAndPassword() {
    assertThatThrownBy(() -> options("Client { " + DIGEST + " required password=\"geheim\"; };"))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("section Client needs username=")
        .hasMessageNotContaining("geheim");
  }

  @Test
  void wantsTheSection() {
    assertThatThrownBy(() -> options("Klient { " + KERBEROS + " required; };"))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("jaas has no section Client");
  }

  @Test
  void showsNothingOfABrokenFile() {
    assertThatThrownBy(() -> options("Client { " + DIGEST + " required password=\"a\" geheim"))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("jaas is not a JAAS login configuration")
        .hasMessageNotContaining("geheim")
        .hasNoCause();
  }
}
