package io.kvbench.runner.app.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.results.format.HostUse;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.HostsResult.Span;
import io.kvbench.results.format.NodesUse;
import io.kvbench.results.format.ProcessUse;
import io.kvbench.results.format.RunResult;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.KvbenchThread;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.testkit.RealServers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of host samples during a run, on real servers. */
class HostsIT {
  private static final long SECONDS = 3;

  /** Cells that must be positive in some row; of counters, their growth. */
  private static final List<String> OF_SERVERS =
      List.of(
          "CPU",
          "VMRSS",
          "VMSIZE",
          "FD",
          "THREADS",
          "VOLUNTARY-CTXT-SWITCHES-DELTA",
          "WRITE-BYTES-DELTA",
          "LOAD-AVERAGE-1-MINUTE",
          "LOAD-AVERAGE-5-MINUTE",
          "LOAD-AVERAGE-15-MINUTE",
          "HOST-MEMORY-AVAILABLE",
          "DISK-SPACE-USAGE",
          "DISK-SPACE-FREE",
          "READS-COMPLETED",
          "SECTORS-READ",
          "TIME(READS)",
          "WRITES-COMPLETED-DELTA",
          "SECTORS-WRITTEN-DELTA",
          "TIME(WRITES)-DELTA",
          "RECEIVE-BYTES-DELTA",
          "TRANSMIT-BYTES-DELTA",
          "RECEIVE-PACKETS-DELTA",
          "TRANSMIT-PACKETS-DELTA",
          "CLIENT-NUM");

  /**
   * Cells that must be filled in some row (after a missed sample they are empty), and may be 0:
   * cached files are not read again, and an unshared core has no steal.
   */
  private static final List<String> PERHAPS_ZERO =
      List.of(
          "NON-VOLUNTARY-CTXT-SWITCHES-DELTA",
          "READ-BYTES",
          "READ-BYTES-DELTA",
          "READS-COMPLETED-DELTA",
          "SECTORS-READ-DELTA",
          "TIME(READS)-DELTA");

  @TempDir private Path directory;

  private static String[] run(String system, String every, int nodes) {
    List<String> all = new ArrayList<>(List.of("-db", system, "-threads", "4", "-target", "1000"));
    for (String property :
        List.of(
            "recordcount=100",
            "operationcount=100000000",
            "readproportion=0.5",
            "updateproportion=0.5",
            "maxexecutiontime=" + SECONDS,
            "cluster.nodes=" + nodes,
            "hosts.every=" + every)) {
      all.addAll(List.of("-p", property));
    }
    return all.toArray(String[]::new);
  }

