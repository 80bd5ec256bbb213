package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.result.AgentResult;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.RunStatus;
import io.kvbench.testkit.RealServers;
import io.kvbench.testkit.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents that ssh starts, with a real sshd whose hosts are all this machine. */
final class SshAgentsIT {
  private static final List<String> RUN =
      List.of("-db", "zookeeper", "-P", "workloads/write1m", "-threads", "4");

  @TempDir private Path directory;
  private Path there;

  /** A class cache takes a host longer than the rest of a test. */
  private String cache = "off";

  private ServerProcess sshd;

  @BeforeEach
  void startServer() throws Exception {
    String program = RealServers.require("sshd").toString();
    RealServers.require("ssh");
    there = Files.createDirectories(directory.resolve("there"));
    Files.createDirectories(there.resolve("tmp"));
    for (String name : List.of("host", "user", "wrong")) {
      key(name);
    }
    int port = ServerProcess.freePorts(1).getFirst();
    Path config =
        Files.writeString(
            directory.resolve("sshd.conf"),
            """
            Port %1$d
            ListenAddress 127.0.0.1
            HostKey %2$s/host
            AuthorizedKeysFile %2$s/user.pub
            StrictModes no
            UsePAM no
            PidFile none
            AcceptEnv KVBENCH_CACHE
            SetEnv XDG_CACHE_HOME=%3$s/cache TMPDIR=%3$s/tmp JAVA_HOME=%4$s
            """
                .formatted(port, directory, there, System.getProperty("java.home")));
    Files.writeString(
        directory.resolve("ssh.conf"),
        """
        Host load1 load2
         IdentityFile %2$s/user
        Host stranger
         IdentityFile %2$s/wrong
        Host gone
         Port 1
        Host *
         HostName 127.0.0.1
         Port %1$d
         User %3$s
         IdentitiesOnly yes
         IdentityAgent none
         StrictHostKeyChecking accept-new
         UserKnownHostsFile %2$s/known
        """
            .formatted(port, directory, System.getProperty("user.name")));
    sshd =
        ServerProcess.start(
            List.of(program, "-D", "-e", "-f", config.toString()),
            directory.resolve("sshd.log"),
            port);
  }

  private void key(String name) throws Exception {
    Process made =
        new ProcessBuilder(
                RealServers.require("ssh-keygen").toString(),
                "-q",
                "-t",
                "ed25519",
                "-N",
                "",
                "-f",
                directory.resolve(name).toString())
            .inheritIO()
            .start();
    assertThat(made.waitFor()).isZero();
  }

  @AfterEach
  void stopServer() {
    if (sshd != null) {
      sshd.close();
    }
  }

  private KvbenchProcess run(String hosts, String... settings) throws Exception {
    return KvbenchProcess.start(directory, arguments(hosts, settings));
  }

  private String[] arguments(String hosts, String... settings) {
    List<String> all = new ArrayList<>(RUN);
    all.addAll(List.of("--agents", hosts));
    Stream.concat(
            Stream.of(
                "agents.ssh=ssh -o SetEnv=KVBENCH_CACHE=%s -F %s"
                    .formatted(cache, directory.resolve("ssh.conf")),
                "agents.timeout=150s",
                "status.interval=1",
                "exit.on=never"),
            Stream.of(settings))
        .forEach(setting -> all.addAll(List.of("-p", setting)));
    return all.toArray(String[]::new);
  }

