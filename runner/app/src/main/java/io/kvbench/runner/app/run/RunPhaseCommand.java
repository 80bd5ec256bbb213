package io.kvbench.runner.app.run;

import io.kvbench.runner.app.options.CommandContext;
import io.kvbench.runner.app.options.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code kvbench run}, which may name the system as YCSB's does. */
@Command(
    name = "run",
    description = "Benchmarks a distributed key-value store and reports what happened.")
public final class RunPhaseCommand extends RunCommand {
  @Mixin private NamedSystem system = new NamedSystem();

  public RunPhaseCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected void phase(RunOptions given) {
    system.applyTo(given);
  }
}
