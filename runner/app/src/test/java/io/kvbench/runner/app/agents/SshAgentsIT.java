package io.kvbench.runner.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.AgentResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.testkit.RealServers;
import io.kvbench.testkit.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of agents that ssh starts, with a real sshd whose hosts are all this machine. */
@Order(1)
final class SshAgentsIT {
  private static final List<String> ENDLESS =
      List.of("operationcount=100000000", "thinktime=50ms", "maxexecutiontime=170");
  private static final List<String> HOSTS = List.of("load1", "load2");

  @TempDir private static Path shared;
  private static ServerProcess sshd;

  @TempDir private Path directory;
  private Path client = shared.resolve("ssh.conf");

  @BeforeAll
  static void startServer() throws Exception {
    RealServers.require("ssh");
    for (String name : List.of("host", "user", "wrong")) {
      key(name);
    }
    for (String host : HOSTS) {
      Files.createDirectories(shared.resolve(host).resolve("tmp"));
    }
    // An agent's work ends before a better compiler would pay off.
    java("java", "");
    sshd = serve("sshd", "");
    Files.writeString(
        shared.resolve("ssh.conf"),
        """
        Host load1
         SetEnv XDG_CACHE_HOME=%1$s/load1/cache TMPDIR=%1$s/load1/tmp
        Host load2
         SetEnv XDG_CACHE_HOME=%1$s/load2/cache TMPDIR=%1$s/load2/tmp
        Host stranger
         IdentityFile %1$s/wrong
        Host gone
         Port 1
        Host load1 load2 hangs
         IdentityFile %1$s/user
        Host *
         HostName 127.0.0.1
         Port %2$d
         User %3$s
         IdentitiesOnly yes
         IdentityAgent none
         StrictHostKeyChecking accept-new
         UserKnownHostsFile %1$s/known
        """
            .formatted(shared, port(sshd), System.getProperty("user.name")));
  }

  private static void key(String name) throws Exception {
    Process made =
        new ProcessBuilder(
                RealServers.require("ssh-keygen").toString(),
                "-q",
                "-t",
                "ed25519",
                "-N",
                "",
                "-f",
                shared.resolve(name).toString())
            .inheritIO()
            .start();
    assertThat(made.waitFor()).isZero();
  }

