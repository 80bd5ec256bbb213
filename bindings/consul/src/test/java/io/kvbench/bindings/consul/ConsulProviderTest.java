package io.kvbench.bindings.consul;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.bindings.consul.options.ConsulLibrary;
import io.kvbench.bindings.consul.options.ConsulSettings;
import io.kvbench.bindings.consul.options.ConsulTls;
import io.kvbench.bindings.consul.options.ConsulToken;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Promises;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.testkit.Certificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsulProviderTest {
  @TempDir private Path directory;

  private static List<String> problems(List<String> endpoints, Map<String, String> given) {
    Problems problems = new Problems();
    new ConsulProvider()
        .check(ConsulProvider.CONSUL, endpoints, TestConfig.settings(given), problems);
    return problems.list().stream().map(Problem::message).toList();
  }

  @Test
  void isFoundThroughItsDoor() {
    assertThat(ServiceLoader.load(BindingProvider.class))
        .anyMatch(provider -> provider instanceof ConsulProvider);
  }

  @Test
  void scansOnlyWhereTheUserSaysHow() {
    SystemDescriptor without =
        new ConsulProvider().with(ConsulProvider.CONSUL, TestConfig.settings(Map.of()));
    assertThat(without).isEqualTo(ConsulProvider.CONSUL);
    assertThat(without.reasons().get(Capability.SCAN)).contains("consul.scan.prefixlength");

    SystemDescriptor with =
        new ConsulProvider()
            .with(
                ConsulProvider.CONSUL,
                TestConfig.settings(Map.of("consul.scan.prefixlength", "12")));
    assertThat(with.capabilities()).contains(Capability.SCAN);
    assertThat(with.reasons()).doesNotContainKey(Capability.SCAN);
    assertThat(with.remarks().get(Capability.SCAN))
        .startsWith("consul.scan.prefixlength=12: ")
        .contains("the first 12 characters of the start key");
    assertThat(with.exclusiveConnections()).isTrue();
  }

  @Test
  void consulClientHasNoTransactionsAndSaysWhatItSendsAgain() {
    Map<String, String> settings = Map.of("client", "library", "consul.scan.prefixlength", "12");
    SystemDescriptor library =
        new ConsulProvider().with(ConsulProvider.CONSUL, TestConfig.settings(settings));
    assertThat(library.capabilities())
        .contains(Capability.SCAN, Capability.COMPARE_AND_SET)
        .contains(Capability.READ_TRANSACTION)
        .contains(Capability.LOCK, Capability.ELECTION, Capability.LEASE, Capability.MEMBERSHIP)
        .contains(Capability.WATCHER, Capability.WATCHER_ALL)
        .doesNotContain(Capability.TRANSACTION, Capability.TRANSACTION_GUARD, Capability.WATCH)
        .doesNotContain(Capability.FENCED_UPDATE, Capability.WATCHER_ONCE)
        .doesNotContain(Capability.oneShot());
    assertThat(library.reasons().get(Capability.FENCED_UPDATE)).contains("lock.write=plain");
    assertThat(library.reasons().get(Capability.TRANSACTION)).contains("client=light");
    assertThat(library.remarks()).containsKey(Capability.SCAN);
    assertThat(library.notes()).hasSize(1);
  }

  @Test
  void theLibraryThatIsKeptIsTheDefault() {
    assertThat(library(Map.of("client", "library")).coordinates())
        .matches("org\\.kiwiproject:consul-client:[\\d.]+");
    assertThat(library(Map.of("client", "library", "consul.library", "orbitz")).coordinates())
        .matches("com\\.orbitz\\.consul:consul-client:[\\d.]+");
  }

  private static ConsulLibrary library(Map<String, String> given) {
    return TestConfig.settings(given).get(ConsulSettings.LIBRARY);
  }

  @Test
  void aLibraryThatCarriesNothingIsAProblem() {
    Problems problems = new Problems();
    new ConsulProvider()
        .check(
            ConsulProvider.CONSUL,
            List.of(),
            TestConfig.settings(Map.of("consul.library", "orbitz")),
            problems);
    assertThat(problems.list())
        .singleElement()
        .hasToString("-p: consul.library needs client=library.");
  }

  /** The second attempt of a write may be rejected because the first was applied. */
  @Test
  void rejectionsLeaveDoubtIfWritesMayBeSentAgain() {
    Promises library =
        new ConsulProvider()
            .with(ConsulProvider.CONSUL, TestConfig.settings(Map.of("client", "library")))
            .promises();
    assertThat(library.leavesDoubt(Outcome.CONFLICT)).isTrue();
    for (ErrorKind kind : ErrorKind.values()) {
      boolean ofTheEngine = kind == ErrorKind.WRONG_VALUE || kind == ErrorKind.UNSENT;
      assertThat(library.leavesDoubt(kind)).as("%s", kind).isNotEqualTo(ofTheEngine);
    }
    assertThat(ConsulProvider.CONSUL.promises().leavesDoubt(Outcome.CONFLICT)).isFalse();
    assertThat(CetcdProvider.CETCD.promises().leavesDoubt(Outcome.CONFLICT)).isTrue();
  }

  @Test
  void cannotScanByItself() {
    assertThat(ConsulProvider.CONSUL.capabilities())
        .containsExactlyInAnyOrder(
            Capability.INSERT,
            Capability.READ_DEFAULT,
            Capability.READ_LINEARIZABLE,
            Capability.READ_STALE,
            Capability.UPDATE,
            Capability.DELETE,
            Capability.COMPARE_AND_SET,
            Capability.RANGE_ALL,
            Capability.RANGE_PREFIX,
            Capability.RANGE_RECORDS,
            Capability.RANGE_KEYS,
            Capability.TRANSACTION,
            Capability.TRANSACTION_GUARD,
            Capability.READ_TRANSACTION,
            Capability.ONE_SHOT_READ,
            Capability.WATCHER,
            Capability.WATCHER_SHORT,
            Capability.WATCHER_ALL,
            Capability.LOCK,
            Capability.ELECTION,
            Capability.FENCED_UPDATE,
            Capability.LEASE,
            Capability.LEASE_KEEPALIVE,
            Capability.LEASE_EXPIRY,
            Capability.MEMBERSHIP);
    assertThat(ConsulProvider.CONSUL.reasons().get(Capability.SCAN))
        .contains("consul.scan.prefixlength");
  }

  @Test
  void findsNothingWrongWithTheDefaults() {
    assertThat(problems(List.of("127.0.0.1:8500", "[::1]:8500", "consul"), Map.of())).isEmpty();
  }

  @Test
  void findsEverythingThatIsWrong() {
    assertThat(
            problems(
                List.of("http://consul:8500", "consul:99999"),
                Map.of(
                    "consul.prefix", "präfix/",
                    "consul.cert", "client.pem",
                    "consul.token", "a b")))
        .hasSize(4)
        .anyMatch(each -> each.contains("'http://consul:8500'") && each.contains("99999"))
        .anyMatch(each -> each.contains("consul.prefix=präfix/"))
        .anyMatch(each -> each.contains("consul.cert needs consul.tls=true"))
        .anyMatch(each -> each.contains("ACL token") && !each.contains("a b"));
  }

  @Test
  void wantsKeyAndCertificateTogether() {
    assertThat(problems(List.of(), Map.of("consul.tls", "true", "consul.cert", "c.pem")))
        .hasSize(1)
        .first()
        .asString()
        .contains("must be used together");
  }

  @Test
  void refusesADatacenterThatWouldNotStayInItsPlace() {
    assertThat(problems(List.of(), Map.of("consul.datacenter", "dc1&stale"))).hasSize(1);
  }

  @Test
  void readsTheTokenFromAFile() throws Exception {
    Path file = Files.writeString(directory.resolve("token"), "secret-token\nmore\n");
    ConsulToken token =
        ConsulToken.of(TestConfig.settings(Map.of("consul.token.file", file.toString())))
            .orElseThrow();
    assertThat(token.secret()).isEqualTo("secret-token");
    assertThat(token.toString()).doesNotContain("secret-token");
  }

  @Test
  void takesOneTokenOnlyAndAFileThatIsThere() throws Exception {
    Path empty = Files.writeString(directory.resolve("empty"), "");
    for (Map<String, String> given :
        List.of(
            Map.of("consul.token", "a", "consul.token.file", "b"),
            Map.of("consul.token.file", directory.resolve("none").toString()),
            Map.of("consul.token.file", empty.toString()))) {
      assertThatThrownBy(() -> ConsulToken.of(TestConfig.settings(given)))
          .isInstanceOf(BindingException.class)
          .hasMessageContaining("consul.token.file");
    }
  }

  @Test
  void looksAtCertificatesBeforeItConnects() throws Exception {
    Certificates certificates = new Certificates(directory);
    Certificates.Pair good = certificates.valid("good");
    assertThat(ConsulTls.of(identity(good.certificate(), good.key()))).isPresent();
    Certificates.Pair late = certificates.expired("late");
    assertThatThrownBy(() -> ConsulTls.check(identity(late.certificate(), late.key())))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("has expired");
    assertThatThrownBy(() -> ConsulTls.check(identity(good.certificate(), late.key())))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("is not the key");
  }

  private static Settings identity(Path certificate, Path key) {
    return TestConfig.settings(
        Map.of(
            "consul.tls",
            "true",
            "consul.cert",
            certificate.toString(),
            "consul.key",
            key.toString()));
  }

  @Test
  void saysWhichFileOfTlsIsNotThere() {
    assertThatThrownBy(
            () ->
                ConsulTls.of(
                    TestConfig.settings(
                        Map.of("consul.tls", "true", "consul.cacert", "/nowhere/ca.pem"))))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("/nowhere/ca.pem");
  }
}
