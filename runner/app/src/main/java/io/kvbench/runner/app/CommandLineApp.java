package io.kvbench.runner.app;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.runner.app.experiments.FindCommand;
import io.kvbench.runner.app.experiments.RecordCommand;
import io.kvbench.runner.app.experiments.SuiteCommand;
import io.kvbench.runner.app.options.CommandContext;
import io.kvbench.runner.app.options.CommandLinePlanner;
import io.kvbench.runner.app.options.ContextCommand;
import io.kvbench.runner.app.run.CalibrateCommand;
import io.kvbench.runner.app.run.LoadPhaseCommand;
import io.kvbench.runner.app.run.PlanCommand;
import io.kvbench.runner.app.run.RunCommand;
import io.kvbench.runner.app.run.RunPhaseCommand;
import io.kvbench.runner.app.run.SystemsCommand;
import io.kvbench.runner.app.servers.AgentCommand;
import io.kvbench.runner.app.servers.CertsCommand;
import io.kvbench.runner.app.servers.CleanCommand;
import io.kvbench.runner.app.servers.ClusterCommand;
import io.kvbench.runner.app.servers.SidecarCommand;
import io.kvbench.runner.app.service.ServeCommand;
import io.kvbench.runner.app.terminal.ClientLog;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Terminal;
import io.kvbench.runner.run.SmallHeap;
import io.kvbench.runner.run.Version;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line as a whole; returns exit codes and never ends the JVM. */
final class CommandLineApp {
  /** picocli takes no less. */
  private static final int NARROWEST_HELP = 55;

  private static final int WIDEST_HELP = 80;

  private final CommandLinePlanner planning = new CommandLinePlanner();
  private final Terminal terminal;
  private final CommandContext context;

  CommandLineApp(Terminal terminal, StopSignal stop) {
    this.terminal = terminal;
    context = new CommandContext(planning, terminal, stop);
  }

  /**
   * Runs a command with the models of those subcommands only that the arguments name, since making
   * one takes a while. The others are known by name and description, for help and suggestions.
   */
  int run(String... arguments) {
    return line(Set.copyOf(Arrays.asList(arguments))).execute(arguments);
  }

  /** Returns the names of all commands. */
  Set<String> commands() {
    return line(Set.of()).getSubcommands().keySet();
  }