  @ParameterizedTest
  @CsvSource({"zookeeper,1", "etcd,3", "consul,1"})
  void aRunKeepsWhatItsServersAndItselfDid(String system, int nodes) throws Exception {
    if (!system.equals("zookeeper")) {
      RealServers.require(system);
    }
    try (KvbenchThread kvbench = KvbenchThread.start(directory, run(system, "200ms", nodes))) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isLessThan(ExitCode.USAGE);
      for (int node = 1; node <= nodes; node++) {
        List<Map<String, String>> rows =
            rows(kvbench.resultDirectory().resolve("host-" + system + "-" + node + ".csv"));
        assertThat(rows).hasSizeGreaterThan(4);
        for (String figure : OF_SERVERS) {
          assertThat(rows)
              .as(system + "-" + node + " " + figure)
              .anySatisfy(row -> assertThat(number(row, figure)).isPositive());
        }
        assertThat(rows)
            .anySatisfy(
                row ->
                    assertThat(PERHAPS_ZERO)
                        .allSatisfy(figure -> assertThat(row.get(figure)).matches("\\d+")));
      }
      assertThat(rows(kvbench.resultDirectory().resolve("host-client.csv")))
          .anySatisfy(row -> assertThat(row).containsEntry("CLIENT-NUM", "4"));
      agrees(kvbench.result(), nodes);
      assertThat(kvbench.report())
          .contains("Hosts", system + "-" + nodes, "This machine", "Sidecar", " % of a core, ");
    }
  }

  /** The figures of the run are known, and fit together. */
  private static void agrees(RunResult result, int nodes) {
    HostsResult hosts = result.hosts().orElseThrow();
    Span run = hosts.of(result.phases().getLast()).orElseThrow();
    NodesUse over = run.overNodes().orElseThrow();
    assertThat(run.nodes()).hasSize(nodes);
    for (ProcessUse node : run.nodes()) {
      assertThat(node.coveredNanos()).isGreaterThan(run.wallNanos() / 2);
      assertThat(node.cpuPercentMean().orElseThrow())
          .isPositive()
          .isLessThanOrEqualTo(node.cpuPercentMax().orElseThrow() + 0.01);
      assertThat(node.residentBytesMean().orElseThrow())
          .isLessThanOrEqualTo(node.residentBytesMax().orElseThrow());
      assertThat(
              Stream.of(
                  node.virtualBytesMax(),
                  node.threadsMax(),
                  node.openFilesMax(),
                  node.voluntarySwitches(),
                  node.writtenBytes()))
          .allSatisfy(figure -> assertThat(figure.orElseThrow()).isPositive());
      assertThat(node.involuntarySwitches()).isPresent();
      assertThat(node.readBytes()).isPresent();
    }
    assertThat(over.cpuMillis().orElseThrow().sum())
        .isEqualTo(
            run.nodes().stream()
                .map(ProcessUse::cpuMillis)
                .mapToLong(OptionalLong::orElseThrow)
                .sum());
    assertThat(over.cpuPercentMaxTogether().orElseThrow())
        .isBetween(
            over.cpuPercentMax().orElseThrow().max() - 0.01,
            over.cpuPercentMax().orElseThrow().sum() + 0.01);
    HostUse machine = run.host("local").orElseThrow();
    assertThat(machine.coverage().samplesMissed())
        .as("a busy machine leaves some out")
        .isLessThan(machine.coverage().samples());
    assertThat(machine.cpu().cpuMillis().orElseThrow())
        .as("of all that ran there; ticks are counted by halves")
        .isGreaterThan(over.cpuMillis().orElseThrow().sum() / 2);
    assertThat(machine.disks().writes().orElseThrow()).isPositive();
    assertThat(machine.network().receivedBytes().orElseThrow()).isPositive();
    assertThat(machine.sampler().samplerCpuNanos().orElseThrow()).isPositive();
    assertThat(machine.sampler().samplerCpuPercent().orElseThrow()).isPositive();
    assertThat(run.client().orElseThrow().cpuMillis().orElseThrow()).isPositive();
  }

  @Test
  void aSidecarThatDiesLeavesAGapAndTheRunGoesOn() throws Exception {
    RealServers.require("etcd");
    List<String> run = new ArrayList<>(List.of(run("etcd", "100ms", 1)));
    run.addAll(List.of("-p", "maxexecutiontime=170", "-p", "status.interval=1"));
    try (KvbenchProcess kvbench = KvbenchProcess.start(directory, run.toArray(String[]::new))) {
      Path early = awaitRows(kvbench, 4);
      kvbench.await(() -> progress(kvbench) > 0, "the run phase");
      Path rows = awaitRows(kvbench, Files.readAllLines(early).size() + 3);
      sidecarOf(kvbench).destroyForcibly();
      kvbench.awaitErr("sidecar was lost at");
      long told = progress(kvbench);
      kvbench.await(() -> progress(kvbench) > told + 1, "a second more of the run");
      kvbench.signal("INT");

      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(ExitCode.INTERRUPTED);
      RunResult result = kvbench.result();
      assertThat(result.statusReason()).contains("interrupted in the run phase");
      assertThat(kvbench.err())
          .containsPattern("sidecar was lost at \\S+Z, [0-9.]+ s into the run");
      assertThat(kvbench.report()).contains("The sidecar was lost", " missed: no data");
      assertThat(rows(rows)).as("from before").hasSizeGreaterThanOrEqualTo(4);
      HostsResult hosts = result.hosts().orElseThrow();
      assertThat(hosts.samplers().getFirst().problem().orElseThrow()).contains("was lost");
      Span phase = hosts.of(result.phases().getLast()).orElseThrow();
      HostUse machine = phase.host("local").orElseThrow();
      assertThat(machine.coverage().samples() + machine.coverage().samplesMissed())
          .isCloseTo(phase.wallNanos() / TimeUnit.MILLISECONDS.toNanos(100), within(6L));
      assertThat(machine.coverage().samples()).isPositive();
      assertThat(machine.coverage().samplesMissed()).isGreaterThan(2);
    }
  }

  private static long progress(KvbenchProcess kvbench) {
    return kvbench
        .err()
        .lines()
        .filter(line -> line.startsWith("run ") && line.contains(" OK/s"))
        .count();
  }

  /** Waits until the run phase has so many rows. */
  private Path awaitRows(KvbenchProcess kvbench, int count) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (System.nanoTime() < deadline) {
      try (Stream<Path> runs = Files.list(directory.resolve("results"))) {
        List<Path> found =
            runs.map(run -> run.resolve("host-etcd-1.csv")).filter(Files::exists).toList();
        if (found.size() == 1 && Files.readAllLines(found.getFirst()).size() > count) {
          return found.getFirst();
        }
      } catch (IOException e) {
        // There is no such directory yet.
      }
      Thread.sleep(20);
    }
    throw new AssertionError("no rows: " + kvbench.err());
  }

  private static ProcessHandle sidecarOf(KvbenchProcess kvbench) {
    return kvbench
        .handle()
        .descendants()
        .filter(child -> child.info().commandLine().orElse("").contains(" sidecar "))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no sidecar: " + kvbench.err()));
  }

  private static double number(Map<String, String> row, String column) {
    String cell = row.getOrDefault(column, "");
    return cell.isEmpty() ? 0 : Double.parseDouble(cell);
  }

  private static List<Map<String, String>> rows(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    String[] names = lines.getFirst().split(",", -1);
    return lines.stream()
        .skip(1)
        .map(
            line -> {
              String[] cells = line.split(",", -1);
              Map<String, String> row = new HashMap<>();
              for (int i = 0; i < names.length; i++) {
                row.put(names[i], cells[i]);
              }
              return row;
            })
        .toList();
  }
}
