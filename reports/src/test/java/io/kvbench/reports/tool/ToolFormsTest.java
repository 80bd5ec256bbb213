package io.kvbench.reports.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kvbench.reports.SeriesFixtures;
import io.kvbench.results.directory.StoredRun;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the exports with the tools that read them. */
class ToolFormsTest {
  @TempDir private Path parent;

  @Test
  void aRunNeedsNoTag() throws Exception {
    Map<String, Histogram> byTag =
        read(MergedHistogramLog.of(runs(SeriesFixtures.write(parent, "etcd"))));

    assertThat(byTag).containsOnlyKeys("");
    assertThat(byTag.get("").getTotalCount()).isEqualTo(9_000);
    assertThat(byTag.get("").getMaxValue() / 1e6).isBetween(17.9, 18.1);
  }

  @Test
  void runsAndStepsAreToldApart() throws Exception {
    String log =
        MergedHistogramLog.of(
            runs(
                SeriesFixtures.writeSteps(parent, "etcd"), SeriesFixtures.write(parent, "consul")));

    Map<String, Histogram> byTag = read(log);
    assertThat(byTag).containsOnlyKeys("consul-1.0", "etcd-1.0.run-1", "etcd-1.0.run-2");
    assertThat(byTag.get("etcd-1.0.run-1").getTotalCount()).isEqualTo(1_500);
    assertThat(byTag.get("etcd-1.0.run-2").getTotalCount()).isEqualTo(7_500);
  }

  @Test
  void perfdashFindsPercentilesInMilliseconds() throws Exception {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      JsonNode json =
          new ObjectMapper()
              .readTree(Perfdash.of(runs(SeriesFixtures.write(parent, "etcd")).getFirst()));

      assertThat(json.path("version").asText()).isEqualTo("v1");
      assertThat(json.path("dataItems")).hasSize(1);
      JsonNode item = json.path("dataItems").path(0);
      assertThat(item.path("unit").asText()).isEqualTo("ms");
      assertThat(item.path("labels").path("Operation").asText()).isEqualTo("INSERT");
      assertThat(item.path("data").path("Perc50").asDouble()).isBetween(5.99, 6.02);
      assertThat(item.path("data").path("Perc90").asDouble()).isBetween(17.9, 18.1);
      assertThat(item.path("data").path("Perc99").asDouble()).isBetween(17.9, 18.1);
    } finally {
      Locale.setDefault(before);
    }
  }

  private static List<StoredRun> runs(Path... directories) {
    return StoredRun.readAll(List.of(directories), problem -> {}, MergedHistogramLog.READING)
        .orElseThrow();
  }

  private static Map<String, Histogram> read(String log) {
    Map<String, Histogram> byTag = new TreeMap<>();
    HistogramLogReader reader =
        new HistogramLogReader(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)));
    for (EncodableHistogram next = reader.nextIntervalHistogram();
        next != null;
        next = reader.nextIntervalHistogram()) {
      String tag = next.getTag() == null ? "" : next.getTag();
      byTag.computeIfAbsent(tag, each -> new Histogram(3)).add((Histogram) next);
    }
    return byTag;
  }
}
