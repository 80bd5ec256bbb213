package io.kvbench.core.engine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * A race of a record with its version and a NOT_FOUND: one counts, and only the record has a
 * version.
 */
@JCStressTest
@State
@Outcome(id = "OK, 1 repeated", expect = ACCEPTABLE, desc = "the record came first")
@Outcome(id = "NOT_FOUND, 1 repeated", expect = ACCEPTABLE, desc = "the other came first")
@Outcome(expect = FORBIDDEN, desc = "not one ending, whole and counted, with its version")
public class FoundAndNotFound extends Race {
  private final Party first = new Party();
  private final Party second = new Party();

  public FoundAndNotFound() {
    super(true);
  }

  @Actor
  public void first() {
    find(first);
  }

  @Actor
  public void second() {
    succeed(second, io.kvbench.core.operation.Outcome.NOT_FOUND);
  }

  @Arbiter
  public void verdict(L_Result result) {
    result.r1 = verdict(first, second);
  }
}
