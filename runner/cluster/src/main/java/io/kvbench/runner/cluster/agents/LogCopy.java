package io.kvbench.runner.cluster.agents;

import io.kvbench.runner.cluster.ClusterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A copy of the growing log of a server on another machine. */
final class LogCopy {
  private static final long PAUSE_MILLIS = 500;
  private static final Duration ENDING = Duration.ofSeconds(5);

  private final HeldAgent agent;
  private final int node;
  private final Path file;
  private long length;
  private @Nullable Thread thread;
  private volatile boolean over;

  LogCopy(HeldAgent agent, int node, Path file) {
    this.agent = agent;
    this.node = node;
    this.file = file;
  }

  Path file() {
    return file;
  }

  void begin() {
    thread = Thread.ofPlatform().daemon().name("log-" + file.getFileName()).start(this::follow);
  }

  /** The agent waits for new output, so there is only a pause after a failure. */
  private void follow() {
    try {
      while (!over) {
        try {
          long unused = copy();
        } catch (ClusterException | IOException e) {
          TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Copies a part; returns its size. */
  private synchronized long copy() throws ClusterException, IOException, InterruptedException {
    byte[] piece = agent.log(node, length);
    if (piece.length > 0) {
      Files.write(file, piece, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      length += piece.length;
    }
    return piece.length;
  }

  /** Copies the rest, of a server that has been stopped or is left running. Bounded. */
  void finish() {
    end();
    boolean interrupted = Thread.interrupted();
    long deadline = System.nanoTime() + ENDING.toNanos();
    try {
      Thread following = thread;
      if (following == null || following.join(ENDING)) {
        while (System.nanoTime() - deadline < 0 && copy() > 0) {
          // There may be more.
        }
      }
    } catch (InterruptedException e) {
      interrupted = true;
    } catch (ClusterException | IOException e) {
      // The log stays incomplete, which the troubles of the cluster report.
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops copying, soon. */
  void end() {
    over = true;
  }
}
