package io.kvbench.runner.app.options;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.setting.Problems;
import io.kvbench.runner.app.terminal.Terminal;
import io.kvbench.runner.run.BenchmarkRun;
import io.kvbench.runner.run.RunListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** A command with its {@link CommandContext}; returns an exit code. */
public abstract class ContextCommand implements Callable<Integer> {
  private static final String PLUGIN = "--plugin";
  private static final String PROFILE = "--profile";

  protected final CommandLinePlanner planning;
  protected final Terminal terminal;
  protected final StopSignal stop;

  @Option(
      names = PLUGIN,
      paramLabel = "JAR",
      description =
          "Jar with a binding, beside those in ~/.config/kvbench/plugins. May be repeated.")
  private List<Path> plugins = new ArrayList<>();

  @Option(
      names = PROFILE,
      paramLabel = "NAME",
      defaultValue = "${env:KVBENCH_PROFILE}",
      description = "Properties in ~/.config/kvbench/profiles/NAME; files and flags override them.")
  private @Nullable String profile;

  /** The transformation for commands that read no properties of runs. */
  public static final class WithoutProfile implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      return hide(command, PROFILE);
    }
  }

  /** The transformation for commands that load no bindings either. */
  public static final class WithoutBindings implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      return hide(hide(command, PROFILE), PLUGIN);
    }
  }

  /** An option without effect is accepted, since scripts give it to all commands. */
  private static CommandSpec hide(CommandSpec command, String option) {
    OptionSpec shown = command.findOption(option);
    return command.remove(shown).addOption(shown.toBuilder().hidden(true).build());
  }

  protected ContextCommand(CommandContext context) {
    planning = context.planning();
    terminal = context.terminal();
    stop = context.stop();
  }

  /** Applies the options that all commands have, before {@link #call}. */
  public final Problems configure() {
    Problems problems = new Problems();
    planning.configure(plugins, profile, problems);
    return problems;
  }

  /** Returns the execution of a plan in this process, with a sidecar. */
  protected final BenchmarkRun benchmark(
      RunPlan plan, BindingProvider provider, RunListener listener) {
    return new BenchmarkRun(
        plan, provider, planning.clusters(), stop, listener, OwnCommand.sidecar(), false);
  }
}