  /** Makes a directory of Java whose program first runs some shell commands. */
  private static Path java(String name, String commands) throws IOException {
    Path program = Files.createDirectories(shared.resolve(name).resolve("bin")).resolve("java");
    Files.writeString(
        program,
        "#!/bin/sh\n%s\nexec %s/bin/java %s \"$@\"\n"
            .formatted(commands, System.getProperty("java.home"), KvbenchProcess.QUICK));
    return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static ServerProcess serve(String name, String more) throws Exception {
    int port = ServerProcess.freePorts(1).getFirst();
    Path config =
        Files.writeString(
            shared.resolve(name + ".conf"),
            """
            Port %1$d
            ListenAddress 127.0.0.1
            HostKey %2$s/host
            AuthorizedKeysFile %2$s/user.pub
            StrictModes no
            UsePAM no
            PidFile none
            AcceptEnv XDG_CACHE_HOME TMPDIR
            SetEnv JAVA_HOME=%2$s/java
            %3$s
            """
                .formatted(port, shared, more));
    return ServerProcess.start(
        List.of(RealServers.require("sshd").toString(), "-D", "-e", "-f", config.toString()),
        shared.resolve(name + ".log"),
        port);
  }

  private static int port(ServerProcess server) {
    return Integer.parseInt(server.endpoints().getFirst().replaceFirst(".*:", ""));
  }

  @AfterAll
  static void stopServer() {
    if (sshd != null) {
      sshd.close();
    }
  }

  private KvbenchProcess run(String hosts, String... settings) throws Exception {
    return KvbenchProcess.start(directory, arguments("memory", hosts, List.of(settings)));
  }

  private String[] arguments(String system, String hosts, List<String> settings) {
    List<String> all = new ArrayList<>(List.of("-db", system, "-P", "workloads/write1m"));
    all.addAll(List.of("-threads", "4", "--agents", hosts));
    Stream.concat(
            Stream.of(
                "agents.ssh=ssh -F " + client,
                "agents.timeout=150s",
                "status.interval=1",
                "exit.on=never"),
            settings.stream())
        .forEach(setting -> all.addAll(List.of("-p", setting)));
    return all.toArray(String[]::new);
  }

  /** Returns what kvbench has left on a host. */
  private static List<Path> left(String host) throws IOException {
    try (Stream<Path> all = Files.walk(shared.resolve(host))) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private static Path jar(String host) throws IOException {
    assertThat(left(host)).singleElement().asString().matches(".*/kvbench-[0-9a-f]{64}\\.jar");
    return left(host).getFirst();
  }

  @Test
  void agentsOnHostsCarryTheLoadAndLeaveTheirJarOnly() throws Exception {
    try (KvbenchProcess kvbench =
        KvbenchProcess.start(
            directory, arguments("etcd", "load1,load2", List.of("operationcount=500")))) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      RunResult result = kvbench.result();
      assertThat(result.agents().orElseThrow()).hasSize(2);
      assertThat(result.phases().getFirst().operations().get(OperationType.INSERT).okCount())
          .isEqualTo(500);
      assertThat(result.store().keyCheck().orElseThrow().keysRead()).isEqualTo(500);
    }
    Path jar = jar("load1");
    Path damaged = jar("load2");
    String copied = Files.readAttributes(jar, "unix:ino,lastModifiedTime").toString();
    Files.write(damaged, new byte[] {1});
    Path java = java("broken", "[ \"$1\" = -version ] || exit 9");
    try (KvbenchProcess kvbench = run("ssh:load1,load2", "agents.java=" + java)) {
      assertThat(kvbench.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(kvbench.said()).contains("ended before it had joined");
    }
    assertThat(Files.readAttributes(jar, "unix:ino,lastModifiedTime").toString())
        .as("the jar is copied once")
        .isEqualTo(copied);
    assertThat(damaged).as("a damaged jar is replaced").hasSameBinaryContentAs(jar);
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

  /** A host that accepts logins, and does not run the command. */
  @Test
  void aHostThatHangsHoldsUpNoOther() throws Exception {
    for (Path file : left("load1")) {
      Files.delete(file);
    }
    try (ServerProcess hanging = serve("hanging", "ForceCommand cat >/dev/null")) {
      client = directory.resolve("ssh.conf");
      Files.writeString(
          client,
          "Host hangs\n Port %d\n".formatted(port(hanging))
              + Files.readString(shared.resolve("ssh.conf")));
      try (KvbenchProcess kvbench = run("hangs,load1", "operationcount=100")) {
        kvbench.await(() -> isLeft(".jar"), "the jar on the other host");
        kvbench.signal("INT");
        assertThat(kvbench.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
      }
      try (KvbenchProcess kvbench = run("hangs,gone", "agents.timeout=1s")) {
        assertThat(kvbench.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
        assertThat(kvbench.err() + kvbench.out())
            .contains("hangs: the jar has not arrived in 1 s (agents.timeout)", "gone: ");
      }
    }
  }

  private static boolean isLeft(String ending) {
    while (true) {
      try {
        return left("load1").stream().anyMatch(file -> file.toString().endsWith(ending));
      } catch (IOException | UncheckedIOException e) {
        // A file is moved or removed while we look.
      }
    }
  }

  @Test
  void anAgentOfAControllerThatIsKilledEndsAndLeavesNoKey() throws Exception {
    try (KvbenchProcess kvbench =
        KvbenchProcess.start(directory, arguments("memory", "ssh:load1", ENDLESS))) {
      kvbench.awaitErr(" OK/s");
      assertThat(isLeft("agent.key")).isTrue();
      kvbench.handle().destroyForcibly();
      long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
      while (isLeft("agent.key")) {
        assertThat(System.nanoTime()).as("a key is left on the host").isLessThan(deadline);
        Thread.sleep(100);
      }
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
            arguments("memory", "load1,load2", ENDLESS))) {
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
        KvbenchProcess.start(directory, arguments("memory", "load1,load2", ENDLESS))) {
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
      // On a busy machine the other may be too late as well.
      assertThat(result.agents().orElseThrow())
          .extracting(AgentResult::status)
          .contains(AgentResult.Status.LOST);
    }
  }
}
