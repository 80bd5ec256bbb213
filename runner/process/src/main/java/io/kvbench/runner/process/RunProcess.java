package io.kvbench.runner.process;

import io.kvbench.core.engine.StopSignal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process of kvbench for one run: nothing that one run leaves behind in a JVM, such as compiled
 * code or a full heap, is there in the next. It ends with this process at the latest, since its
 * standard input does then.
 */
public final class RunProcess {
  private static final Duration LOOK = Duration.ofMillis(500);

  /** The time in which the output of a process may arrive after its end. */
  private static final Duration PRINTING = Duration.ofSeconds(5);

  private RunProcess() {}

  /**
   * The end of a process.
   *
   * @param reason why it ended, in the process's own words
   */
  public record Ended(int exitCode, String reason) {}

  /**
   * Runs a command to its end, or until it is stopped, as Ctrl-C would.
   *
   * @param log gets what it prints, behind what is there
   * @param ending how long it may take to stop before it is killed
   * @param now and then called while it runs
   * @throws IOException if it cannot be started
   */
  public static Ended run(
      List<String> command, Path log, RunControl control, Duration ending, Runnable now)
      throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    RunOutput output = new RunOutput(log);
    Thread reading =
        Thread.ofPlatform()
            .daemon()
            .name("output of a run")
            .start(() -> output.readAll(process.getInputStream()));
    // Not Process.destroy, which closes the standard input, too.
    Runnable end = () -> process.toHandle().destroy();
    StopSignal stop = control.stop();
    stop.listen(end);
    control.begin(process, output);
    try {
      while (!stop.isGiven() && !process.waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
        now.run();
      }
      process.waitFor(ending.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      control.end();
      stop.forget(end);
      // Not Process.destroyForcibly, which closes the output before it is read.
      process.toHandle().destroyForcibly();
    }
    int exitCode = process.waitFor();
    boolean unused = reading.join(PRINTING);
    return new Ended(exitCode, output.reason());
  }
}
