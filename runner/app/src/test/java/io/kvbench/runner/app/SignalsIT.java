package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.testkit.RealServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A signal at any time leaves no process, no port and no file but a result that can be read. */
@Tag("matrix")
@Execution(ExecutionMode.CONCURRENT)
final class SignalsIT {
  private static final Pattern ENDPOINT = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");
  private static final Duration LONGEST = Duration.ofSeconds(60);

  @TempDir private Path directory;
  @TempDir private Path servers;
  @TempDir private Path temporary;

  /** The moment of the signal: after kvbench has printed this text. */
  enum Moment {
    STARTING("starting ", false, false),
    CONNECTING("connecting ", false, false),
    LOADING("(?m)^load +\\d+ %", false, true),
    RUNNING("(?m)^run +\\d+ %", false, true),
    COUNTING("counting the records", true, true),
    STOPPING("stopping ", true, true);

    private final Pattern said;
    private final boolean phasesEnd;
    private final boolean measured;

    Moment(String said, boolean phasesEnd, boolean measured) {
      this.said = Pattern.compile(said);
      this.phasesEnd = phasesEnd;
      this.measured = measured;
    }
  }

  private static Stream<Arguments> matrix() {
    List<Arguments> cases = new ArrayList<>();
    for (String signal : List.of("INT", "TERM", "HUP", "KILL")) {
      for (Moment moment : Moment.values()) {
        cases.add(Arguments.of("zookeeper", signal, moment));
      }
    }
    for (String signal : List.of("TERM", "KILL")) {
      for (Moment moment : List.of(Moment.STARTING, Moment.RUNNING, Moment.COUNTING)) {
        cases.add(Arguments.of("etcd", signal, moment));
      }
    }
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void leavesNothingBehind(String system, String signal, Moment moment) throws Exception {
    if (!system.equals("zookeeper")) {
      RealServers.require(system);
    }
    Collection<ProcessHandle> descendants;
    String said;
    try (KvbenchProcess kvbench = start(system, moment)) {
      kvbench.await(() -> moment.said.matcher(kvbench.err()).find(), moment.name());
      descendants = kvbench.handle().descendants().toList();

      kvbench.signal(signal);

      int code = kvbench.exitCode();
      said = kvbench.err() + kvbench.out();
      assertThat(said).doesNotContain("\tat ");
      if (!signal.equals("KILL")) {
        assertThat(code).as(said).isIn(moment == Moment.STOPPING ? List.of(0, 130) : List.of(130));
        assertThat(descendants).as("ended before kvbench").noneMatch(ProcessHandle::isAlive);
      }
    }
    // Between the making of the directory and who watches over it are milliseconds.
    boolean watched = !signal.equals("KILL") || moment != Moment.STARTING;
    audit(descendants, watched, said);
    results(signal, moment);
  }

  private KvbenchProcess start(String system, Moment moment) throws IOException {
    return KvbenchProcess.start(
        Path.of(System.getProperty("java.home"), "bin", "java"),
        directory,
        Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary),
        "-db",
        system,
        "-P",
        "workloads/workloada",
        "-threads",
        "10",
        "-p",
        "recordcount=" + (moment == Moment.LOADING ? 10_000_000 : 500),
        "-p",
        moment.phasesEnd ? "operationcount=100" : "operationcount=10000000",
        "-p",
        "status.interval=1",
        "-p",
        "cluster.dir=" + servers);
  }

  private void audit(Collection<ProcessHandle> descendants, boolean watched, String said)
      throws Exception {
    await(() -> descendants.stream().noneMatch(ProcessHandle::isAlive), "processes", said);
    await(() -> processes().isEmpty(), "processes that came later", said);
    if (watched) {
      await(() -> files(servers).isEmpty(), "servers' files", said);
    }
    assertThat(files(temporary)).as("temporary files").isEmpty();
    Matcher endpoint = ENDPOINT.matcher(said);
    while (endpoint.find()) {
      assertThat(listens(Integer.parseInt(endpoint.group(1)))).as(endpoint.group()).isFalse();
    }
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void await(Condition condition, String what, String said) throws Exception {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as(() -> what + " are left: " + said).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private List<ProcessHandle> processes() {
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").contains(servers.toString()))
        .toList();
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static List<Path> files(Path in) throws IOException {
    try (Stream<Path> files = Files.list(in)) {
      return files.toList();
    }
  }

  private void results(String signal, Moment moment) throws Exception {
    List<Path> runs;
    try (Stream<Path> files = Files.walk(directory)) {
      runs = files.filter(file -> file.endsWith("plan.json")).map(Path::getParent).toList();
    }
    if (!signal.equals("KILL") && moment.measured) {
      assertThat(runs).hasSize(1);
    }
    for (Path run : runs) {
      if (!signal.equals("KILL")) {
        RunResult result = ResultDirectory.readResult(run);
        assertThat(result.status())
            .isIn(
                moment.phasesEnd
                    ? List.of(RunStatus.COMPLETE, RunStatus.PARTIAL)
                    : List.of(RunStatus.PARTIAL));
        assertThat(result.phases().isEmpty()).isNotEqualTo(moment.measured);
      } else if (moment.measured) {
        assertThat(run.resolve("intervals.csv")).isNotEmptyFile();
      }
      try (Stream<Path> files = Files.list(run)) {
        assertThat(files.map(Path::getFileName).map(Path::toString))
            .as("files that were being written")
            .noneMatch(name -> name.endsWith(".tmp") || name.startsWith("."));
      }
    }
  }
}
