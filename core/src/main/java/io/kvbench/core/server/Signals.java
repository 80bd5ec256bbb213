package io.kvbench.core.server;

import java.lang.reflect.Proxy;

/** Signal handlers, set by reflection since the compiler rejects the only API for this. */
public final class Signals {
  private Signals() {}

  /**
   * Runs an action on every signal of a kind, replacing the JVM's default; on a new thread each
   * time.
   *
   * @param name without {@code SIG}, such as {@code INT}
   * @return whether the platform supports it
   */
  public static boolean handle(String name, Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object running =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  action.run();
                }
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), running);
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}
