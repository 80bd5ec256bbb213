package io.kvbench.runner.app.terminal;

import io.kvbench.results.format.AgentResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.verdict.ExitOn;
import io.kvbench.runner.run.RunOutcome;
import java.util.List;

/** The exit codes of kvbench. */
public final class ExitCode {
  public static final int FINE = 0;
  public static final int VERDICT = 1;
  public static final int USAGE = 2;
  public static final int ENVIRONMENT = 3;
  public static final int DEFECT = 4;

  /** A gate had too little data for an answer. */
  public static final int NOT_JUDGED = 5;

  public static final int INTERRUPTED = 130;

  private ExitCode() {}

  /**
   * Returns the exit code of a run. A violated threshold of the user's own fails it regardless of
   * the verdict, but neither hides that the run ended early.
   */
  public static int of(RunOutcome outcome, ExitOn exitOn) {
    RunResult result = outcome.result();
    return switch (result.status()) {
      case PARTIAL ->
          hasLostAgent(result) ? ENVIRONMENT : isAborted(result) ? VERDICT : INTERRUPTED;
      case FAILED -> ENVIRONMENT;
      case COMPLETE -> complete(outcome, exitOn);
    };
  }

  /**
   * Returns the exit code of a comparison with earlier runs.
   *
   * @param written of its output
   */
  public static int ofGate(int written, boolean worse, boolean unjudged) {
    if (written != FINE) {
      return written;
    }
    return worse ? VERDICT : unjudged ? NOT_JUDGED : FINE;
  }

  /** Returns whether an agent was lost; the user did not interrupt such a run. */
  private static boolean hasLostAgent(RunResult result) {
    return result.agents().stream()
        .flatMap(List::stream)
        .anyMatch(agent -> agent.status() == AgentResult.Status.LOST);
  }

  /** A threshold has ended it. */
  private static boolean isAborted(RunResult result) {
    return result.brokenSlos().stream().anyMatch(slo -> slo.endedRun().isPresent());
  }

  private static int complete(RunOutcome outcome, ExitOn exitOn) {
    if (!outcome.unwritten().isEmpty()) {
      return ENVIRONMENT;
    }
    RunResult result = outcome.result();
    boolean failed = exitOn.includes(result.verdict().validity()) || !result.brokenSlos().isEmpty();
    return failed ? VERDICT : FINE;
  }
}
