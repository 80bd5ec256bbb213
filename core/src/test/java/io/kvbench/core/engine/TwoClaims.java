package io.kvbench.core.engine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A race of the client and the conductor to record an operation that has ended. */
@JCStressTest
@State
@Outcome(id = "OK, 0 repeated", expect = ACCEPTABLE, desc = "one of them records it")
@Outcome(expect = FORBIDDEN, desc = "recorded twice or by nobody")
public class TwoClaims extends Race {
  private final Party store = new Party();
  private final Party client = new Party();
  private final Party conductor = new Party();

  /** Ends the operation before the race. */
  @SuppressWarnings("this-escape") // a state must not be final, and has no subclass
  public TwoClaims() {
    end(store, io.kvbench.core.operation.Outcome.OK);
  }

  @Actor
  public void client() {
    look(client);
  }

  @Actor
  public void conductor() {
    look(conductor);
  }

  @Arbiter
  public void verdict(L_Result result) {
    result.r1 = verdict(store, client, conductor);
  }
}
