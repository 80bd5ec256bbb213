package io.kvbench.runner.app;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.SmallHeap;
import io.kvbench.runner.run.Version;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line as a whole; returns exit codes and never ends the JVM. */
final class CommandLineApp {
  private final CommandLine line;

  CommandLineApp(Terminal terminal, StopSignal stop) {
    ClientLog.quiet();
    line = line(terminal, stop);
  }

  int run(String... arguments) {
    return line.execute(arguments);
  }

  private static CommandLine line(Terminal terminal, StopSignal stop) {
    Clusters clusters = Clusters.load();
    CommandLinePlanner planning = new CommandLinePlanner(Bindings.load(), clusters);
    CommandLine line = new CommandLine(new RunCommand(planning, clusters, terminal, stop));
    line.addSubcommand(
        new CommandLine(new RunCommand(planning, clusters, terminal, stop)).setCommandName("run"));
    line.addSubcommand("plan", new PlanCommand(planning, terminal));
    line.addSubcommand(
        "systems", new SystemsCommand(planning, Bindings.load(), clusters, terminal));
    line.addSubcommand(ClusterCommand.line(planning, clusters, terminal, stop));
    line.addSubcommand("compare", new CompareCommand(terminal));
    line.addSubcommand("report", new ReportCommand(terminal));
    line.addSubcommand("calibrate", new CalibrateCommand(terminal, stop));
    line.addSubcommand("sidecar", new SidecarCommand(terminal, stop));
    line.addSubcommand(new CommandLine.HelpCommand());
    line.registerConverter(Path.class, CommandLineApp::path);
    line.setOut(terminal.page());
    line.setErr(terminal.err());
    line.setPosixClusteredShortOptionsAllowed(false);
    line.setOverwrittenOptionsAllowed(true);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpWidth(terminal.width());
    line.setUsageHelpLongOptionsMaxWidth(28);
    if (!terminal.style().color()) {
      line.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    }
    line.getCommandSpec()
        .version(
            "kvbench " + Version.CURRENT,
            "Licences of bundled libraries: META-INF/THIRD-PARTY.txt in the jar;"
                + " SBOM: META-INF/sbom/kvbench.cdx.json");
    List<String> properties = planning.settings().stream().map(Setting::name).toList();
    line.setParameterExceptionHandler((misuse, given) -> misused(terminal, misuse, properties));
    line.setExecutionExceptionHandler((defect, command, parsed) -> defect(terminal, defect));
    return line;
  }

  private static Path path(String name) {
    try {
      return InputFile.path(name);
    } catch (IOException e) {
      throw new TypeConversionException("'" + name + "': " + FileReason.of(e));
    }
  }

  private static int misused(
      Terminal terminal, ParameterException misuse, List<String> properties) {
    terminal.err().println("kvbench: " + misuse.getMessage());
    Optional<String> advice =
        misuse instanceof UnmatchedArgumentException unknown
            ? UnknownFlag.advice(
                unknown.getUnmatched(), misuse.getCommandLine().getCommandSpec(), properties)
            : Optional.empty();
    if (advice.isPresent()) {
      terminal.err().println(advice.get());
    } else {
      UnmatchedArgumentException.printSuggestions(misuse, terminal.err());
    }
    terminal.err().println("See 'kvbench --help'.");
    return ExitCode.USAGE;
  }

  /** Tells of an exception that nobody foresaw, and returns the exit code for it. */
  static int defect(Terminal terminal, Throwable defect) {
    Logger log = LoggerFactory.getLogger(CommandLineApp.class);
    if (SmallHeap.isCauseOf(defect)) {
      log.error("Heap too small", defect);
      terminal.err().println("kvbench: " + SmallHeap.sentence());
      return ExitCode.ENVIRONMENT;
    }
    log.error("Internal error", defect);
    terminal.err().println("kvbench: internal error: " + defect);
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
        .println("kvbench: " + (problems.count() == 1 ? "error:" : problems.count() + " errors:"));
    list.forEach(problem -> terminal.err().println("  " + problem.toString().replace('\n', ' ')));
    if (problems.omitted() > 0) {
      terminal.err().println("  and " + problems.omitted() + " more");
    }
    return ExitCode.USAGE;
  }
}
