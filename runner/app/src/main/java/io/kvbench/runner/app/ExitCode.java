package io.kvbench.runner.app;

import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.Verdict.Validity;
import io.kvbench.runner.run.RunOutcome;

/** What kvbench tells the program that started it. */
final class ExitCode {
  static final int FINE = 0;
  static final int VERDICT = 1;
  static final int USAGE = 2;
  static final int ENVIRONMENT = 3;
  static final int DEFECT = 4;
  static final int INTERRUPTED = 130;

  private ExitCode() {}

  static int of(RunOutcome outcome) {
    RunResult result = outcome.result();
    return switch (result.status()) {
      case PARTIAL -> INTERRUPTED;
      case FAILED -> ENVIRONMENT;
      case COMPLETE -> complete(outcome);
    };
  }

  private static int complete(RunOutcome outcome) {
    if (!outcome.unwritten().isEmpty()) {
      return ENVIRONMENT;
    }
    return outcome.result().verdict().validity() == Validity.INVALID ? VERDICT : FINE;
  }
}
