package io.kvbench.runner.app.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.runner.app.KvbenchCommand;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.OwnServer;
import io.kvbench.runner.app.SharedClasses;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.embed.Kvbench;
import io.kvbench.runner.embed.WorkloadSpec;
import io.kvbench.testkit.Interruptible;
import io.kvbench.testkit.RealServers;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code kvbench clean} on real servers. */
final class CleanIT {
  private static final Duration LONGEST = Duration.ofMinutes(2);

  @TempDir private Path directory;

  private static void load(OwnServer server, String system, String prefix, String area, int records)
      throws Exception {
    Kvbench.run(
        Kvbench.plan(system)
            .endpoints(server.endpoint())
            .workload(WorkloadSpec.mix("clean").records(records).reads(1))
            .set(prefix, area)
            .requests(1)
            .build());
  }

  private static KvbenchCommand clean(String system, OwnServer server, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("clean", "-db", system, "-p", "endpoints=" + server.endpoint()));
    arguments.addAll(List.of(more));
    KvbenchCommand command = KvbenchCommand.run(arguments);
    command.check();
    return command;
  }

  @Test
  void theKeysBelowThePrefixAreRemovedAndNoOthers() throws Exception {
    try (OwnServer server = OwnServer.start("etcd")) {
      load(server, "etcd", "etcd.prefix", "bench/", 2000);
      load(server, "etcd", "etcd.prefix", "benchmark/", 50);
      load(server, "etcd", "etcd.prefix", "other/", 70);

      KvbenchCommand counted = clean("etcd", server, "-p", "etcd.prefix=bench/", "--dry-run");
      assertThat(counted.exitCode()).as(counted::said).isZero();
      assertThat(counted.out())
          .containsPattern("System +etcd 3\\.")
          .containsPattern("Servers +" + server.endpoint())
          .containsPattern("Keys +2,000 below bench/")
          .contains("Nothing was removed.");

      KvbenchCommand unasked = clean("etcd", server, "-p", "etcd.prefix=bench/");
      assertThat(unasked.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(unasked.err()).contains("not a terminal", "--yes");
      KvbenchCommand whole = clean("etcd", server, "--yes");
      assertThat(whole.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(whole.out()).containsPattern("Keys +2,120 in the whole store");
      assertThat(whole.err()).contains("--whole-store");

      KvbenchCommand removed = clean("etcd", server, "-p", "etcd.prefix=bench/", "--yes");
      assertThat(removed.exitCode()).as(removed::said).isZero();
      assertThat(removed.out()).containsPattern("Removed +2,000 keys in ");
      KvbenchCommand again = clean("etcd", server, "-p", "etcd.prefix=bench/", "--yes");
      assertThat(again.exitCode()).isZero();
      assertThat(again.out()).contains("There is nothing to remove.");

      KvbenchCommand all = clean("etcd", server, "--whole-store", "--yes");
      assertThat(all.exitCode()).as(all::said).isZero();
      assertThat(all.out()).containsPattern("Removed +120 keys in ");
    }
  }

  @Test
  void whatCannotBeCleanedIsRefused() throws Exception {
    KvbenchCommand local = KvbenchCommand.run(List.of("clean", "-db", "memory", "--yes"));
    local.check();
    assertThat(local.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(local.err()).contains("runs inside kvbench");
    KvbenchCommand nowhere =
        KvbenchCommand.run(List.of("clean", "-db", "etcd", "--yes", "--dry-run"));
    nowhere.check();
    assertThat(nowhere.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(nowhere.err()).contains("-p endpoints", "conflicts with --dry-run", "2 errors");
    KvbenchCommand silent =
        KvbenchCommand.run(
            List.of(
                "clean",
                "-db",
                "zookeeper",
                "-p",
                "endpoints=127.0.0.1:1",
                "-p",
                "connect.timeout=2s",
                "--yes"));
    silent.check();
    assertThat(silent.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(silent.err()).contains("127.0.0.1:1", "Nothing was removed.");
  }

  @Test
  void onATerminalItAsksAndCanBeInterrupted() throws Exception {
    RealServers.require("script");
    try (OwnServer server = OwnServer.start("zookeeper")) {
      load(server, "zookeeper", "zookeeper.root", "/bench", 300);

      assertThat(asked(server, "no\n", false)).isEqualTo(ExitCode.INTERRUPTED);
      assertThat(asked(server, "\003", false)).isEqualTo(ExitCode.INTERRUPTED);
      assertThat(asked(server, "y\n\003", true)).isEqualTo(ExitCode.INTERRUPTED);
      String[] counting = {"-p", "zookeeper.root=/bench", "--dry-run"};
      assertThat(clean("zookeeper", server, counting).out())
          .containsPattern("Keys +300 below /bench, /bench-locks");

      assertThat(asked(server, "y\n", false)).isEqualTo(ExitCode.FINE);
      assertThat(clean("zookeeper", server, counting).out()).contains("There is nothing to remove");
    }
  }

  /**
   * Runs the command on a terminal, answers its question, and returns the exit code.
   *
   * @param frozen whether the server does not answer from the question on
   */
  private int asked(OwnServer server, String answer, boolean frozen) throws Exception {
    Path out = Files.createTempFile(directory, "terminal", ".txt");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String command =
        "'%s' %s %s -jar '%s' clean -db zookeeper -p endpoints=%s -p zookeeper.root=/bench"
            .formatted(
                java,
                "'" + String.join("' '", SharedClasses.of(java)) + "'",
                KvbenchProcess.QUICK,
                KvbenchProcess.jar().toAbsolutePath(),
                server.endpoint());
    Process terminal =
        new ProcessBuilder(Interruptible.command(List.of("script", "-qec", command, "/dev/null")))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try (OutputStream keys = terminal.getOutputStream()) {
      await(terminal, out, "Remove 300 keys? [y/N]");
      if (frozen) {
        server.signal("STOP");
      }
      keys.write(answer.getBytes(StandardCharsets.US_ASCII));
      keys.flush();
      assertThat(terminal.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(Files.readString(out)).doesNotContain("\tat ");
      return terminal.exitValue();
    } finally {
      server.signal("CONT");
      terminal.descendants().forEach(ProcessHandle::destroyForcibly);
      terminal.destroyForcibly();
    }
  }

  private static void await(Process process, Path out, String text)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (!Files.readString(out).contains(text)) {
      assertThat(process.isAlive()).as(Files.readString(out)).isTrue();
      assertThat(System.nanoTime()).as(Files.readString(out)).isLessThan(deadline);
      Thread.sleep(20);
    }
  }
}
