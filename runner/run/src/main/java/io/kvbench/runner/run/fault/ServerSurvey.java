package io.kvbench.runner.run.fault;

import io.kvbench.core.binding.ServerState;
import java.util.List;

/** A query of all servers' states. */
@FunctionalInterface
public interface ServerSurvey {
  List<ServerState> states() throws InterruptedException;
}
