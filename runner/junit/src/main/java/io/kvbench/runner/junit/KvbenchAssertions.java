package io.kvbench.runner.junit;

import io.kvbench.results.format.RunResult;
import io.kvbench.runner.run.RunOutcome;
import java.util.Objects;

/** The entry point of assertions about runs. */
public final class KvbenchAssertions {
  private KvbenchAssertions() {}

  /** Begins assertions about a result. */
  public static RunAssert assertThat(RunResult actual) {
    Objects.requireNonNull(actual, "actual");
    return new RunAssert(actual, ResultLocation.of(actual));
  }

  /**
   * Begins assertions about a result that was to be written: they fail if something could not be
   * written, and their messages name its directory.
   */
  public static RunAssert assertThat(RunOutcome actual) {
    Objects.requireNonNull(actual, "actual");
    return new RunAssert(actual.result(), ResultLocation.of(actual));
  }
}
