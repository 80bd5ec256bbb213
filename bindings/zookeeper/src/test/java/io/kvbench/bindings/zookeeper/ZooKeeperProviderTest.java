package io.kvbench.bindings.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.setting.Setting;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

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
            Capability.WATCH);
    assertThat(system.reasons().get(Capability.SCAN)).contains("no ordered scan");
    assertThat(system.remarks()).containsOnlyKeys(Capability.WATCH);
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
}
