package io.kvbench.runner.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.Ticks;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.testkit.RealServers;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a real Prometheus reads the metrics, and its percentiles are those of the run. */
class PrometheusIT {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final String READ = "{operation=\"READ\"}";

  @TempDir Path directory;

  /** Classic buckets are 22 % wide; between their bounds Prometheus interpolates. */
  @ParameterizedTest
  @CsvSource({
    "native-histograms, kvbench_response_seconds, 0.02",
    "promql-at-modifier, kvbench_response_seconds_bucket, 0.05"
  })
  void percentilesAreThoseOfTheRun(String feature, String series, double error) throws Exception {
    TimeHistogram times = times();
    try (LiveMetrics metrics = new LiveMetrics("memory", "smoke", () -> 0, NanoClock.system());
        MetricsEndpoint endpoint = MetricsEndpoint.open(settings(), metrics)) {
      metrics.about("20260101T000000Z-smoke-memory", "nightly", "1");
      metrics.phaseStarted(
          new PhasePlan(PhaseName.RUN, 7, new LoadModel.ClosedLoop(), 100, Optional.empty(), false),
          Set.of(OperationType.READ));
      try (Prometheus prometheus = new Prometheus(endpoint.url(), feature)) {
        prometheus.await("kvbench_operations_total{operation=\"READ\",outcome=\"OK\"}", 0);
        metrics.interval(interval(times));
        prometheus.await(
            "kvbench_operations_total{operation=\"READ\",outcome=\"OK\"}", times.count());

        for (double percentile : new double[] {50, 90, 99, 99.9}) {
          double expected = times.percentileNanos(percentile) * 1e-9;
          double found =
              prometheus.value(
                  "histogram_quantile(%s, increase(%s%s[1m]))"
                      .formatted(percentile / 100, series, READ));
          assertThat(found).isCloseTo(expected, within(error * expected));
        }
        assertThat(prometheus.value("count({run=\"20260101T000000Z-smoke-memory\"})"))
            .isEqualTo(prometheus.value("count({__name__=~\"kvbench_.*\"})"));
      }
    }
  }

  @Test
  void promtoolHasNoComplaint() throws Exception {
    Path promtool = RealServers.require("promtool");
    try (LiveMetrics metrics = new LiveMetrics("memory", "smoke", () -> 0, NanoClock.system())) {
      metrics.about("run", "label", "1");
      metrics.phaseStarted(
          new PhasePlan(PhaseName.RUN, 7, new LoadModel.ClosedLoop(), 100, Optional.empty(), false),
          Set.of(OperationType.READ));
      metrics.interval(interval(times()));
      Path file = Files.writeString(directory.resolve("metrics"), Samples.text(metrics));
      Process check =
          new ProcessBuilder(promtool.toString(), "check", "metrics")
              .redirectInput(file.toFile())
              .redirectErrorStream(true)
              .start();
      assertThat(new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .isEmpty();
      assertThat(check.waitFor()).isZero();
    }
  }

  private static Settings settings() {
    Assignments assignments = new Assignments();
    assignments.add("metrics.port", "0", Origin.of("-p"));
    return Settings.resolve(assignments, MetricsSettings.all(), new Problems());
  }

  /** Returns times as stores have them: most at a millisecond, and a long tail. */
  private static TimeHistogram times() {
    Random random = new Random(1);
    return TimeHistogram.ofNanos(
        random
            .doubles(20_000)
            .mapToLong(uniform -> (long) (800_000 / Math.pow(1 - uniform, 0.45)))
            .toArray());
  }

  private static Interval interval(TimeHistogram times) {
    return new Interval(
        Instant.EPOCH,
        0,
        1_000_000_000L,
        5,
        3,
        new Snapshot(
            Map.of(OperationType.READ, Map.of(Outcome.OK, new StatusSnapshot(times, times))),
            TimeHistogram.empty()),
        Ticks.sum(List.of()));
  }

  /** A Prometheus that scrapes one endpoint each second. */
  private final class Prometheus implements AutoCloseable {
    private final Process process;
    private final int port;

    Prometheus(String url, String feature) throws IOException {
      Path program = RealServers.require("prometheus");
      try (ServerSocket free = new ServerSocket(0)) {
        port = free.getLocalPort();
      }
      Path configuration =
          Files.writeString(
              directory.resolve("prometheus.yaml"),
              """
              global: {scrape_interval: 1s}
              scrape_configs:
                - job_name: kvbench
                  static_configs: [{targets: ["%s"]}]
              """
                  .formatted(URI.create(url).getAuthority()));
      process =
          new ProcessBuilder(
                  program.toString(),
                  "--config.file=" + configuration,
                  "--storage.tsdb.path=" + directory.resolve("data"),
                  "--web.listen-address=127.0.0.1:" + port,
                  "--enable-feature=" + feature)
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("prometheus.log").toFile())
              .start();
    }

    /** Waits until a query has this value. */
    void await(String query, double value) throws Exception {
      Instant end = Instant.now().plus(Duration.ofMinutes(2));
      while (value(query) != value) {
        assertThat(Instant.now())
            .as(() -> query + ": " + log())
            .isBefore(end)
            .satisfies(now -> assertThat(process.isAlive()).as(this::log).isTrue());
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }

    private String log() {
      try {
        return Files.readString(directory.resolve("prometheus.log"));
      } catch (IOException e) {
        return e.toString();
      }
    }

    /** Returns the value of a query, NaN if there is none yet. */
    double value(String query) throws Exception {
      URI uri =
          URI.create(
              "http://127.0.0.1:%d/api/v1/query?query=%s"
                  .formatted(port, URLEncoder.encode(query, StandardCharsets.UTF_8)));
      try {
        String answer =
            CLIENT.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
        JsonNode value = new ObjectMapper().readTree(answer).at("/data/result/0/value/1");
        return value.isMissingNode() ? Double.NaN : Double.parseDouble(value.asText());
      } catch (IOException e) {
        return Double.NaN;
      }
    }

    @Override
    public void close() {
      process.destroy();
      process.onExit().join();
    }
  }
}
