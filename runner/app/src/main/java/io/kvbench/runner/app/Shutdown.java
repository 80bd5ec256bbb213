package io.kvbench.runner.app;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.results.directory.WholeFiles;
import io.kvbench.runner.app.terminal.ExitCode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A shutdown hook that turns SIGINT and SIGTERM into a stop signal. The main thread continues while
 * the hooks run; the hook blocks the JVM's exit until the run has drained and written everything,
 * and then exits with the run's own exit code. A second signal has no further effect.
 */
final class Shutdown {
  /**
   * Draining takes three seconds, and two more where clients are stuck; the rest is for the files
   * and the servers.
   */
  private static final Duration LONGEST = Duration.ofMillis(9_600);

  private static final String LAUNCHER_PID = "kvbench.launcher.pid";

  private final StopSignal stop = new StopSignal();
  private final CompletableFuture<Integer> end = new CompletableFuture<>();

  Shutdown() {
    Runtime.getRuntime()
        .addShutdownHook(Thread.ofPlatform().name("shutdown").unstarted(this::onExit));
  }

  StopSignal stop() {
    return stop;
  }

  /** Lets the hook go: the program has done everything. */
  void finished(int exitCode) {
    end.complete(exitCode);
  }

  /**
   * Exits when the launcher that started this program on a newer Java is killed, since no other
   * process would end it.
   */
  void watchLauncher() {
    String pid = System.getProperty(LAUNCHER_PID);
    if (pid == null) {
      return;
    }
    CompletableFuture<?> gone =
        ProcessHandle.of(Long.parseLong(pid))
            .map(ProcessHandle::onExit)
            .orElseGet(() -> CompletableFuture.completedFuture(null));
    CompletableFuture<Void> unused = gone.thenRun(this::launcherGone);
  }

  private void launcherGone() {
    Thread.ofPlatform().name("launcher-gone").start(this::onExit);
  }

  private void onExit() {
    if (!end.isDone()) {
      stop.give();
    }
    int exitCode = exitCode();
    WholeFiles.abandonAll();
    Runtime.getRuntime().halt(exitCode);
  }

  private int exitCode() {
    try {
      return end.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException | InterruptedException e) {
      return ExitCode.INTERRUPTED;
    }
  }
}
