package io.kvbench.runner.process;

import io.kvbench.core.engine.StopSignal;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
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

  private RunProcess() {}

  /**
   * Runs a command to its end, or until it is stopped, as Ctrl-C would.
   *
   * @param log gets what it prints, behind what is there
   * @param ending how long it may take to stop before it is killed
   * @param now and then called while it runs
   * @return the exit code
   * @throws IOException if it cannot be started
   */
  public static int run(
      List<String> command, Path log, RunControl control, Duration ending, Runnable now)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(log.toFile()))
            .start();
    // Not Process.destroy, which closes the standard input, too.
    Runnable end = () -> process.toHandle().destroy();
    StopSignal stop = control.stop();
    stop.listen(end);
    control.begin(process, log);
    try {
      while (!stop.isGiven()) {
        if (process.waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
          return process.exitValue();
        }
        now.run();
      }
      process.waitFor(ending.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      control.end();
      stop.forget(end);
      process.destroyForcibly();
    }
    return process.waitFor();
  }
}
