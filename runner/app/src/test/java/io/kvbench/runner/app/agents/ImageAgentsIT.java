package io.kvbench.runner.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.AgentResult;
import io.kvbench.results.format.HostUse;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.ProcessUse;
import io.kvbench.results.format.RunResult;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.faults.LeaderKilledIT;
import io.kvbench.testkit.RealServers;
import io.kvbench.testkit.ServerProcess;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the image of kvbench as the agents of one run, each on what looks like a separate
 * machine.
 */
@Tag("matrix")
final class ImageAgentsIT {
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

  @TempDir private Path directory;

  /** A new engine does not name the address of its bridge. */
  private static String bridge() throws IOException {
    return NetworkInterface.getByName("docker0")
        .inetAddresses()
        .filter(Inet4Address.class::isInstance)
        .map(InetAddress::getHostAddress)
        .findFirst()
        .orElseThrow();
  }

  private static String said(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said.strip();
  }

  @Test
  @SuppressWarnings("try") // the store runs meanwhile
  void threeContainersCarryOneRun() throws Exception {
    LeaderKilledIT.requireEngine();
    String etcd = RealServers.require("etcd").toString();
    said(ROOT.resolve("docker/prepare").toString(), "images", "kvbench");
    String image =
        said("docker", "images", "kvbench/kvbench", "--format", "{{.Repository}}:{{.Tag}}")
            .lines()
            .findFirst()
            .orElseThrow();
    String here = bridge();
    try (KvbenchProcess certs =
        KvbenchProcess.start(directory, "certs", "certs", "--host", "load1")) {
      assertThat(certs.exitCode()).isZero();
    }
    readable(directory.resolve("certs/load1"));
    List<Integer> ports = ServerProcess.freePorts(3);
    String urls = "http://127.0.0.1:%1$d,http://%2$s:%1$d".formatted(ports.get(0), here);
    List<String> containers = new ArrayList<>();
    try (ServerProcess store =
            ServerProcess.start(
                List.of(
                    etcd,
                    "--data-dir=" + directory.resolve("etcd"),
                    "--listen-client-urls=" + urls,
                    "--advertise-client-urls=" + urls,
                    "--listen-peer-urls=http://127.0.0.1:" + ports.get(1)),
                directory.resolve("etcd.log"),
                ports.get(0));
        KvbenchProcess kvbench =
            KvbenchProcess.start(
                directory,
                Stream.of(
                        List.of("-db", "etcd", "-P", "workloads/write1m", "-threads", "6"),
                        setting("endpoints=" + here + ":" + ports.get(0)),
                        setting("connections=3"),
                        setting("operationcount=100000000"),
                        setting("thinktime=20ms"),
                        setting("maxexecutiontime=12"),
                        setting("agents=external:3"),
                        setting("agents.listen=" + here + ":" + ports.get(2)),
                        setting("agents.certs=certs"),
                        setting("agents.timeout=150s"),
                        setting("hosts.every=1s"),
                        setting("exit.on=never"))
                    .flatMap(List::stream)
                    .toArray(String[]::new))) {
      kvbench.awaitErr("kvbench agent --controller");
      for (int agent = 0; agent < 3; agent++) {
        containers.add(
            said(
                "docker",
                "run",
                "-d",
                "--read-only",
                "--tmpfs",
                "/tmp:exec",
                "-v",
                directory.resolve("certs/load1") + ":/certs:ro",
                image,
                "agent",
                "--controller",
                here + ":" + ports.get(2),
                "--certs",
                "/certs"));
      }

      assertThat(kvbench.exitCode()).as(() -> kvbench.err() + logs(containers)).isZero();
      RunResult result = kvbench.result();
      assertThat(result.phases().getFirst().operations().get(OperationType.INSERT).okCount())
          .isPositive();
      assertThat(result.store().keyCheck().orElseThrow().agrees()).isTrue();
      assertThat(result.agents().orElseThrow())
          .hasSize(3)
          .extracting(AgentResult::host)
          .doesNotHaveDuplicates();
      HostsResult.Span hosts = result.hosts().orElseThrow().overall().orElseThrow();
      assertThat(hosts.agents().orElseThrow())
          .extracting(ProcessUse::name)
          .containsExactly("agent-1", "agent-2", "agent-3");
      assertThat(hosts.hosts()).extracting(HostUse::host).contains("agent-1", "agent-2", "agent-3");
    } finally {
      for (String container : containers) {
        said("docker", "rm", "-f", container);
      }
    }
  }

  /** The image's user is another one. */
  private static void readable(Path certificates) throws Exception {
    try (Stream<Path> all = Files.walk(certificates)) {
      for (Path file : all.toList()) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
  }

  private static List<String> setting(String assignment) {
    return List.of("-p", assignment);
  }

  private static String logs(List<String> containers) {
    StringBuilder all = new StringBuilder();
    for (String container : containers) {
      try {
        all.append(said("docker", "logs", container)).append('\n');
      } catch (Exception e) {
        all.append(e).append('\n');
      }
    }
    return all.toString();
  }
}