  /** Returns the command line with the models of the subcommands that the words name. */
  CommandLine line(Set<String> words) {
    CommandLine line = new CommandLine(new RunCommand(context));
    Subcommands subcommands = new Subcommands(line, words);
    subcommands.add("run", RunPhaseCommand.class, () -> new RunPhaseCommand(context));
    subcommands.add("load", LoadPhaseCommand.class, () -> new LoadPhaseCommand(context));
    subcommands.add("suite", SuiteCommand.class, () -> new SuiteCommand(context));
    subcommands.add("plan", PlanCommand.class, () -> new PlanCommand(context));
    subcommands.add("find", FindCommand.class, () -> new FindCommand(context));
    subcommands.add("systems", SystemsCommand.class, () -> new SystemsCommand(context));
    subcommands.add("cluster", ClusterCommand.class, () -> ClusterCommand.line(context));
    subcommands.add("serve", ServeCommand.class, () -> new ServeCommand(context));
    subcommands.add("record", RecordCommand.class, () -> new RecordCommand(context));
    subcommands.add("clean", CleanCommand.class, () -> new CleanCommand(context));
    subcommands.add("compare", CompareCommand.class, () -> new CompareCommand(terminal));
    subcommands.add("history", HistoryCommand.class, () -> new HistoryCommand(terminal));
    subcommands.add("check", CheckCommand.class, () -> new CheckCommand(terminal));
    subcommands.add("report", ReportCommand.class, () -> new ReportCommand(terminal));
    subcommands.add("calibrate", CalibrateCommand.class, () -> new CalibrateCommand(context));
    subcommands.add("agent", AgentCommand.class, () -> new AgentCommand(context));
    subcommands.add("certs", CertsCommand.class, () -> new CertsCommand(context));
    subcommands.add("sidecar", SidecarCommand.class, () -> new SidecarCommand(context));
    subcommands.add(
        GenerateCompletionCommand.NAME,
        GenerateCompletionCommand.class,
        () -> new GenerateCompletionCommand(terminal, this::complete));
    // No method reference: a handle of a class as old as picocli's makes Java 25.0.3 fail when it
    // writes a class cache.
    subcommands.add("help", CommandLine.HelpCommand.class, () -> new CommandLine.HelpCommand());
    HelpExamples.addTo(line);
    MainHelp.addTo(line);
    line.setExecutionStrategy(this::execute);
    line.registerConverter(Path.class, CommandLineApp::path);
    line.setOut(terminal.page());
    line.setErr(terminal.err());
    line.setPosixClusteredShortOptionsAllowed(false);
    line.setOverwrittenOptionsAllowed(true);
    line.setAllowSubcommandsAsOptionParameters(true); // -l load
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpWidth(Math.clamp(terminal.width(), NARROWEST_HELP, WIDEST_HELP));
    line.setUsageHelpLongOptionsMaxWidth(28);
    if (!terminal.style().color()) {
      line.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    }
    line.getCommandSpec()
        .version(
            "kvbench " + Version.CURRENT,
            "Licences of bundled libraries: META-INF/THIRD-PARTY.txt in the jar;"
                + " SBOM: META-INF/sbom/kvbench.cdx.json");
    line.setParameterExceptionHandler((misuse, given) -> misused(misuse));
    line.setExecutionExceptionHandler((defect, command, parsed) -> defect(terminal, defect));
    return line;
  }

  /** Returns the command line with the models of all commands. */
  CommandLine complete() {
    return line(commands());
  }

  /** Libraries that log take a while to load, for which help need not wait. */
  private int execute(ParseResult parsed) {
    Integer helped = CommandLine.executeHelpRequest(parsed);
    if (helped != null) {
      return helped;
    }
    ClientLog.quiet();
    Object command = parsed.asCommandLineList().getLast().getCommand();
    if (command instanceof ContextCommand configured) {
      Problems problems = configured.configure();
      if (!problems.isEmpty()) {
        return terminal.refuse(problems);
      }
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  private static Path path(String name) {
    try {
      return InputFile.path(name);
    } catch (IOException e) {
      throw new TypeConversionException("'" + name + "': " + FileReason.of(e));
    }
  }

  private int misused(ParameterException misuse) {
    terminal.err().println("kvbench: " + misuse.getMessage());
    Optional<String> advice =
        misuse instanceof UnmatchedArgumentException unknown
            ? UnknownFlag.advice(
                unknown.getUnmatched(),
                misuse.getCommandLine().getCommandSpec(),
                planning.settings().stream().map(Setting::name).toList(),
                planning.bindings().names())
            : Optional.empty();
    if (advice.isPresent()) {
      terminal.err().println(advice.get());
    } else {
      UnmatchedArgumentException.printSuggestions(misuse, terminal.err());
    }
    terminal.err().println("See 'kvbench --help'.");
    return ExitCode.USAGE;
  }

  /** Reports an unexpected exception, and returns the exit code for it. */
  static int defect(Terminal terminal, Throwable defect) {
    Logger log = LoggerFactory.getLogger(CommandLineApp.class);
    if (SmallHeap.isCauseOf(defect)) {
      log.error("Heap too small", defect);
      return terminal.fail(SmallHeap.sentence(), ExitCode.ENVIRONMENT);
    }
    log.error("Internal error", defect);
    terminal.err().println("kvbench: internal error: " + defect);
    terminal
        .err()
        .println(
            "Please report it" + ClientLog.place().map(file -> ", with " + file).orElse("") + ".");
    return ExitCode.DEFECT;
  }
}
