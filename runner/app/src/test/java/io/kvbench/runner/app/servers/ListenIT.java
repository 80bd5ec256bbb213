package io.kvbench.runner.app.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.format.HostsResult.ClockResult;
import io.kvbench.results.format.HostsResult.SamplerResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.app.KvbenchCommand;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.KvbenchThread;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.testkit.Certificates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sidecar that listens, as on a database's host, and runs that read it. */
class ListenIT {
  private static final String LISTENING = "listening on https://127.0.0.1:";
  private static final String[] RUN = {
    "-db", "memory",
    "-p", "recordcount=100",
    "-p", "operationcount=100000000",
    "-p", "readproportion=1",
    "-p", "updateproportion=0",
    "-p", "maxexecutiontime=170",
    "-target", "200",
    "-threads", "3"
  };

  @TempDir private Path directory;

  @Test
  void aRunHasASecretSharedWithTheHostsItReadsAndSurvivesTheirSidecars() throws Exception {
    Certificates certificates = new Certificates(directory);
    Certificates.Pair pair = certificates.valid("server");
    Path token = secret("token", "0123456789abcdef0123");
    Path wrong = secret("wrong", "0123456789abcdef0124");
    String authority = "hosts.cacert=" + certificates.authority();
    int port;
    KvbenchThread run;
    try (KvbenchProcess sidecar = sidecar(0, token, pair)) {
      port = port(sidecar);
      refusesARun(port, authority, "hosts.token.file=" + wrong);
      run = run(port, authority, "hosts.token.file=" + token);
      awaitRows(run, 3);
      sidecar.handle().destroyForcibly();
      assertThat(sidecar.exitCode()).isPositive();
    }
    try (run) {
      List<String> before = rows();
      try (KvbenchProcess again = sidecar(port, token, pair)) {
        awaitRows(run, before.size() + 3);
        run.interrupt();
        assertThat(run.exitCode()).as(run::said).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(again.isRunning()).as("survives a reader that left").isTrue();
      }
      List<String> after = rows();
      int gap = longestGap(after);
      assertThat(gap).as("the first after the restart").isGreaterThanOrEqualTo(before.size());
      assertThat(cell(after, gap, "CPU")).as("no difference across the gap").isEmpty();
      assertThat(IntStream.range(1, after.size()).mapToObj(row -> cell(after, row, "CLIENT-NUM")))
          .contains("3");
      assertThat(run.err())
          .contains("The sidecar of node1", "was lost at", "samples of that time are missing");
      assertThat(run.err() + run.out()).doesNotContain("0123456789abcdef");

      assertThat(run.result().status()).isEqualTo(RunStatus.PARTIAL);
      SamplerResult sampler = sampler(run);
      assertThat(sampler.samples()).isEqualTo(after.size() - 1);
      assertThat(sampler.problem().orElseThrow()).contains("was lost at");
      ClockResult clock = sampler.clock().orElseThrow();
      assertThat(Math.abs(clock.offsetNanos()))
          .as("both are on the clock of this machine")
          .isLessThanOrEqualTo(clock.uncertaintyNanos());
    }
  }

  private void refusesARun(int port, String... given) throws Exception {
    try (KvbenchThread refused = run(port, given)) {
      assertThat(refused.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(refused.result().phases()).as("before any load").isEmpty();
      assertThat(refused.err() + refused.out())
          .contains("node1 (127.0.0.1:" + port + ")", "rejects the token", "hosts.token.file")
          .doesNotContain("0123456789abcdef");
    }
    try (Stream<Path> runs = Files.list(directory.resolve("results"))) {
      for (Path each : runs.toList()) {
        Files.move(each, directory.resolve("refused"));
      }
    }
  }

  @Test
  void nobodyListensForOtherMachinesByMistake() throws Exception {
    Path open = secret("open", "0123456789abcdef0123");
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(refused("sidecar", "--listen", "0.0.0.0:0"))
        .contains("error:", "--token-file", "--cert", "--plaintext", "ssh -L");
    assertThat(
            refused(
                "sidecar",
                "--listen",
                "127.0.0.1:x",
                "--token-file",
                open.toString(),
                "--cert",
                "nowhere"))
        .contains("3 errors:", "invalid value 127.0.0.1:x", "every user", "must be used together");
    assertThat(refused("sidecar", "--token-file", "nowhere", "--plaintext"))
        .contains("2 errors:", "--token-file", "no effect without --listen");
    assertThat(refused("plan", "-db", "memory", "-P", "workloads/smoke", "-p", "hosts=a,a"))
        .contains("2 errors:", "a twice", "hosts.token.file");
  }

  private static String refused(String... arguments) {
    KvbenchCommand command = KvbenchCommand.run(List.of(arguments));
    assertThat(command.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(command.out()).isEmpty();
    return command.err();
  }

  /** Watches the process of this test. */
  private KvbenchProcess sidecar(int port, Path token, Certificates.Pair pair) throws Exception {
    KvbenchProcess sidecar =
        KvbenchProcess.start(
            directory,
            "sidecar",
            "--listen",
            "127.0.0.1:" + port,
            "--token-file",
            token.toString(),
            "--cert",
            pair.certificate().toString(),
            "--key",
            pair.key().toString(),
            "--pid",
            "db=" + ProcessHandle.current().pid(),
            "--every",
            "200ms");
    sidecar.awaitOut(LISTENING);
    return sidecar;
  }

  private static int port(KvbenchProcess sidecar) throws InterruptedException {
    sidecar.await(() -> sidecar.out().endsWith("\n"), "the end of the line");
    return Integer.parseInt(sidecar.out().strip().substring(LISTENING.length()));
  }

  private KvbenchThread run(int port, String... given) {
    List<String> all = new ArrayList<>(List.of(RUN));
    all.addAll(List.of("-p", "hosts=node1=127.0.0.1:" + port));
    for (String each : given) {
      all.addAll(List.of("-p", each));
    }
    return KvbenchThread.start(directory, all.toArray(String[]::new));
  }

  private void awaitRows(KvbenchThread run, int count) throws InterruptedException {
    run.await(() -> rows().size() > count, count + " rows of host-node1.csv");
  }

  /** Returns the lines of host-node1.csv that are whole, its header among them. */
  private List<String> rows() {
    Path results = directory.resolve("results");
    if (!Files.isDirectory(results)) {
      return List.of();
    }
    try (Stream<Path> runs = Files.list(results)) {
      List<Path> found =
          runs.map(run -> run.resolve("host-node1.csv")).filter(Files::exists).toList();
      String text =
          found.isEmpty() ? "" : Files.readString(found.getFirst(), StandardCharsets.UTF_8);
      return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the row that came longest after the one before it. */
  private static int longestGap(List<String> rows) {
    return IntStream.range(2, rows.size())
        .boxed()
        .max(Comparator.comparingLong(row -> nanos(rows, row) - nanos(rows, row - 1)))
        .orElseThrow();
  }

  private static long nanos(List<String> rows, int row) {
    return Long.parseLong(cell(rows, row, "UNIX-NANOSECOND"));
  }

  private static String cell(List<String> rows, int row, String column) {
    List<String> names = List.of(rows.getFirst().split(",", -1));
    return rows.get(row).split(",", -1)[names.indexOf(column)];
  }

  private static SamplerResult sampler(KvbenchThread run) throws Exception {
    return run.result().hosts().orElseThrow().samplers().stream()
        .filter(each -> each.host().equals("node1"))
        .findFirst()
        .orElseThrow();
  }

  private Path secret(String name, String text) throws IOException {
    Path file = Files.writeString(directory.resolve(name), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }
}
