package io.kvbench.core.engine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A race of two clients that take from a share of three requests until it is exhausted. */
@JCStressTest
@State
@Outcome(id = "each once", expect = ACCEPTABLE, desc = "the three requests of the share")
@Outcome(expect = FORBIDDEN, desc = "not the three requests of the share")
public class TwoTakers {
  private static final int REQUESTS = 3;

  /** How often the first and the second client made each request, by number. */
  private final int[] first = new int[2 * REQUESTS];

  private final int[] second = new int[2 * REQUESTS];

  private int made;
  private final ClientQuota share =
      new ClientQuota(() -> new Operation.Delete(Key.of(Integer.toString(made++))), REQUESTS);

  @Actor
  public void first() {
    take(first);
  }

  @Actor
  public void second() {
    take(second);
  }

  private void take(int[] taken) {
    while (share.claim()) {
      Operation.Delete request = (Operation.Delete) share.make();
      taken[Integer.parseInt(request.key().toString())]++;
    }
  }

  @Arbiter
  public void verdict(L_Result result) {
    int[] times = IntStream.range(0, 2 * REQUESTS).map(n -> first[n] + second[n]).toArray();
    boolean eachOnce =
        IntStream.range(0, 2 * REQUESTS).allMatch(n -> times[n] == (n < REQUESTS ? 1 : 0));
    result.r1 = eachOnce && made == REQUESTS ? "each once" : Arrays.toString(times);
  }
}