  /** Returns what kvbench has left on the hosts. */
  private List<Path> left() throws IOException {
    try (Stream<Path> all = Files.walk(there)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().endsWith(".cache"))
          .filter(file -> !file.getFileName().toString().endsWith("-lock"))
          .toList();
    }
  }

  @Test
  void agentsOnHostsCarryTheLoadAndLeaveTheirJarOnly() throws Exception {
    Path jar;
    Object copied;
    cache = "on";
    try (KvbenchProcess kvbench = run("load1,load2", "operationcount=2000")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      RunResult result = kvbench.result();
      assertThat(result.agents().orElseThrow()).hasSize(2);
      assertThat(result.phases().getFirst().operations().get(OperationType.INSERT).okCount())
          .isEqualTo(2000);
      assertThat(result.keyCheck().orElseThrow().keysRead()).isEqualTo(2000);
      assertThat(left()).singleElement().asString().matches(".*/kvbench-[0-9a-f]{64}\\.jar");
      jar = left().getFirst();
      copied = Files.readAttributes(jar, "unix:ino,lastModifiedTime").toString();
    }
    try (KvbenchProcess kvbench = run("ssh:load1", "operationcount=100")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      assertThat(Files.readAttributes(jar, "unix:ino,lastModifiedTime").toString())
          .isEqualTo(copied);
    }
    Files.write(jar, new byte[] {1});
    try (KvbenchProcess kvbench = run("ssh:load1", "operationcount=100")) {
      assertThat(kvbench.exitCode()).as("a damaged jar is replaced: %s", kvbench.err()).isZero();
    }
  }

  @Test
  void everyHostThatCannotTakePartIsNamed() throws Exception {
    try (KvbenchProcess kvbench = run("stranger,gone,load1", "operationcount=100")) {
      assertThat(kvbench.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(kvbench.err() + kvbench.out())
          .contains("stranger: ", "Permission denied", "gone: ", "Connection refused")
          .doesNotContain("load1: ");
    }
    try (KvbenchProcess kvbench = run("load1,load2", "agents.java=/bin/false")) {
      assertThat(kvbench.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(kvbench.err() + kvbench.out())
          .contains("load1: /bin/false (agents.java)", "load2:");
    }
  }

  /** It lets users in, and does not do what they say. */
  @Test
  void aHostThatHangsHoldsUpNoOther() throws Exception {
    int port = ServerProcess.freePorts(1).getFirst();
    Path config = directory.resolve("hanging.conf");
    Files.writeString(
        config,
        Files.readString(directory.resolve("sshd.conf"))
                .replaceFirst("(?m)^Port .*", "Port " + port)
            + "ForceCommand cat >/dev/null\n");
    Path client = directory.resolve("ssh.conf");
    Files.writeString(
        client,
        "Host hangs\n Port %d\n IdentityFile %s/user\n".formatted(port, directory)
            + Files.readString(client));
    try (ServerProcess hanging =
        ServerProcess.start(
            List.of(RealServers.require("sshd").toString(), "-D", "-e", "-f", config.toString()),
            directory.resolve("hanging.log"),
            port)) {
      assertThat(hanging.endpoints()).isNotEmpty();
      try (KvbenchProcess kvbench = run("hangs,load1", "operationcount=100")) {
        kvbench.await(this::hasJar, "the jar on the other host");
        kvbench.signal("INT");
        assertThat(kvbench.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
      }
      try (KvbenchProcess kvbench = run("hangs,gone", "agents.timeout=5s")) {
        assertThat(kvbench.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
        assertThat(kvbench.err() + kvbench.out())
            .contains("hangs: the jar has not arrived in 5 s (agents.timeout)", "gone: ");
      }
    }
  }

  private boolean hasJar() {
    try {
      return left().stream().anyMatch(file -> file.toString().endsWith(".jar"));
    } catch (IOException | UncheckedIOException e) {
      // It is moved while we look.
      return false;
    }
  }

  @Test
  void anAgentOfAControllerThatIsKilledEndsAndLeavesNoKey() throws Exception {
    try (KvbenchProcess kvbench =
        run("ssh:load1", "operationcount=100000000", "thinktime=50ms", "maxexecutiontime=170")) {
      kvbench.awaitErr(" OK/s");
      assertThat(left()).anyMatch(file -> file.endsWith("agent.key"));
      kvbench.handle().destroyForcibly();
      awaitNoKey();
    }
  }

  private void awaitNoKey() throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (hasKey()) {
      assertThat(System.nanoTime()).as("a key is left on the host").isLessThan(deadline);
      Thread.sleep(100);
    }
  }

  private boolean hasKey() throws IOException {
    try {
      return left().stream().anyMatch(file -> file.endsWith("agent.key"));
    } catch (UncheckedIOException e) {
      // It is removed while we look.
      return true;
    }
  }

  /** It goes to all processes of the terminal's foreground, and so to each ssh that is there. */
  @Test
  void ctrlCInATerminalCollectsWhatAgentsHaveMeasured() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    try (KvbenchProcess kvbench =
        KvbenchProcess.start(
            List.of(RealServers.require("setsid").toString(), java),
            directory,
            Map.of(),
            arguments(
                "load1,load2",
                "operationcount=100000000",
                "thinktime=50ms",
                "maxexecutiontime=170"))) {
      kvbench.awaitErr(" OK/s");
      Process sent =
          new ProcessBuilder("kill", "-INT", "--", "-" + kvbench.handle().pid())
              .inheritIO()
              .start();
      assertThat(sent.waitFor()).isZero();

      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(ExitCode.INTERRUPTED);
      assertThat(kvbench.result().statusReason()).contains("interrupted in the run phase");
      assertThat(kvbench.result().agents().orElseThrow())
          .hasSize(2)
          .allMatch(agent -> agent.status() == AgentResult.Status.COMPLETE);
    }
  }

  @Test
  void anAgentWhoseSessionEndsIsNamed() throws Exception {
    try (KvbenchProcess kvbench =
        run("load1,load2", "operationcount=100000000", "thinktime=50ms", "maxexecutiontime=170")) {
      kvbench.awaitErr(" OK/s");
      ProcessHandle session =
          kvbench
              .handle()
              .children()
              .filter(child -> child.info().command().orElse("").endsWith("/ssh"))
              .findFirst()
              .orElseThrow();
      session.destroyForcibly();

      assertThat(kvbench.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      RunResult result = kvbench.result();
      assertThat(result.status()).isEqualTo(RunStatus.PARTIAL);
      assertThat(result.statusReason().orElseThrow()).startsWith("agent ");
      assertThat(result.agents().orElseThrow())
          .extracting(AgentResult::status)
          .containsOnlyOnce(AgentResult.Status.LOST);
    }
  }
}
