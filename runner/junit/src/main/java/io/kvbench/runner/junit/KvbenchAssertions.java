package io.kvbench.runner.junit;

import io.kvbench.core.result.RunResult;
import io.kvbench.runner.run.RunOutcome;
import java.util.Optional;

/** Where assertions about runs begin. */
public final class KvbenchAssertions {
  private KvbenchAssertions() {}

  /** Begins assertions about a result. */
  public static RunAssert assertThat(RunResult actual) {
    return new RunAssert(actual, Optional.empty());
  }

  /** Begins assertions about a result that was written down; their failures name its directory. */
  public static RunAssert assertThat(RunOutcome actual) {
    return new RunAssert(actual.result(), Optional.of(actual.directory()));
  }
}
