package io.kvbench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.family.CoordinationSettings;
import io.kvbench.core.workload.family.OneShotSettings;
import io.kvbench.core.workload.family.RangeSettings;
import io.kvbench.core.workload.family.WatcherSettings;
import io.kvbench.core.workload.setting.TraceSettings;
import io.kvbench.core.workload.setting.UnusedYcsbSettings;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WorkloadSettingsTest {

  @Test
  void namesAreUnique() {
    assertThat(
            Stream.of(Workload.settings(), UnusedYcsbSettings.all())
                .flatMap(List::stream)
                .flatMap(
                    setting ->
                        Stream.concat(Stream.of(setting.name()), setting.aliases().stream())))
        .doesNotHaveDuplicates();
  }

  @Test
  void everyConstantIsAmongAll() throws IllegalAccessException {
    List<Setting<?>> constants = new ArrayList<>();
    for (Class<?> declaring :
        List.of(
            WorkloadSettings.class,
            RangeSettings.class,
            OneShotSettings.class,
            CoordinationSettings.class,
            WatcherSettings.class,
            TraceSettings.class)) {
      for (Field field : declaring.getFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == Setting.class) {
          constants.add((Setting<?>) field.get(null));
        }
      }
    }
    // The effect of a constant may be declared by its list.
    assertThat(Workload.settings())
        .extracting(Setting::name)
        .containsExactlyInAnyOrderElementsOf(
            constants.stream().<String>map(Setting::name).toList());
  }

  @Test
  void defaultsAreAccepted() {
    Problems problems = new Problems();
    Settings settings = Settings.resolve(new Assignments(), Workload.settings(), problems);
    assertThat(settings.get(WorkloadSettings.FIELD_COUNT)).isEqualTo(10);
    assertThat(settings.get(WorkloadSettings.FIELD_LENGTH)).isEqualTo(100);
    assertThat(settings.get(WorkloadSettings.READ_PROPORTION)).isEqualTo(0.95);
    assertThat(settings.get(WorkloadSettings.UPDATE_PROPORTION)).isEqualTo(0.05);
    assertThat(settings.get(WorkloadSettings.EXPONENTIAL_FRACTION)).isEqualTo(0.8571428571);
    assertThat(settings.get(WorkloadSettings.MAX_SCAN_LENGTH)).isEqualTo(1000);
    assertThat(problems.list()).isEmpty();
  }

  @Test
  void whatHasNoEffectIsNamedOnceWithItsReason() {
    Problems problems = new Problems();
    Settings settings =
        WorkloadFixtures.settings(
            "readallfields=true\nwriteallfields=anything\nexporter=x\nrecordcount=1", problems);
    assertThat(problems.list()).isEmpty();
    assertThat(UnusedYcsbSettings.note(settings))
        .contains(
            "No effect: readallfields, writeallfields (a record is one value, read and written"
                + " whole); exporter (kvbench always writes all measurements, to its own files).");
    assertThat(UnusedYcsbSettings.note(WorkloadFixtures.settings("recordcount=1", problems)))
        .isEmpty();
  }
}
