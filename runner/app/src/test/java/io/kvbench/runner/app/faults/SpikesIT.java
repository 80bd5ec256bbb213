package io.kvbench.runner.app.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.reports.spikes.Cause;
import io.kvbench.reports.spikes.Spikes;
import io.kvbench.reports.spikes.Spikes.Coincident;
import io.kvbench.reports.spikes.Spikes.Count;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.runner.app.InstalledServers;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.testkit.RealServers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of spikes of a real server that other processes cause: kvbench has to find the cause from
 * its measurements. The share that it finds is measured by docs/benchmarks/spikes, on a machine
 * without other load.
 */
class SpikesIT {
  private static final String ADDRESS = "--advertise-client-urls=";
  private static final Pattern REVISION = Pattern.compile("\"revision\":\\s?\"([0-9]+)\"");

  @TempDir private Path directory;
  @TempDir private Path servers;

  @Test
  @Tag("matrix")
  void findsAStoppedServerAndEventsThatOthersCaused() throws Exception {
    String cluster = InstalledServers.of("etcd");
    RealServers.require("kill");
    try (KvbenchProcess kvbench =
        KvbenchProcess.start(
            directory,
            "-db",
            "etcd",
            "-P",
            "workloads/workloada",
            "-threads",
            "20",
            "-target",
            "300",
            "-p",
            cluster,
            "-p",
            "cluster.dir=" + servers,
            "-p",
            "recordcount=1000",
            "-p",
            "operationcount=1000000000",
            "-p",
            "maxexecutiontime=40",
            "-p",
            "exit.on=never",
            "-p",
            "hosts.every=500ms")) {
      kvbench.await(this::isRunning, "the run phase");
      ProcessHandle server = server(kvbench);
      String endpoint = endpoint(server);
      Thread.sleep(10_000);
      stopFor(server, 2_000);
      Thread.sleep(5_000);
      ask(endpoint + "/v3/maintenance/snapshot", "{}");
      Thread.sleep(5_000);
      compact(endpoint);
      Thread.sleep(5_000);
      stopFor(server, 2_000);

      assertThat(kvbench.exitCode()).as(() -> kvbench.out() + kvbench.err()).isZero();
      Spikes spikes =
          Spikes.of(
                  StoredRun.read(kvbench.resultDirectory(), problem -> {}, IntervalTrack.READING)
                      .orElseThrow())
              .orElseThrow();

      assertThat(count(spikes, Cause.STOPPED).seen().eventsWith()).isGreaterThanOrEqualTo(2);
      assertThat(spikes.spikes())
          .filteredOn(
              spike -> spike.causes().contains(new Coincident(Cause.STOPPED, "etcd-1 was stopped")))
          .as(() -> kvbench.out())
          .hasSizeGreaterThanOrEqualTo(2);
      assertThat(spikes.counts()).extracting(Count::cause).contains(Cause.SNAPSHOT);
      assertThat(spikes.counts()).extracting(Count::cause).contains(Cause.COMPACTION);
      assertThat(kvbench.out()).contains("Spikes", "etcd-1 was stopped");
      assertThat(kvbench.report()).contains("Spikes", "etcd-1 was stopped", "Possible causes");
      assertThat(Files.readString(kvbench.resultDirectory().resolve("report.html")))
          .contains("etcd-1 was stopped", "\"spike\"");
    }
  }

  private boolean isRunning() {
    try (var files = Files.walk(directory.resolve("results"))) {
      for (Path file : files.filter(each -> each.endsWith("intervals.csv")).toList()) {
        if (Files.readString(file).contains(",run,")) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      return false;
    }
  }

  private static ProcessHandle server(KvbenchProcess kvbench) {
    return kvbench
        .handle()
        .descendants()
        .filter(process -> process.info().command().orElse("").endsWith("/etcd"))
        .findFirst()
        .orElseThrow();
  }

  private static String endpoint(ProcessHandle server) {
    return Arrays.stream(server.info().arguments().orElseThrow())
        .filter(argument -> argument.startsWith(ADDRESS))
        .findFirst()
        .orElseThrow()
        .substring(ADDRESS.length());
  }

  private static void stopFor(ProcessHandle server, long millis) throws Exception {
    signal(server, "STOP");
    try {
      Thread.sleep(millis);
    } finally {
      signal(server, "CONT");
    }
  }

  private static void signal(ProcessHandle process, String name) throws Exception {
    assertThat(
            new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .inheritIO()
                .start()
                .waitFor())
        .isZero();
  }

  private static void compact(String endpoint) throws Exception {
    Matcher revision = REVISION.matcher(ask(endpoint + "/v3/kv/range", "{\"key\":\"AA==\"}"));
    assertThat(revision.find()).isTrue();
    ask(
        endpoint + "/v3/kv/compaction",
        "{\"revision\":\"" + revision.group(1) + "\",\"physical\":true}");
  }

  private static String ask(String url, String body) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      var answer =
          client.send(
              HttpRequest.newBuilder(URI.create(url))
                  .timeout(Duration.ofMinutes(1))
                  .POST(BodyPublishers.ofString(body))
                  .build(),
              BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer::body).isEqualTo(200);
      return answer.body();
    }
  }

  private static Count count(Spikes spikes, Cause cause) {
    return spikes.counts().stream()
        .filter(each -> each.cause() == cause)
        .findFirst()
        .orElseThrow(() -> new AssertionError(spikes.counts().toString()));
  }
}
