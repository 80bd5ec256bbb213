package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.format.RunResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A kvbench command line that runs while a test follows its output: in a thread ({@link
 * KvbenchThread}) or, where the process or the jar is the subject, in a process ({@link
 * KvbenchProcess}).
 */
public abstract class RunningKvbench implements AutoCloseable {
  public static final Duration LONGEST = Duration.ofMinutes(10);

  private final Path directory;

  public RunningKvbench(Path directory) {
    this.directory = directory;
  }

  public static boolean isRun(String... arguments) {
    return arguments.length > 2
        && arguments[0].startsWith("-")
        && List.of(arguments).contains("-db");
  }

  /** A sidecar costs a second of processor time, and most tests are about something else. */
  public static List<String> withoutSidecar(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    if (isRun(arguments) && all.stream().noneMatch(argument -> argument.startsWith("hosts."))) {
      all.addAll(List.of("-p", "hosts.every=off"));
    }
    return all;
  }

  /** Waits for the end and returns the exit code. */
  public abstract int exitCode() throws InterruptedException;

  /** Requests a graceful stop, as Ctrl-C does. */
  public abstract void interrupt() throws Exception;

  public abstract boolean isRunning();

  public abstract String out();

  public abstract String err();

  /** Ends what a failing test left behind. */
  @Override
  public abstract void close();

  /** Returns all that it has printed, for a test that fails. */
  public final String said() {
    return err() + out();
  }

  public final void awaitErr(String text) throws InterruptedException {
    await(() -> err().contains(text), text);
  }

  public final void awaitOut(String text) throws InterruptedException {
    await(() -> out().contains(text), text);
  }

  public final void await(BooleanSupplier condition, String what) throws InterruptedException {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(isRunning() || condition.getAsBoolean())
          .as(() -> "waiting for " + what + " in: " + said())
          .isTrue();
      assertThat(System.nanoTime())
          .as(() -> "waited too long for " + what + " in: " + err())
          .isLessThan(deadline);
      Thread.sleep(20);
    }
  }

  /** Returns the result directory: the last line of standard output. */
  public final Path resultDirectory() {
    String last = out().strip().lines().reduce((before, line) -> line).orElse("");
    assertThat(last).as(() -> "the last line of: " + said()).isNotEmpty();
    return directory.resolve(last);
  }

  /** Returns what {@code kvbench report} prints of its result, which the summary leaves out. */
  public final String report() {
    return KvbenchCommand.run(List.of("report", resultDirectory().toString())).out();
  }

  public final RunResult result() throws Exception {
    return ResultDirectory.readResult(resultDirectory());
  }
}
