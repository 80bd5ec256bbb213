package io.kvbench.runner.run;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.engine.IntervalListener;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.check.AcknowledgedRecords;
import io.kvbench.results.format.AgentResult;
import io.kvbench.results.format.ClientCondition;
import io.kvbench.runner.run.hosts.RelayedSamples;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The agents whose clients send the requests of a run, in place of this process. For the thread of
 * the run.
 */
public interface LoadTeam extends AutoCloseable {

  /**
   * A measurement of a phase.
   *
   * @param condition how their processes were doing; empty where none is left to say
   */
  record Measured(PhaseMeasurement measurement, Optional<ClientCondition> condition) {}

  /** A factory of the agents of a run. */
  @FunctionalInterface
  interface Source {
    /** Every run is this process's own. */
    Source NONE = (plan, stop, listener, logs) -> Optional.empty();

    /**
     * Waits for the agents that a plan asks for; empty if it asks for none.
     *
     * @param logs gets what agents have printed, at their end
     * @throws BindingException with words for the user, if they do not come or cannot take part
     */
    Optional<LoadTeam> assemble(
        RunPlan plan, StopSignal stop, RunListener listener, Consumer<List<Path>> logs)
        throws BindingException, InterruptedException;
  }

  /** Returns the agents' processes on this machine, by name. */
  Map<String, Long> processes();

  /**
   * Has the machines of the other agents sampled, from when they are prepared.
   *
   * @param every the time between two samples
   */
  List<RelayedSamples> sample(Duration every);

  /**
   * Has every agent plan its part.
   *
   * @param settings the plan's, with those that the servers need
   * @param addresses of the servers
   * @throws BindingException with words for the user, naming an agent that cannot
   */
  void prepare(Settings settings, List<String> addresses)
      throws BindingException, InterruptedException;

  /**
   * Carries out a phase, as {@code PhaseRunner} does.
   *
   * @param phase which of the plan's
   * @param checked whether values that are read must be the run's own
   * @throws BindingException if an agent cannot begin
   * @throws InterruptedException if the run was stopped before the agents had begun
   */
  Measured run(int phase, boolean checked, StopSignal stop, IntervalListener listener)
      throws BindingException, InterruptedException;

  /**
   * Adds the records that the store has acknowledged to the agents to a book. After the last phase.
   *
   * @throws BindingException with a message for the user, which names an agent that has no answer
   */
  void account(AcknowledgedRecords book) throws BindingException, InterruptedException;

  /** Returns which agent was lost and why, if one was; the phase has then ended early. */
  Optional<String> lost();

  /** Returns the agent that the store did not answer any more, if one ended a phase for that. */
  Optional<String> unserved();

  /** Returns what each agent did. */
  List<AgentResult> results();

  /** Lets the agents go. */
  @Override
  void close();
}
