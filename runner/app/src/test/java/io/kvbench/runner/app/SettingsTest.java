package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import org.junit.jupiter.api.Test;

/** Every property of the program. */
class SettingsTest {
  /** A comparison that does not know what a setting affects may call any two runs comparable. */
  @Test
  void everySettingDeclaresWhatItAffects() {
    assertThat(new CommandLinePlanner().settings())
        .hasSizeGreaterThan(100)
        .filteredOn(setting -> setting.affects().isEmpty())
        .extracting(Setting::name)
        .isEmpty();
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
