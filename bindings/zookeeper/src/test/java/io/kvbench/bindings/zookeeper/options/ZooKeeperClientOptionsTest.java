package io.kvbench.bindings.zookeeper.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.bindings.zookeeper.TestConfig;
import io.kvbench.core.binding.BindingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.client.ZKClientConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZooKeeperClientOptionsTest {
  private static ZooKeeperClientOptions options(Map<String, String> given) throws BindingException {
    return ZooKeeperClientOptions.of(
        TestConfig.of(List.of("one:1", "[::2]:2"), 1, Duration.ofSeconds(1), given));
  }

  @Test
  void hasDefaults() throws BindingException {
    ZooKeeperClientOptions options = options(Map.of());
    assertThat(options.connectString()).isEqualTo("one:1,[::2]:2");
    assertThat(options.root()).isEqualTo("/kvbench");
    assertThat(options.sessionTimeoutMillis()).isEqualTo(30_000);
    assertThat(options.acl()).isEqualTo(ZooDefs.Ids.OPEN_ACL_UNSAFE);
    assertThat(options.maxRequestBytes()).isEqualTo(0xfffff);
    assertThat(options.credentials()).isEmpty();
    assertThat(options.tls()).isEmpty();
    assertThat(options.client().isSaslClientEnabled()).isFalse();
    assertThat(options.client().getBoolean(ZKClientConfig.SECURE_CLIENT)).isFalse();
  }

  @Test
  void encryptsThroughNettyWhateverTheTransport() throws BindingException {
    ZooKeeperClientOptions options =
        options(
            Map.of(
                "zookeeper.client.secure",
                "true",
                "zookeeper.transport",
                "nio",
                "zookeeper.ssl.hostnameVerification",
                "false"));
    assertThat(options.client().getProperty(ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET))
        .endsWith("Netty");
    assertThat(options.client().getProperty("zookeeper.ssl.hostnameVerification"))
        .isEqualTo("false");
    assertThat(options.tls()).isPresent();
    assertThat(System.getProperty(ProcessProperties.NETTY_VERIFICATION)).isEqualTo("NONE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "kvbench",
        "/a/",
        "/a//b",
        "/a/../b",
        "/zookeeper",
        "/zookeeper/x",
        "/\u00e4"
      })
  void refusesRootsThatCannotHoldRecords(String root) {
    assertThatThrownBy(() -> options(Map.of("zookeeper.root", root)))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("zookeeper.root=" + root);
  }

  @Test
  void readsCredentialsFromAFile(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("auth"), "user:geheim\n");
    ZooKeeperCredentials credentials =
        options(Map.of("zookeeper.auth.file", file.toString())).credentials().orElseThrow();
    assertThat(credentials.secret()).asString().isEqualTo("user:geheim");
    assertThat(credentials.toString()).doesNotContain("geheim").doesNotContain("user");
  }

  @Test
  void saysWhatIsWrongWithCredentials(@TempDir Path directory) throws Exception {
    Path empty = Files.writeString(directory.resolve("empty"), "");
    assertThatThrownBy(() -> options(Map.of("zookeeper.auth.file", empty.toString())))
        .hasMessageContaining("is empty");
    assertThatThrownBy(() -> options(Map.of("zookeeper.auth.file", directory + "/none")))
        .hasMessageContaining("cannot be read");
    assertThatThrownBy(
            () -> options(Map.of("zookeeper.auth", "a:b", "zookeeper.auth.file", "file")))
        .hasMessageContaining("both set");
    assertThatThrownBy(() -> options(Map.of("zookeeper.auth", "geheim")))
        .hasMessageContaining("user:password")
        .hasMessageNotContaining("geheim");
  }

  @Test
  void wantsSomebodyToBeTheCreator() throws Exception {
    assertThatThrownBy(() -> options(Map.of("zookeeper.acl", "creator")))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("zookeeper.auth.file");
    assertThat(options(Map.of("zookeeper.acl", "creator", "zookeeper.auth", "a:b")).acl())
        .isEqualTo(ZooDefs.Ids.CREATOR_ALL_ACL);
  }

  @Test
  void readsStoresBeforeConnecting(@TempDir Path directory) throws Exception {
    Path broken = Files.writeString(directory.resolve("trust.p12"), "no key store");
    assertThatThrownBy(
            () ->
                options(
                    Map.of(
                        "zookeeper.client.secure",
                        "true",
                        "zookeeper.ssl.trustStore.location",
                        broken.toString(),
                        "zookeeper.ssl.trustStore.password",
                        "geheim")))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("zookeeper.ssl.")
        .hasMessageNotContaining("geheim");
  }

  @Test
  void missesTheJaasFile() {
    assertThatThrownBy(() -> options(Map.of("zookeeper.sasl.jaas", "/nowhere/jaas.conf")))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("/nowhere/jaas.conf cannot be read");
  }
}
