package io.kvbench.runner.app.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.app.RunningKvbench;
import io.kvbench.runner.app.terminal.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A run with little load during which a fault happens, and the assertions common to all of them.
 */
public final class FaultRun {
  private static final Pattern SUCCEEDING = Pattern.compile("requests {2}[1-9][^ ]* OK/s");

  private FaultRun() {}

  /**
   * Returns the command line of a run with few records and requests.
   *
   * @param servers the directory of servers that kvbench starts
   */
  public static String[] arguments(String system, Path servers, String... settings) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "recordcount=100",
                "operationcount=100000000",
                "target=100",
                "connections=3",
                "status.interval=1",
                "exit.on=never"));
    all.addAll(List.of(settings));
    if (all.stream().noneMatch(setting -> setting.startsWith("endpoints="))) {
      all.add("cluster.dir=" + servers);
    }
    List<String> arguments =
        new ArrayList<>(List.of("-db", system, "-P", "workloads/workloada", "-threads", "20"));
    all.forEach(setting -> arguments.addAll(List.of("-p", setting)));
    return arguments.toArray(String[]::new);
  }

  public static RunResult completed(RunningKvbench kvbench) throws Exception {
    assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
    assertThat(kvbench.said()).doesNotContain("\tat ");
    RunResult result = kvbench.result();
    assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
    assertThat(phase(result).okCount()).isPositive();
    return result;
  }

  /**
   * Stops a run without an end when requests succeed after these events. How long that takes
   * depends on the machine.
   */
  public static RunResult stoppedAfter(RunningKvbench kvbench, String... events) throws Exception {
    for (String event : events) {
      kvbench.awaitErr(event);
    }
    int last = kvbench.err().length();
    kvbench.await(() -> SUCCEEDING.matcher(kvbench.err()).find(last), "successful requests");
    kvbench.interrupt();
    assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(ExitCode.INTERRUPTED);
    RunResult result = kvbench.result();
    assertThat(result.status()).isEqualTo(RunStatus.PARTIAL);
    if (result.store().storeCheck().isPresent()) {
      assertStoreAgrees(result);
    } else {
      // A server that has just started may not serve yet.
      assertThat(result.store().storeUnchecked().orElseThrow().reason())
          .as(kvbench::said)
          .startsWith("127.0.0.1:");
    }
    return result;
  }

  /** Every record is there, and holds the last write that was acknowledged. */
  public static void assertNothingIsLost(RunResult result) {
    assertStoreAgrees(result);
    assertThat(result.store().keyCheck().orElseThrow().keysMissing()).isZero();
    assertThat(result.store().keyCheck().orElseThrow().values().orElseThrow().lost()).isZero();
  }

  public static void assertStoreAgrees(RunResult result) {
    assertThat(result.store().storeCheck().orElseThrow().agrees())
        .as(() -> result.store().storeCheck().toString())
        .isTrue();
  }

  public static PhaseResult phase(RunResult result) {
    return result.phases().getLast();
  }

  public static Set<ErrorKind> errors(RunResult result) {
    Set<ErrorKind> kinds = new TreeSet<>();
    phase(result).operations().values().stream()
        .map(OperationResult::errors)
        .forEach(errors -> kinds.addAll(errors.keySet()));
    return kinds;
  }
}
