package io.kvbench.runner.app.options;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.runner.app.terminal.Terminal;
import io.kvbench.runner.run.BenchmarkRun;
import io.kvbench.runner.run.RunListener;
import java.util.concurrent.Callable;

/** A command with its {@link CommandContext}; returns an exit code. */
public abstract class ContextCommand implements Callable<Integer> {
  protected final CommandLinePlanner planning;
  protected final Terminal terminal;
  protected final StopSignal stop;

  protected ContextCommand(CommandContext context) {
    planning = context.planning();
    terminal = context.terminal();
    stop = context.stop();
  }

  /** Returns the execution of a plan in this process, with a sidecar. */
  protected final BenchmarkRun benchmark(
      RunPlan plan, BindingProvider provider, RunListener listener) {
    return new BenchmarkRun(
        plan, provider, planning.clusters(), stop, listener, OwnCommand.sidecar(), false);
  }
}
