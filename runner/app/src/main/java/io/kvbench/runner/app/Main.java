package io.kvbench.runner.app;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.runner.app.terminal.Terminal;
import picocli.CommandLine;

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

  /** Returns the command line with all commands, for generators of its documentation. */
  public static CommandLine commandLine() {
    return new CommandLineApp(Terminal.standard(), new StopSignal()).complete();
  }

  private static int run(Terminal terminal, Shutdown shutdown, String... arguments) {
    try {
      return new CommandLineApp(terminal, shutdown.stop()).run(arguments);
    } catch (RuntimeException | Error defect) {
      return CommandLineApp.defect(terminal, defect);
    }
  }
}
