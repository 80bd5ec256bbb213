package io.kvbench.core.engine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A race of a record with its version and the client, which observes both or neither. */
@JCStressTest
@State
@Outcome(id = "OK, 0 repeated", expect = ACCEPTABLE, desc = "whoever records it")
@Outcome(expect = FORBIDDEN, desc = "not one ending, whole and counted, with its version")
public class FoundAndClient extends Race {
  private final Party first = new Party();
  private final Party second = new Party();

  public FoundAndClient() {
    super(true);
  }

  @Actor
  public void first() {
    find(first);
  }

  @Actor
  public void second() {
    lookAndRecord(second);
  }

  @Arbiter
  public void verdict(L_Result result) {
    result.r1 = verdict(first, second);
  }
}
