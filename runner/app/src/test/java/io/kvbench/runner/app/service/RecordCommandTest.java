package io.kvbench.runner.app.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.trace.TraceFile;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.ReplayResult;
import io.kvbench.runner.app.KvbenchCommand;
import io.kvbench.runner.app.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code kvbench record} and the replay of its trace, without a server. */
class RecordCommandTest {
  @TempDir private Path directory;
  private Path trace;
  private Path text;

  @BeforeEach
  void write() throws Exception {
    trace = directory.resolve("trace.kvt");
    text = directory.resolve("monitor.txt");
    List<String> lines = new ArrayList<>();
    for (int index = 0; index < 200; index++) {
      lines.add(
          "1700000000.%06d [0 10.0.0.%d:1] \"%s\" \"user%d\"%s"
              .formatted(
                  index,
                  index % 4,
                  index % 2 == 0 ? "get" : "set",
                  index % 10,
                  index % 2 == 0 ? "" : " \"value\""));
    }
    Files.write(text, lines);
  }

  private KvbenchCommand record(String... more) {
    List<String> arguments = new ArrayList<>(List.of("record", "--out", trace.toString()));
    arguments.addAll(List.of(more));
    return KvbenchCommand.run(arguments);
  }

  private KvbenchCommand converted() {
    KvbenchCommand command = record("--convert", "monitor", "--input", text.toString());
    assertThat(command.exitCode()).as(command.err()).isZero();
    return command;
  }

  @Test
  void convertedTextIsPlannedAndReplayed() throws Exception {
    assertThat(converted().out()).startsWith("200 operations of 4 sessions in " + trace);

    KvbenchCommand plan =
        KvbenchCommand.run(List.of("plan", "-db", "memory", "-p", "trace=" + trace));
    assertThat(plan.exitCode()).as(plan.err()).isZero();
    assertThat(plan.out()).contains("200 requests", "4 clients", "as recorded");

    KvbenchCommand run =
        KvbenchCommand.run(
            List.of(
                "-db",
                "memory",
                "-p",
                "trace=" + trace,
                "-p",
                "trace.speed=0",
                "--results",
                directory.resolve("results").toString()));
    PhaseResult phase = run.result().phases().getLast();
    assertThat(phase.operations().get(OperationType.READ).count()).isEqualTo(100);
    assertThat(phase.operations().get(OperationType.UPDATE).count()).isEqualTo(100);
    assertThat(phase.rates().requests()).isEqualTo(200);
    assertThat(phase.replay().orElseThrow()).isEqualTo(new ReplayResult(0, List.of()));
    assertThat(run.result().origin().workload()).isEqualTo("trace.kvt");
  }

  @Test
  void anExistingFileIsKept() throws Exception {
    Files.writeString(trace, "mine");

    KvbenchCommand command = record("--convert", "monitor", "--input", text.toString());

    assertThat(command.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(command.err()).contains("exists already");
    assertThat(trace).hasContent("mine");
  }

  @Test
  void linesThatAreNotOfTheFormatAreCountedAndToldAndTheRestIsConverted() throws Exception {
    Files.writeString(text, "what is this\n" + Files.readString(text) + "1700000000.0 [0 a] \"g");

    KvbenchCommand command = converted();

    assertThat(command.err())
        .contains("monitor.txt: 2 of 202 lines not converted:", "line 1: it is not of the form")
        .contains("line 202: ");
    assertThat(command.out()).startsWith("200 operations of 4 sessions");
    assertThat(TraceFile.open(trace).ignored()).isEqualTo(Map.of("line of another form", 2L));
  }

  @Test
  void aTextOfAnotherFormatLeavesNoFile() throws Exception {
    for (String other : List.of("what is this\n", "nonsense\n".repeat(5_000))) {
      Files.writeString(text, other);

      KvbenchCommand command = record("--convert", "monitor", "--input", text.toString());

      assertThat(command.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(command.err()).contains("monitor.txt, line 1: it is not of the form");
      assertThat(trace).doesNotExist();
    }
    Files.writeString(text, "");
    KvbenchCommand empty = record("--convert", "monitor", "--input", text.toString());
    assertThat(empty.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(empty.err()).contains("no operation that a trace can hold");
    assertThat(trace).doesNotExist();
  }

  /** The proxy gives its clients access to the store. */
  @Test
  void anAddressThatOthersReachNeedsTlsAndCertificates() {
    KvbenchCommand open = record("-db", "etcd", "--to", "h:1", "--listen", "0.0.0.0:12379");
    assertThat(open.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(open.err())
        .contains(
            "--listen 0.0.0.0:12379", "--listen-cert and --listen-key", "with --listen-cacert");

    KvbenchCommand half =
        record("-db", "etcd", "--to", "h:1", "--listen", "[::]:1", "--listen-cacert", "ca.pem");
    assertThat(half.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(half.err()).contains("must be used together", "is reachable from other machines");
    assertThat(trace).doesNotExist();
  }

  @Test
  void aProxyDoesNotConnectToItself() {
    KvbenchCommand command = record("-db", "etcd", "--to", "localhost:2379", "--listen", "2379");

    assertThat(command.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(command.err()).contains("--to localhost:2379", "the proxy listens on");
  }

  @Test
  void everythingThatIsWrongIsSaidAtOnce() {
    KvbenchCommand nothing = record();
    assertThat(nothing.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(nothing.err()).contains("-db: no system", "--to: missing", "--listen: missing");

    KvbenchCommand wrong =
        record("-db", "memory", "--to", "there", "--listen", "1:2:3", "--cert", "c.pem");
    assertThat(wrong.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(wrong.err())
        .contains(
            "its traffic cannot be decoded", "--to there", "--listen 1:2:3", "--cert and --key");
    assertThat(trace).doesNotExist();
  }

  @Test
  void aTraceCannotBeCombinedWithWhatItDecides() {
    converted();

    KvbenchCommand command =
        KvbenchCommand.run(
            List.of("plan", "-db", "memory", "-p", "trace=" + trace, "-target", "100"));

    assertThat(command.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(command.err()).contains("target cannot be combined with trace");
  }

  @Test
  void helpHasExamples() {
    KvbenchCommand help = KvbenchCommand.run(List.of("record", "--help"));

    assertThat(help.exitCode()).isZero();
    assertThat(help.out()).contains("--hash-keys", "Examples:", "Exit codes:");
  }
}
