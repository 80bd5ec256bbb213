package io.kvbench.core.engine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A race of a record with its version and the abandoning conductor. */
@JCStressTest
@State
@Outcome(id = "OK, 0 repeated", expect = ACCEPTABLE, desc = "the record came first")
@Outcome(id = "ABANDONED, 0 repeated", expect = ACCEPTABLE, desc = "the conductor came first")
@Outcome(expect = FORBIDDEN, desc = "not one ending, whole and counted, with its version")
public class FoundAndAbandonment extends Race {
  private final Party first = new Party();
  private final Party second = new Party();

  public FoundAndAbandonment() {
    super(true);
  }

  @Actor
  public void first() {
    find(first);
  }

  @Actor
  public void second() {
    abandon(second);
  }

  @Arbiter
  public void verdict(L_Result result) {
    result.r1 = verdict(first, second);
  }
}
