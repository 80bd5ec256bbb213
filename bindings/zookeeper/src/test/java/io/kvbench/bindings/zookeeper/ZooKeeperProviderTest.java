package io.kvbench.bindings.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.bindings.zookeeper.options.ZooKeeperSettings;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ZooKeeperProviderTest {
  @Test
  void isFoundByItsService() {
    List<SystemDescriptor> systems =
        ServiceLoader.load(BindingProvider.class).stream()
            .flatMap(provider -> provider.get().systems().stream())
            .toList();
    assertThat(systems).extracting(SystemDescriptor::name).containsExactly("zookeeper", "zetcd");
  }

  @Test
  void saysWhyItCannotScan() {
    SystemDescriptor system = ZooKeeperProvider.ZOOKEEPER;
    assertThat(system.capabilities())
        .containsExactlyInAnyOrder(
            Capability.INSERT,
            Capability.READ_DEFAULT,
            Capability.READ_LINEARIZABLE,
            Capability.READ_STALE,
            Capability.UPDATE,
            Capability.DELETE,
            Capability.COMPARE_AND_SET,
            Capability.TRANSACTION,
            Capability.TRANSACTION_GUARD,
            Capability.READ_TRANSACTION,
            Capability.RANGE_ALL,
            Capability.RANGE_KEYS,
            Capability.RANGE_COUNT,
            Capability.WATCH,
            Capability.WATCHER,
            Capability.WATCHER_SHORT,
            Capability.WATCHER_ALL,
            Capability.WATCHER_ONCE,
            Capability.ONE_SHOT_READ,
            Capability.ONE_SHOT_SESSION,
            Capability.LOCK,
            Capability.ELECTION,
            Capability.FENCED_UPDATE,
            Capability.LEASE,
            Capability.LEASE_KEEPALIVE,
            Capability.LEASE_EXPIRY,
            Capability.MEMBERSHIP);
    assertThat(system.reasons().get(Capability.SCAN)).contains("no ordered scan");
    assertThat(system.remarks())
        .containsOnlyKeys(Capability.RANGE_KEYS, Capability.WATCH, Capability.WATCHER);
  }

  @Test
  void aPlaceThatCannotHoldRecordsIsToldWhilePlanning() {
    assertThat(problems("zookeeper", Map.of("zookeeper.root", "here")))
        .singleElement()
        .asString()
        .contains("zookeeper.root=here cannot hold records");
    assertThat(problems("zetcd", Map.of("zetcd.root", "/zookeeper")))
        .singleElement()
        .asString()
        .contains("zetcd.root=/zookeeper cannot hold records");
  }

  @Test
  void transactionsThatEtcdNeverTakesAreToldWhilePlanning() {
    Map<String, String> most = Map.of("transactionproportion", "1", "transactionlength", "42");
    assertThat(problems("zetcd", most)).isEmpty();
    assertThat(problems("zetcd", Map.of("transactionlength", "1000"))).isEmpty();
    assertThat(
            problems(
                "zetcd",
                Map.of(
                    "transactionproportion",
                    "0.1",
                    "transactionlength",
                    "42",
                    "zetcd.maxtxnops",
                    "127")))
        .singleElement()
        .asString()
        .contains("zetcd.maxtxnops=127", "transactionlength=42", "128 keys", "--max-txn-ops")
        .contains("set transactionlength to 41");
    assertThat(problems("zookeeper", Map.of("transactionproportion", "1"))).isEmpty();
  }

  /** Returns the problems of a run, with the settings of the workload. */
  private static List<String> problems(String system, Map<String, String> given) {
    BindingProvider provider =
        system.equals("zetcd") ? new ZetcdProvider() : new ZooKeeperProvider();
    SystemDescriptor descriptor = provider.systems().getFirst();
    List<Setting<?>> all = new ArrayList<>(descriptor.settings());
    all.add(WorkloadSettings.TRANSACTION_PROPORTION);
    all.add(WorkloadSettings.TRANSACTION_LENGTH);
    Assignments assignments = new Assignments();
    given.forEach((name, text) -> assignments.add(name, text, Origin.of("-p")));
    Problems problems = new Problems();
    provider.check(descriptor, List.of(), Settings.resolve(assignments, all, problems), problems);
    return problems.list().stream().map(Problem::message).toList();
  }

  /** The limit exceeds any test's: if waiting cannot help, there is no wait. */
  @Test
  @Timeout(60)
  void hostsThatNobodyKnowsAreToldOfAtOnce() {
    List<String> endpoints = List.of("nowhere.invalid:2181", "neither.invalid:2182");
    for (BindingProvider provider : List.of(new ZooKeeperProvider(), new ZetcdProvider())) {
      SystemDescriptor system = provider.systems().getFirst();
      Settings settings = Settings.resolve(new Assignments(), system.settings(), new Problems());

      assertThatThrownBy(
              () ->
                  provider.open(
                      system, new BindingConfig(endpoints, 1, Duration.ofHours(1), settings)))
          .isInstanceOf(BindingException.class)
          .hasMessage(
              system.title()
                  + " cannot be used at nowhere.invalid:2181,neither.invalid:2182: no such host is"
                  + " known. Correct endpoints=.");
    }
  }

  @Test
  void hidesAllPasswords() {
    assertThat(ZooKeeperSettings.all())
        .filteredOn(Setting::secret)
        .extracting(Setting::name)
        .containsExactlyInAnyOrder(
            "zookeeper.auth",
            "zookeeper.ssl.keyStore.password",
            "zookeeper.ssl.trustStore.password");
    assertThat(
            TestConfig.settings(
                    Map.of(
                        "zookeeper.auth", "a:geheim", "zookeeper.ssl.keyStore.password", "geheim"))
                .entries()
                .toString())
        .doesNotContain("geheim");
  }

  private static Map<String, String> meant(String name, String text) {
    Settings settings = TestConfig.settings(Map.of(name, text));
    return new ZooKeeperProvider()
        .translations(ZooKeeperProvider.ZOOKEEPER).stream()
            .flatMap(each -> settings.find(each).stream())
            .findFirst()
            .orElseThrow();
  }

  @Test
  void propertiesOfYcsbsBindingAreTranslated() {
    assertThat(meant("zookeeper.connectString", "zk1:2181,zk2:2181"))
        .isEqualTo(Map.of("endpoints", "zk1:2181,zk2:2181"));
    assertThat(meant("zookeeper.connectString", "zk1:2181/bench/a"))
        .isEqualTo(Map.of("endpoints", "zk1:2181", "zookeeper.root", "/bench/a"));
    assertThat(meant("zookeeper.sessionTimeout", "30000"))
        .isEqualTo(Map.of("zookeeper.sessiontimeout", "30000ms"));
    assertThat(meant("zookeeper.watchFlag", "true")).isEmpty();
    assertThatThrownBy(() -> meant("zookeeper.connectString", "/bench"))
        .hasMessageContaining("zookeeper.connectString");
    assertThatThrownBy(() -> meant("zookeeper.sessionTimeout", "30s"))
        .hasMessageContaining("milliseconds");
  }
}
