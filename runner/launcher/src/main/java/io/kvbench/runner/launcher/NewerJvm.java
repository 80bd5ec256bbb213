package io.kvbench.runner.launcher;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The process that runs kvbench on a newer JVM, as seen from the older one that waits for it. Their
 * protocol:
 *
 * <ul>
 *   <li>Standard input, output and error are the same in both; only the newer one uses them.
 *   <li>The exit code of the newer one becomes that of the older.
 *   <li>Ctrl-C reaches both, since they are in one process group. A signal that reaches only the
 *       older one is passed on as SIGTERM. Hence the newer one may get two signals for one request
 *       to end, and must treat the second as a repetition. The older one outlives it.
 *   <li>A newer one that has not ended {@value #GRACE_SECONDS} s after the signal is killed.
 *   <li>If the older one is killed outright, nothing can be passed on. Therefore the newer one has
 *       its process id in the system property {@value Relaunch#PARENT}, should watch that process,
 *       and should end as on SIGTERM when that has exited. The property is absent if the id is
 *       unknown.
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
   * @param isSignalled whether processes can be asked to end; Windows can only kill one, but sends
   *     Ctrl-C to all processes of a console
   */
  NewerJvm(ProcessBuilder command, boolean isSignalled) {
    this.command = command;
    this.isSignalled = isSignalled;
  }

  /**
   * Runs the process to its end. To be called once.
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
