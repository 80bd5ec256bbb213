package io.kvbench.core.server;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * The liveness pipe: the standard input of a server's JVM, which kvbench holds open. {@link #STOP}
 * and the end of the input (kvbench has exited) stop the server; {@link #KEEP} keeps it running
 * without kvbench.
 */
public final class LivenessPipe {
  /** The byte that stops the server. */
  public static final byte STOP = 's';

  /** The byte that keeps the server running. */
  public static final byte KEEP = 'k';

  private LivenessPipe() {}

  /**
   * Watches the pipe on a daemon thread, and halts the JVM at its end, which is safe for servers
   * that acknowledge only durable writes. Called first by the main class of a server. Ctrl-C
   * reaches every process of a terminal's group, so it is ignored: kvbench decides when its servers
   * end.
   */
  public static void watch() {
    watch(LivenessPipe::read);
  }

  /**
   * The same for a program that receives commands as lines of ASCII: halts the JVM at the end of
   * the input.
   *
   * @param longest the max length of a line; longer ones are dropped
   * @param orders called with each line, without its end, on the watching thread
   */
  public static void watch(int longest, Consumer<String> orders) {
    watch(() -> read(longest, orders));
  }

  private static void watch(Runnable reading) {
    ignore("INT");
    ignore("HUP");
    Thread.ofPlatform().daemon().name("kvbench-watch").start(reading);
  }

  private static void read() {
    if (next() != KEEP) {
      Runtime.getRuntime().halt(0);
    }
  }

  private static void read(int longest, Consumer<String> orders) {
    StringBuilder line = new StringBuilder();
    try {
      for (int next = next(); next >= 0; next = next()) {
        if (next == '\n') {
          if (line.length() <= longest) {
            orders.accept(line.toString());
          }
          line.setLength(0);
        } else if (line.length() <= longest) {
          line.append((char) next);
        }
      }
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }

  private static int next() {
    try {
      return System.in.read();
    } catch (IOException e) {
      return -1; // Treated as the end of the input.
    }
  }

  private static void ignore(String name) {
    if (!Signals.handle(name, () -> {})) {
      System.err.println("signal " + name + " cannot be ignored");
    }
  }
}
