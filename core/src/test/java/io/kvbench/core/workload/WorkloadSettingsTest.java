package io.kvbench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
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
import io.kvbench.core.workload.setting.YcsbSettings;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadSettingsTest {

  @Test
  void namesAreUnique() {
    assertThat(
            Stream.of(Workload.settings(), UnusedYcsbSettings.all(), YcsbSettings.all())
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
            "readallfields=true\ntable=x\nfieldnameprefix=f\nspin.sleep=true\nrecordcount=1",
            problems);
    assertThat(problems.list()).isEmpty();
    assertThat(UnusedYcsbSettings.notes(settings))
        .containsExactly(
            "No effect: fieldnameprefix, table (a record is one value without names); spin.sleep"
                + " (waiting clients do not spin).");
    assertThat(UnusedYcsbSettings.notes(WorkloadFixtures.settings("recordcount=1", problems)))
        .isEmpty();
  }

  @Test
  void singleFieldsSayWhatTheyMeanHere() {
    Problems problems = new Problems();
    Settings settings =
        WorkloadFixtures.settings("readallfields=false\nwriteallfields=false", problems);
    assertThat(UnusedYcsbSettings.notes(settings))
        .hasSize(2)
        .anyMatch(
            note -> note.startsWith("readallfields=false (given:1): ") && note.contains("all"))
        .anyMatch(note -> note.contains("writeallfields=false (given:2): "));
    assertThat(WorkloadFixtures.problems("recordcount=1\nwriteallfields=some"))
        .singleElement()
        .asString()
        .contains("true or false");
  }

  private static Settings ycsb(String name, String value, Problems problems) {
    return Settings.resolve(
        new Assignments().add(name, value, Origin.of("-p " + name)), YcsbSettings.all(), problems);
  }

  @ParameterizedTest
  @CsvSource({
    "text, TEXT",
    "site.ycsb.measurements.exporter.TextMeasurementsExporter, TEXT",
    "com.yahoo.ycsb.measurements.exporter.JSONMeasurementsExporter, JSON",
    "site.ycsb.measurements.exporter.JSONArrayMeasurementsExporter, JSONARRAY",
    "JSONArrayMeasurementsExporter, JSONARRAY"
  })
  void exportersHaveTheNamesOfYcsbsClasses(String name, YcsbSettings.Exporter exporter) {
    Problems problems = new Problems();
    assertThat(ycsb("exporter", name, problems).find(YcsbSettings.EXPORTER)).contains(exporter);
    assertThat(problems.list()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "exporter, com.example.Exporter",
    "measurementtype, gaussian",
    "measurementtype, histogram+raw",
    "hdrhistogram.percentiles, '95,ninety-nine'",
    "hdrhistogram.percentiles, 101",
    "hdrhistogram.fileoutput, maybe",
    "histogram.buckets, 0",
    "timeseries.granularity, 1.5s",
    "measurement.interval, due"
  })
  void aBadValueOfYcsbsIsOneProblem(String name, String value) {
    Problems problems = new Problems();
    ycsb(name, value, problems);
    assertThat(problems.list())
        .singleElement()
        .asString()
        .contains("-p " + name, "invalid value " + name + "=" + value, "expected ");
  }

  @Test
  void measurementsWithoutAReportAreNamed() {
    Problems problems = new Problems();
    assertThat(YcsbSettings.note(ycsb("measurementtype", "histogram", problems)))
        .hasValueSatisfying(
            note -> assertThat(note).startsWith("No effect: measurementtype: set exporter"));
    assertThat(YcsbSettings.note(ycsb("exportfile", "f", problems))).isEmpty();
  }
}
