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

/** A race of an answer, an error and the abandonment after it, of three threads. */
@JCStressTest
@State
@Outcome(id = "OK, 1 repeated", expect = ACCEPTABLE, desc = "the error is the repetition")
@Outcome(id = "TIMEOUT, 1 repeated", expect = ACCEPTABLE, desc = "the answer is the repetition")
@Outcome(expect = FORBIDDEN, desc = "not one ending, whole and counted")
public class AnswerAndTwo extends Race {
  private final Party store = new Party();
  private final Party library = new Party();
  private final Party conductor = new Party();

  @Actor
  public void store() {
    succeed(store, io.kvbench.core.operation.Outcome.OK);
  }

  @Actor
  public void others() {
    fail(library, ErrorKind.TIMEOUT);
    abandon(conductor);
  }

  @Arbiter
  public void verdict(L_Result result) {
    result.r1 = verdict(store, library, conductor);
  }
}
