package io.kvbench.runner.app.run;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.setting.Problems;
import io.kvbench.results.directory.WholeFiles;
import io.kvbench.runner.app.options.CommandContext;
import io.kvbench.runner.app.options.ContextCommand;
import io.kvbench.runner.app.options.OutputPermissions;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.calibrate.Calibration;
import io.kvbench.runner.calibrate.CalibrationJson;
import io.kvbench.runner.calibrate.CalibrationRequest;
import io.kvbench.runner.calibrate.CalibrationText;
import io.kvbench.runner.calibrate.Calibrator;
import io.kvbench.runner.run.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code kvbench calibrate}, which reports what kvbench can resolve on this machine.
 */
@Command(
    name = "calibrate",
    mixinStandardHelpOptions = true,
    modelTransformer = ContextCommand.WithoutBindings.class,
    sortOptions = false,
    description = {
      "Measures kvbench's own limits on this machine.",
      "With a store that does nothing: its max rate, its CPU cost and its lag. Takes about twenty"
          + " seconds on an otherwise idle machine."
    })
public final class CalibrateCommand extends ContextCommand {
  private static final int MOST_CLIENTS = 1_000_000;
  private static final double HIGHEST_RATE = 1e9;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "20000",
      description = "Requests per second of the open loop (default: ${DEFAULT-VALUE}).")
  private double rate = 20_000;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "64",
      description = "Number of clients in multi-client measurements (default: ${DEFAULT-VALUE}).")
  private int clients = 64;

  @Option(names = "--quick", description = "Rough figures in a few seconds.")
  private boolean quick;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the figures to a JSON file.")
  private @Nullable Path json;

  @Option(
      names = "--agents",
      paramLabel = "AGENTS",
      description =
          "Also measure what load agents can drive together, such as 2 on this machine; the same"
              + " values as for 'kvbench run'.")
  private @Nullable String agents;

  @Mixin private OutputPermissions permissions = new OutputPermissions();

  public CalibrateCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    Problems problems = new Problems();
    if (!(rate > 0 && rate <= HIGHEST_RATE)) {
      problems.add("--rate", "must be above 0 and at most a billion requests per second.");
    }
    if (clients < 1 || clients > MOST_CLIENTS) {
      problems.add("--clients", "must be from 1 to a million.");
    }
    if (json != null) {
      checkWritable(json.toAbsolutePath(), problems);
    }
    AgentCalibrator calibrator = new AgentCalibrator(planning, stop, quick);
    Optional<AgentCalibrator.Plans> plans =
        agents == null || !problems.isEmpty()
            ? Optional.empty()
            : calibrator.plan(agents, clients, problems);
    return problems.isEmpty() ? calibrate(calibrator, plans) : terminal.refuse(problems);
  }

  /** Before the machine is kept busy for nothing; leaves no file behind. */
  private static void checkWritable(Path file, Problems problems) {
    Path directory = file.getParent();
    if (directory == null || Files.isDirectory(file)) {
      problems.add("--json", file + " is a directory; specify a file.");
    } else if (!Files.isDirectory(directory)) {
      problems.add("--json", "there is no directory " + directory + "; create it first.");
    } else if (!Files.isWritable(isSpecial(file) ? file : directory)) {
      problems.add("--json", "cannot write to " + file + "; specify another file.");
    }
  }

  /** Such as a pipe: nothing is put in its place. */
  private static boolean isSpecial(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file);
  }

  private int calibrate(AgentCalibrator calibrator, Optional<AgentCalibrator.Plans> plans) {
    try {
      Calibration calibration =
          new Calibrator(
                  new CalibrationRequest(rate, clients, quick),
                  stop,
                  stage -> terminal.err().println("calibrating: " + stage))
              .calibrate();
      if (plans.isPresent()) {
        terminal.err().println("calibrating: one process and agents");
        calibration = calibration.with(calibrator.measure(plans.get()));
      }
      terminal.err().flush();
      terminal.page().print(CalibrationText.of(calibration, terminal.style()));
      return json == null ? ExitCode.FINE : write(calibration, json);
    } catch (BindingException e) {
      return terminal.fail(e.getMessage(), ExitCode.ENVIRONMENT);
    } catch (InterruptedException e) {
      return terminal.fail("interrupted; nothing was measured.", ExitCode.INTERRUPTED);
    }
  }

  private int write(Calibration calibration, Path file) {
    try {
      WholeFiles.write(file, CalibrationJson.of(calibration, Version.CURRENT), permissions.get());
      return ExitCode.FINE;
    } catch (IOException e) {
      return terminal.fail(
          "cannot write " + file + ": " + FileReason.ofWriting(e) + ".", ExitCode.USAGE);
    }
  }
}
