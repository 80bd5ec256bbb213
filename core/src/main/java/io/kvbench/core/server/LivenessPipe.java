package io.kvbench.core.server;

import java.io.IOException;
import java.lang.reflect.Proxy;

/**
 * The standard input of a server's JVM, which kvbench holds open. {@link #STOP} and the end of the
 * input (kvbench has exited) stop the server; {@link #KEEP} keeps it running without kvbench.
 */
public final class LivenessPipe {
  /** The byte that stops the server. */
  public static final byte STOP = 's';

  /** The byte that keeps the server running. */
  public static final byte KEEP = 'k';

  private LivenessPipe() {}

  /**
   * Called first by the main class of a server: watches the pipe on a daemon thread, and halts the
   * JVM at its end, which suits servers that acknowledge only what is on disk. Ctrl-C in a terminal
   * reaches every process of the group, so it is ignored: kvbench decides when its servers end.
   */
  public static void watch() {
    ignore("INT");
    ignore("HUP");
    Thread.ofPlatform().daemon().name("kvbench-watch").start(LivenessPipe::read);
  }

  private static void read() {
    int read = -1;
    try {
      read = System.in.read();
    } catch (IOException e) {
      // As good as its end.
    }
    if (read != KEEP) {
      Runtime.getRuntime().halt(0);
    }
  }

  /** By reflection, because the compiler rejects the only API for this. */
  private static void ignore(String name) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object ignored =
          Proxy.newProxyInstance(
              LivenessPipe.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> null);
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), ignored);
    } catch (ReflectiveOperationException e) {
      System.err.println("signal " + name + " cannot be ignored: " + e);
    }
  }
}
