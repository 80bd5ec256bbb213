package io.kvbench.runner.app;

import io.kvbench.runner.app.terminal.Terminal;

/** The entry point of kvbench, and the only place that exits the JVM. */
public final class Main {
  private Main() {}

  /** Runs the command line and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    // Pictures are written to files: no window or screen is needed.
    System.setProperty("java.awt.headless", "true");
    Shutdown shutdown = new Shutdown();
    shutdown.watchLauncher();
    Terminal terminal = Terminal.standard();
    int exitCode = terminal.finish(run(terminal, shutdown, arguments));
    shutdown.finished(exitCode);
    System.exit(exitCode);
  }

  private static int run(Terminal terminal, Shutdown shutdown, String... arguments) {
    try {
      return new CommandLineApp(terminal, shutdown.stop()).run(arguments);
    } catch (RuntimeException | Error defect) {
      return CommandLineApp.defect(terminal, defect);
    }
  }
}
