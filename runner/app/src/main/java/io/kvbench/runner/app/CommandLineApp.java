package io.kvbench.runner.app;

import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.SmallHeap;
import io.kvbench.runner.run.Version;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;

/** The command line as a whole; returns exit codes and never ends the JVM. */
final class CommandLineApp {
  private final Terminal terminal;
  private final Shutdown shutdown;

  CommandLineApp(Terminal terminal, Shutdown shutdown) {
    this.terminal = terminal;
    this.shutdown = shutdown;
  }

  int run(String... arguments) {
    ClientLog.quiet();
    Clusters clusters = Clusters.load();
    Planning planning = new Planning(Bindings.load(), clusters);
    CommandLine line =
        new CommandLine(new RunCommand(planning, clusters, terminal, shutdown.stop()));
    line.addSubcommand(
        new CommandLine(new RunCommand(planning, clusters, terminal, shutdown.stop()))
            .setCommandName("run"));
    line.addSubcommand("plan", new PlanCommand(planning, terminal));
    line.addSubcommand("systems", new SystemsCommand(Bindings.load(), clusters, terminal));
    line.addSubcommand(ClusterCommand.line(planning, clusters, terminal, shutdown.stop()));
    line.addSubcommand("compare", new CompareCommand(terminal));
    line.addSubcommand("report", new ReportCommand(terminal));
    line.addSubcommand("calibrate", new CalibrateCommand(terminal, shutdown.stop()));
    line.addSubcommand("sidecar", new SidecarCommand(terminal, shutdown.stop()));
    line.addSubcommand(new CommandLine.HelpCommand());
    line.setOut(writer(terminal.out()));
    line.setErr(writer(terminal.err()));
    line.setPosixClusteredShortOptionsAllowed(false);
    line.setOverwrittenOptionsAllowed(true);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpWidth(terminal.width());
    line.setUsageHelpLongOptionsMaxWidth(28);
    if (!terminal.style().color()) {
      line.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    }
    line.getCommandSpec().version("kvbench " + Version.CURRENT);
    line.setParameterExceptionHandler(this::misused);
    line.setExecutionExceptionHandler((defect, command, parsed) -> defect(terminal, defect));
    return line.execute(arguments);
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, stream.charset());
  }

  private int misused(ParameterException misuse, String... arguments) {
    terminal.err().println("kvbench: " + misuse.getMessage());
    CommandLine.UnmatchedArgumentException.printSuggestions(misuse, writer(terminal.err()));
    terminal.err().println("'kvbench --help' shows what there is.");
    return ExitCode.USAGE;
  }

  /** Tells of an exception that nobody foresaw, and returns the exit code for it. */
  static int defect(Terminal terminal, Throwable defect) {
    Logger log = LoggerFactory.getLogger(CommandLineApp.class);
    if (SmallHeap.isCauseOf(defect)) {
      log.error("Too small a heap", defect);
      terminal.err().println("kvbench: " + SmallHeap.sentence());
      return ExitCode.ENVIRONMENT;
    }
    log.error("A defect of kvbench", defect);
    terminal.err().println("kvbench: this is a defect of kvbench: " + defect);
    terminal
        .err()
        .println(
            "Please report it" + ClientLog.place().map(file -> ", with " + file).orElse("") + ".");
    return ExitCode.DEFECT;
  }

  /** Prints everything that is wrong, and returns the exit code for it. */
  static int refuse(Terminal terminal, Problems problems) {
    List<Problem> list = problems.list();
    terminal
        .err()
        .println("kvbench: " + (list.size() == 1 ? "a problem:" : list.size() + " problems:"));
    list.forEach(problem -> terminal.err().println("  " + problem));
    return ExitCode.USAGE;
  }
}
