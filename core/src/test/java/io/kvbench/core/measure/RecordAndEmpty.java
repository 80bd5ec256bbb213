package io.kvbench.core.measure;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A race of a recording client and a thread that keeps emptying its ring. */
@JCStressTest
@State
@Outcome(id = "all of it", expect = ACCEPTABLE, desc = "what was collected is what was recorded")
@Outcome(expect = FORBIDDEN, desc = "what was collected is not what was recorded")
public class RecordAndEmpty extends Recording {
  @Actor
  public void client() {
    record(5_000);
  }

  @Actor
  public void collector() {
    emptyOnly();
  }

  @Arbiter
  public void verdict(L_Result result) {
    result.r1 = verdict();
  }
}
