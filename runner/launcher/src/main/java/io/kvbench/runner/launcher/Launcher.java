package io.kvbench.runner.launcher;

import java.lang.reflect.InvocationTargetException;
import java.util.Optional;

/**
 * The main class of kvbench.jar, which any Java from 8 on can load.
 *
 * <p>On a Java that is new enough it calls {@code public static void main(String[])} of the public
 * class {@code io.kvbench.runner.app.Main}: in a second JVM that has its classes in a {@link
 * ClassCache}, or in this JVM otherwise. On an older one it runs the same jar with the same
 * arguments on the newest Java of this machine. {@link NewerJvm} describes the protocol of the two
 * processes.
 *
 * <p>Exit codes of its own: 2 without a suitable Java, 4 if the jar is incomplete.
 */
public final class Launcher {
  static final int DEFECT = 4;

  private static final String MAIN = "io.kvbench.runner.app.Main";

  private Launcher() {}

  /**
   * Starts kvbench.
   *
   * @throws Throwable from kvbench's own main method
   */
  public static void main(String[] arguments) throws Throwable {
    Relaunch relaunch = Relaunch.onThisMachine();
    if (!isNewEnough(System.getProperty("java.specification.version"))) {
      System.exit(relaunch.run(arguments));
    }
    Optional<Integer> exitCode = relaunch.runFaster(arguments);
    if (exitCode.isPresent()) {
      System.exit(exitCode.get());
    }
    goOnHere(arguments);
  }

  /** By the specification's version, which is 1.8 for Java 8 and a whole number since. */
  static boolean isNewEnough(String specification) {
    return !specification.startsWith("1.") && Integer.parseInt(specification) >= JavaVersion.NEEDED;
  }

  private static void goOnHere(String[] arguments) throws Throwable {
    try {
      Class.forName(MAIN).getMethod("main", String[].class).invoke(null, (Object) arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    } catch (ClassNotFoundException e) {
      SafeText.print("kvbench.jar is incomplete: it lacks " + MAIN + ". Build it again.");
      System.exit(DEFECT);
    }
  }
}
