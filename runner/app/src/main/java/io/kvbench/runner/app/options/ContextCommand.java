package io.kvbench.runner.app.options;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.runner.app.terminal.Terminal;
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
}
