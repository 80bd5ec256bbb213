package io.kvbench.reports.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.reports.SeriesFixtures;
import io.kvbench.reports.series.Plots;
import io.kvbench.reports.series.RunSeries;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files over time, letter by letter. {@code mvn test -Dgolden=write} makes new ones. */
class SeriesCsvTest {
  private static final Locale DEFAULT = Locale.getDefault();

  @TempDir private Path parent;

  @AfterEach
  void restoreLocale() {
    Locale.setDefault(DEFAULT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"en-US", "de-DE", "ar-EG-u-nu-arab", "tr-TR"})
  void filesAreTheSameInEveryLocale(String locale) throws Exception {
    Locale.setDefault(Locale.forLanguageTag(locale));
    RunSeries run = read(SeriesFixtures.write(parent, "etcd")).getFirst();
    StringBuilder all = new StringBuilder();
    DbtesterCsv.of(run)
        .forEach((name, text) -> all.append("== ").append(name).append('\n').append(text));
    all.append("== all-aggregated\n").append(AggregatedCsv.of(run));

    assertGolden("dbtester-files.txt", all.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"en-US", "de-DE", "ar-EG-u-nu-arab", "tr-TR"})
  void plotsAreTheSameInEveryLocale(String locale) throws Exception {
    Locale.setDefault(Locale.forLanguageTag(locale));
    List<RunSeries> runs =
        read(SeriesFixtures.write(parent, "etcd"), SeriesFixtures.writeSteps(parent, "consul"));
    StringBuilder all = new StringBuilder();
    Plots.of("test", runs)
        .plots()
        .forEach(
            plot -> all.append("== ").append(plot.name()).append('\n').append(PlotCsv.of(plot)));
    all.append("== EVENTS\n").append(EventsCsv.of(runs));

    assertGolden("plots.txt", all.toString());
  }

  @Test
  void everyRowHasAsManyCellsAsItsHeader() throws Exception {
    RunSeries run = read(SeriesFixtures.write(parent, "etcd")).getFirst();

    for (String file :
        List.of(
            AggregatedCsv.of(run),
            DbtesterCsv.of(run).getOrDefault("system-metrics-node-1.csv", ""))) {
      assertThat(file.lines().map(line -> line.split(",", -1).length).distinct()).hasSize(1);
      assertThat(file.lines().count()).isBetween(6L, 7L);
    }
  }

  private List<RunSeries> read(Path... directories) {
    return RunSeries.readAll(List.of(directories), problem -> {}).orElseThrow();
  }

  private static void assertGolden(String name, String text) throws IOException {
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(Path.of("src/test/resources/golden", name), text);
    }
    try (InputStream in = SeriesCsvTest.class.getResourceAsStream("/golden/" + name)) {
      String golden = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(text).isEqualTo(golden);
    }
  }
}
