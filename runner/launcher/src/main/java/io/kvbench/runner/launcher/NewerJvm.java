package io.kvbench.runner.launcher;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The process in which kvbench goes on, seen from the one that waits for it. The two owe each other
 * this:
 *
 * <ul>
 *   <li>Standard input, output and error are the same in both; only the newer one uses them.
 *   <li>The exit code of the newer one becomes that of the older.
 *   <li>Ctrl-C reaches both, since they are in one process group. A signal that reaches only the
 *       older one is passed on as SIGTERM. Hence the newer one may get two signals for one wish to
 *       end, and must take the second as a repetition of the first. The older one outlives it.
 *   <li>A newer one that has not ended {@value #GRACE_SECONDS} s after the signal is killed.
 *   <li>If the older one is killed outright, nothing can be passed on. Therefore the newer one has
 *       its process id in the system property {@value Relaunch#PARENT}, should watch that process,
 *       and should end as on SIGTERM when it has gone. The property is absent if the id is not
 *       known.
 * </ul>
 */
final class NewerJvm {
  /** Three times what kvbench allows itself for writing its results. */
  private static final long GRACE_SECONDS = 30;

  private static final int INTERRUPTED = 130;

  private final ProcessBuilder command;
  private final boolean isSignalled;
  private @Nullable Process process;

  /**
   * @param isSignalled whether ending a process is asking it to; Windows can only kill one, but
   *     tells all of a console of Ctrl-C
   */
  NewerJvm(ProcessBuilder command, boolean isSignalled) {
    this.command = command;
    this.isSignalled = isSignalled;
  }

  /**
   * Starts the process and waits for its end. To be called once.
   *
   * @throws IOException if it cannot be started
   */
  int run() throws IOException, InterruptedException {
    Thread stop = new Thread(this::stop, "stop-newer-jvm");
    Runtime.getRuntime().addShutdownHook(stop);
    try {
      return start().waitFor();
    } catch (IOException e) {
      Runtime.getRuntime().removeShutdownHook(stop);
      throw e;
    }
  }

  private synchronized Process start() throws IOException {
    Process started = command.start();
    process = started;
    return started;
  }

  /**
   * The shutdown hook: ends this JVM with the other's exit code, once there is one. It keeps the
   * lock, so that nothing is started any more.
   */
  private synchronized void stop() {
    try {
      Runtime.getRuntime().halt(process == null ? INTERRUPTED : end(process));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int end(Process process) throws InterruptedException {
    if (isSignalled) {
      process.destroy();
    }
    if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    return process.waitFor();
  }
}
