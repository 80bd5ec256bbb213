package io.kvbench.runner.run.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.run.fault.FaultCommand.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class FaultCommandTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Target TARGET = new Target("https://10.0.0.7:2379", 2);

  @TempDir private Path directory;

  @Test
  void placeholdersAreReplacedWithinWords() {
    assertThat(
            FaultCommand.parse(
                    "ssh -p 22  root@{host} 'systemctl kill \"etcd {node}\"' --at={endpoint} \"\" {port}")
                .of(TARGET))
        .containsExactly(
            "ssh",
            "-p",
            "22",
            "root@10.0.0.7",
            "systemctl kill \"etcd 2\"",
            "--at=https://10.0.0.7:2379",
            "",
            "2379");
  }

  @ParameterizedTest
  @CsvSource({"[::1]:2181, ::1, 2181", "zoo:1, zoo, 1", "http://zoo:8500/x, zoo, 8500"})
  void endpointsHaveHostsAndPorts(String endpoint, String host, String port) {
    assertThat(FaultCommand.parse("{host} {port}").of(new Target(endpoint, 1)))
        .containsExactly(host, port);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "ssh 'x", "ssh \"", "ssh {hots} x"})
  void badCommandsAreRefused(String text) {
    assertThatThrownBy(() -> FaultCommand.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void itIsExecutedWithoutAShell() throws Exception {
    Path file = directory.resolve("a b;c");
    FaultCommand.parse("touch '" + file + "'").execute("fault.command.kill", TARGET, PATIENCE);

    assertThat(file).isRegularFile();
    assertThat(directory.toFile().list()).hasSize(1);
  }

  @Test
  void aFailureIsNamedByItsFirstLineWithoutSecrets() {
    FaultCommand command =
        FaultCommand.parse(
            "sh -c 'echo >&2; echo no route, password=hunter2 >&2; echo x >&2; exit 3'");

    assertThatThrownBy(() -> command.execute("fault.command.kill", TARGET, PATIENCE))
        .isInstanceOf(ClusterException.class)
        .hasMessage("fault.command.kill ended with exit code 3: no route, password=********");
    assertThat(command).hasToString("a command");
  }

  @Test
  void aCommandThatDoesNotEndIsEnded() throws Exception {
    Path pid = directory.resolve("pid");
    FaultCommand command =
        FaultCommand.parse("sh -c 'echo $$ > " + pid + "; echo waiting >&2; exec sleep 600'");

    assertThatThrownBy(() -> command.execute("fault.command.pause", TARGET, Duration.ofSeconds(3)))
        .hasMessage("fault.command.pause did not end within 3.0 s: waiting");
    long number = Long.parseLong(Files.readString(pid).strip());
    ProcessHandle.of(number).ifPresent(process -> process.onExit().join());
  }

  @Test
  void aProgramThatIsNotThereIsNamed() {
    assertThatThrownBy(
            () ->
                FaultCommand.parse("/no/such/program --token=x")
                    .execute("fault.command.restart", TARGET, PATIENCE))
        .hasMessage("fault.command.restart: its program '/no/such/program' cannot be started");
  }
}
