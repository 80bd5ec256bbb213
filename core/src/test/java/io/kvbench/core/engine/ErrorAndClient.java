package io.kvbench.core.engine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.kvbench.core.operation.ErrorKind;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A race of an error and the client, which observes it completely or not at all. */
@JCStressTest
@State
@Outcome(id = "TIMEOUT, 0 repeated", expect = ACCEPTABLE, desc = "whoever records it")
@Outcome(expect = FORBIDDEN, desc = "not one ending, whole and counted")
public class ErrorAndClient extends Race {
  private final Party first = new Party();
  private final Party second = new Party();

  @Actor
  public void first() {
    fail(first, ErrorKind.TIMEOUT);
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
