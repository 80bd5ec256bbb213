package io.kvbench.core.engine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A race of two answers: one counts, the other is a repetition. */
@JCStressTest
@State
@Outcome(id = "OK, 1 repeated", expect = ACCEPTABLE, desc = "the first came first")
@Outcome(id = "NOT_FOUND, 1 repeated", expect = ACCEPTABLE, desc = "the second came first")
@Outcome(expect = FORBIDDEN, desc = "not one ending, whole and counted")
public class TwoAnswers extends Race {
  private final Party first = new Party();
  private final Party second = new Party();

  @Actor
  public void first() {
    succeed(first, io.kvbench.core.operation.Outcome.OK);
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
