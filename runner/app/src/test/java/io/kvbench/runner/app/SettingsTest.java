package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import io.kvbench.runner.app.options.CommandLinePlanner;
import java.util.Collection;
import org.junit.jupiter.api.Test;

/** Tests of every property of the program. */
class SettingsTest {
  /** Without it, a comparison may call any two runs comparable. */
  @Test
  void everySettingDeclaresWhatItAffects() {
    assertThat(new CommandLinePlanner().settings())
        .hasSizeGreaterThan(100)
        .filteredOn(setting -> setting.affects().isEmpty())
        .extracting(Setting::name)
        .isEmpty();
  }

  /** No value from another machine may name a file, a command or a secret. */
  @Test
  void settingsOfAnyFormAreRemoteOnlyIfTheyAreNamedHere() {
    Collection<Setting<?>> settings = new CommandLinePlanner().settings();
    assertThat(settings)
        .filteredOn(Setting::remote)
        .filteredOn(setting -> setting.accepts().matches("text|a comma-separated list|a key .*"))
        .extracting(Setting::name)
        .containsExactlyInAnyOrder(
            "endpoints",
            "label",
            "slo",
            "keyprefix",
            "range.start",
            "range.end",
            "cluster",
            "etcd.prefix",
            "consul.prefix",
            "cetcd.prefix",
            "dengine.prefix",
            "zookeeper.root",
            "zetcd.root");
    assertThat(settings)
        .filteredOn(Setting::remote)
        .extracting(Setting::name)
        .contains("clients", "target", "target.steps", "valuesize", "readconsistency")
        .doesNotContain("metrics.port", "results.permissions", "cluster.keep", "agents", "fault")
        .doesNotContain("trace", "target.trace")
        .filteredOn(name -> !name.equals("fault.command.timeout"))
        .noneMatch(name -> name.matches(".*(file|path|dir|command|flags|image|password|token).*"));
    assertThat(settings).filteredOn(Setting::secret).noneMatch(Setting::remote);
  }

  /** A fact that no setting decides would never differ. */
  @Test
  void everyFactIsDecidedBySomeSetting() {
    assertThat(
            new CommandLinePlanner()
                .settings().stream().flatMap(setting -> setting.decides().stream()))
        .contains(Fact.values());
  }
}
