package io.kvbench.runner.app.options;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.runner.app.terminal.Terminal;

/** The environment of every command: planner, terminal and stop signal. */
public record CommandContext(CommandLinePlanner planning, Terminal terminal, StopSignal stop) {}
