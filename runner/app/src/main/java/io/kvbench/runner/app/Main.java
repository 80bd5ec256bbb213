package io.kvbench.runner.app;

import java.io.PrintStream;
import java.nio.charset.Charset;

/** Where kvbench begins, and the only place where it ends the JVM. */
public final class Main {
  private Main() {}

  /** Runs the command line and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    // Pictures go into files: nothing here has a window, or needs a screen.
    System.setProperty("java.awt.headless", "true");
    Shutdown shutdown = new Shutdown();
    shutdown.watchLauncher();
    Terminal terminal = new Terminal(stream(System.out, "stdout"), stream(System.err, "stderr"));
    int exitCode = run(terminal, shutdown, arguments);
    terminal.flush();
    shutdown.finished(exitCode);
    System.exit(exitCode);
  }

  private static int run(Terminal terminal, Shutdown shutdown, String... arguments) {
    try {
      return new CommandLineApp(terminal, shutdown).run(arguments);
    } catch (RuntimeException | Error defect) {
      return CommandLineApp.defect(terminal, defect);
    }
  }

  /** Standard streams in the encoding of the terminal, also where the JVM's default is another. */
  private static PrintStream stream(PrintStream standard, String name) {
    String encoding = System.getProperty(name + ".encoding");
    return encoding == null
        ? standard
        : new PrintStream(standard, false, Charset.forName(encoding));
  }
}
