package io.kvbench.bindings.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.kvbench.bindings.etcd.options.EtcdCredentials;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtcdProviderTest {
  @TempDir private Path directory;

  private static List<String> problems(List<String> endpoints, Map<String, String> given) {
    Problems problems = new Problems();
    new EtcdProvider().check(EtcdProvider.ETCD, endpoints, TestConfig.settings(given), problems);
    return problems.list().stream().map(Problem::message).toList();
  }

  @Test
  void isFound() {
    assertThat(ServiceLoader.load(BindingProvider.class))
        .anyMatch(provider -> provider instanceof EtcdProvider);
  }

  @Test
  void hasNothingAgainstDefaults() {
    assertThat(problems(List.of(), Map.of())).isEmpty();
    assertThat(problems(List.of("https://a:1", "b"), Map.of())).isEmpty();
  }

  @Test
  void tellsEverythingAtOnce() {
    Map<String, String> given =
        Map.of(
            "etcd.user", "me",
            "etcd.prefix", "\u20ac",
            "etcd.keepalive.time", "1s",
            "etcd.cert", "cert.pem");
    assertThat(problems(List.of("a b"), given))
        .hasSize(5)
        .anyMatch(text -> text.contains("not an endpoint"))
        .anyMatch(text -> text.contains("without a password"))
        .anyMatch(text -> text.contains("etcd.prefix"))
        .anyMatch(text -> text.contains("at least 10s"))
        .anyMatch(text -> text.contains("etcd.cert and etcd.key must be used together"));
  }

  @Test
  void seesSettingsOfTlsThatDoNotGoTogether() {
    assertThat(problems(List.of("http://a"), Map.of("etcd.tls", "true")))
        .singleElement()
        .asString()
        .contains("http://");
    assertThat(problems(List.of("https://a"), Map.of("etcd.tls", "false"))).hasSize(1);
    assertThat(problems(List.of("a"), Map.of("etcd.tls", "false", "etcd.servername", "x")))
        .hasSize(1);
  }

  @Test
  void readsFilesWhilePlanning() throws Exception {
    Path empty = Files.createFile(directory.resolve("empty"));
    Path text = Files.writeString(directory.resolve("text"), "-----BEGIN CERTIFICATE-----\nabc");
    assertThat(problems(List.of(), Map.of("etcd.cacert", directory.resolve("none").toString())))
        .singleElement()
        .asString()
        .contains("etcd.cacert", "none", "cannot be read");
    for (Path file : List.of(empty, text)) {
      assertThat(problems(List.of(), Map.of("etcd.cacert", file.toString())))
          .singleElement()
          .asString()
          .contains("etcd.cacert", "PEM");
    }
  }

  @Test
  void takesThePasswordFromAFileAndShowsItNowhere() throws Exception {
    Path file = Files.writeString(directory.resolve("password"), "geheim\n");
    Map<String, String> given = Map.of("etcd.user", "me", "etcd.password.file", file.toString());
    EtcdCredentials credentials = EtcdCredentials.of(TestConfig.settings(given)).orElseThrow();
    assertThat(credentials.password()).isEqualTo("geheim");
    assertThat(credentials.toString()).doesNotContain("geheim");
    assertThat(
            problems(
                List.of(),
                Map.of(
                    "etcd.user", "me",
                    "etcd.password", "geheim",
                    "etcd.password.file", file.toString())))
        .singleElement()
        .asString()
        .contains("keep one")
        .doesNotContain("geheim");
    assertThat(problems(List.of(), Map.of("etcd.password", "geheim"))).hasSize(1);
  }

  @Test
  void propertiesOfGoYcsbAreTranslated() {
    Map<String, String> given =
        Map.of(
            "etcd.endpoints", "a:1,b:2",
            "etcd.dial_timeout", "2s",
            "etcd.cert_file", "cert.pem",
            "etcd.key_file", "key.pem",
            "etcd.cacert_file", "ca.pem",
            "etcd.serializable_reads", "true");
    Map<String, String> meant = new TreeMap<>();
    new EtcdProvider()
        .translations(EtcdProvider.ETCD)
        .forEach(each -> meant.putAll(TestConfig.settings(given).get(each)));

    assertThat(meant)
        .containsOnly(
            entry("endpoints", "a:1,b:2"),
            entry("connect.timeout", "2s"),
            entry("etcd.cert", "cert.pem"),
            entry("etcd.key", "key.pem"),
            entry("etcd.cacert", "ca.pem"),
            entry("readconsistency", "stale"));
  }
}
