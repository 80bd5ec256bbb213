package io.kvbench.runner.junit;

import io.kvbench.results.format.RunResult;
import io.kvbench.runner.run.RunOutcome;
import java.util.Objects;

/** Where assertions about runs begin. */
public final class KvbenchAssertions {
  private KvbenchAssertions() {}

  /** Begins assertions about a result. */
  public static RunAssert assertThat(RunResult actual) {
    Objects.requireNonNull(actual, "actual");
    return new RunAssert(actual, ResultLocation.of(actual));
  }

  /**
   * Begins assertions about a result that was to be written down: they fail where something could
   * not be written, and their failures name its directory.
   */
  public static RunAssert assertThat(RunOutcome actual) {
    Objects.requireNonNull(actual, "actual");
    return new RunAssert(actual.result(), ResultLocation.of(actual));
  }
}
