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

/** Golden-file tests of the files over time. {@code mvn test -Dgolden=write} makes new ones. */
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
    all.append("== EVENTS\n").append(PlotCsv.events(runs));

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

  /** Counters are there as they stand and as what they grew by, of each server and over all. */
  @Test
  void whatIsSampledIsInTheFilesOfSystemsAndInTheirSum() throws Exception {
    RunSeries run = read(SeriesFixtures.write(parent, "etcd")).getFirst();
    String files = DbtesterCsv.of(run).getOrDefault("system-metrics-node-2.csv", "");
    String all = AggregatedCsv.of(run);

    assertThat(cell(files, "WRITE-BYTES", 2)).isEqualTo(Long.toString(3 << 20));
    assertThat(cell(files, "WRITE-BYTES-DELTA", 2)).isEqualTo(Long.toString(3 << 20));
    assertThat(cell(files, "READ-BYTES", 2)).isEqualTo("4096");
    assertThat(cell(files, "READ-BYTES-DELTA", 2)).isEqualTo("0");
    assertThat(cell(all, "WRITE-BYTES-node-2", 2)).isEqualTo(Long.toString(3 << 20));
    assertThat(cell(all, "AVG-WRITE-BYTES", 2)).isEqualTo(Long.toString(2 << 20));
    assertThat(cell(all, "AVG-CLIENT-NUM", 2)).isEqualTo("100");
    assertThat(cell(all, "LOAD-AVERAGE-5-MINUTE-node-1", 2)).isEqualTo("1.25");
    assertThat(cell(all, "FD-node-1", 2)).isEqualTo("31");
    assertThat(cell(all, "THREADS-node-1", 2)).isEqualTo("12");
    assertThat(cell(all, "MAX-VMSIZE", 2)).isEqualTo(Long.toString(1L << 30));
    assertThat(cell(all, "RECEIVE-PACKETS-DELTA-node-1", 2)).isEqualTo("920");
    assertThat(cell(all, "TIME(WRITES)-node-1", 2)).isEqualTo("110");
  }

  /** Returns a cell of a row, which is counted from 1. */
  private static String cell(String csv, String column, int row) {
    List<String> lines = csv.lines().toList();
    int place = List.of(lines.getFirst().split(",", -1)).indexOf(column);
    assertThat(place).as(column).isNotNegative();
    return lines.get(row).split(",", -1)[place];
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
