package io.kvbench.runner.app.run;

import io.kvbench.runner.app.options.CommandContext;
import io.kvbench.runner.app.options.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code kvbench load SYSTEM}: YCSB's name of the load phase alone. */
@Command(name = "load", description = "Runs the load phase only, as 'kvbench run -load'.")
public final class LoadPhaseCommand extends RunCommand {
  @Mixin private NamedSystem system = new NamedSystem();

  public LoadPhaseCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected void phase(RunOptions given) {
    system.applyTo(given);
    given.load = true;
  }
}
