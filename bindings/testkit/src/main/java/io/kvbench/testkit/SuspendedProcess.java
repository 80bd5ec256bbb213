package io.kvbench.testkit;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The suspension of a whole process, whose sockets stay open meanwhile. */
public final class SuspendedProcess {
  private static final long LIMIT_SECONDS = 30;
  private static final long POLL_MILLIS = 5;

  private SuspendedProcess() {}

  /** Suspends a process, and waits until all of its threads have stopped, if that is known. */
  public static void freeze(Process process) throws IOException, InterruptedException {
    send("STOP", process);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!hasStopped(process)) {
      if (System.nanoTime() - end > 0) {
        throw new IOException("process " + process.pid() + " does not stop");
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  /** Resumes a suspended process. */
  public static void thaw(Process process) throws IOException, InterruptedException {
    send("CONT", process);
  }

  private static void send(String signal, Process process)
      throws IOException, InterruptedException {
    Process kill =
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).inheritIO().start();
    if (!kill.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || kill.exitValue() != 0) {
      throw new IOException("SIG" + signal + " could not be sent");
    }
  }

  /** A signal reaches the threads some time after it has been sent. */
  private static boolean hasStopped(Process process) throws IOException {
    Path threads = Path.of("/proc", Long.toString(process.pid()), "task");
    if (!Files.isDirectory(threads)) {
      return true;
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
      for (Path thread : all) {
        if (!Files.readString(thread.resolve("status")).contains("State:\tT")) {
          return false;
        }
      }
      return true;
    } catch (NoSuchFileException e) {
      return false; // a thread has ended meanwhile
    }
  }
}
