package io.kvbench.runner.app.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.runner.app.KvbenchThread;
import io.kvbench.runner.app.terminal.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the metrics that Prometheus scrapes during a run. */
final class MetricsIT {
  private static final Pattern URL = Pattern.compile("live metrics at (http://\\S+/metrics)");
  private static final Pattern OK =
      Pattern.compile("kvbench_operations_total\\{.*operation=\"READ\",outcome=\"OK\",.*} (\\S+)");
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir private Path directory;

  private KvbenchThread start(String port) {
    return KvbenchThread.start(
        directory,
        "-db",
        "memory",
        "-P",
        "workloads/workloadb",
        "-target",
        "500",
        "-p",
        "operationcount=100000000",
        "-p",
        "maxexecutiontime=60",
        "-p",
        "metrics.port=" + port);
  }

  private static HttpResponse<String> get(String url) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
    return CLIENT.send(request, BodyHandlers.ofString());
  }

  private static double reads(String text) {
    Matcher matcher = OK.matcher(text);
    return matcher.find() ? Double.parseDouble(matcher.group(1)) : 0;
  }

  /** Waits for more reads than that and returns the text that has them. */
  private static String more(String url, double than) throws Exception {
    long deadline = System.nanoTime() + 50_000_000_000L;
    while (true) {
      HttpResponse<String> answer = get(url);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
          .startsWith("text/plain; version=0.0.4");
      if (reads(answer.body()) > than) {
        return answer.body();
      }
      assertThat(System.nanoTime()).as(answer::body).isLessThan(deadline);
      Thread.sleep(100);
    }
  }

  @Test
  void countsGrowAndTheEndpointGoesWithTheRun() throws Exception {
    try (KvbenchThread kvbench = start("0")) {
      kvbench.awaitErr("live metrics at");
      Matcher url = URL.matcher(kvbench.err());
      assertThat(url.find()).isTrue();

      // Before the first interval, there are only some of them.
      String first = more(url.group(1), 0);
      assertThat(more(url.group(1), reads(first)))
          .contains("system=\"memory\"", "workload=\"workloadb\"")
          .contains(
              "kvbench_response_percentile_seconds{label=\"\",operation=\"READ\",percentile=\"50\"")
          .contains(
              "kvbench_service_seconds_bucket{label=\"\",operation=\"UPDATE\"",
              "kvbench_lag_seconds_count{")
          .contains("kvbench_run_info{label=\"\",run=\"", "kvbench_build_info{")
          .contains("kvbench_throughput_per_second{", "kvbench_client_cpu_cores{")
          .contains("kvbench_clients_active{", "kvbench_phase{label=\"\",phase=\"run\"");

      kvbench.interrupt();
      assertThat(kvbench.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
      assertThatThrownBy(() -> get(url.group(1))).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aPortThatIsTakenEndsItBeforeTheLoad() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        KvbenchThread kvbench = start(Integer.toString(taken.getLocalPort()))) {
      assertThat(kvbench.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(kvbench.err())
          .contains("metrics.port=" + taken.getLocalPort(), "another port")
          .doesNotContain("\tat ");
      assertThat(directory.resolve("results")).doesNotExist();
    }
  }
}
