package io.kvbench.core.engine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.kvbench.core.operation.ErrorKind;
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

/** Races of threads of the engine, which jcstress runs. */
public final class EngineRaces {
  private EngineRaces() {}

  /** A race of an answer and the abandoning conductor: neither is a repetition. */
  @JCStressTest
  @State
  @Outcome(id = "OK, 0 repeated", expect = ACCEPTABLE, desc = "answered in time")
  @Outcome(id = "ABANDONED, 0 repeated", expect = ACCEPTABLE, desc = "answered too late")
  @Outcome(expect = FORBIDDEN, desc = "not one ending, whole and counted")
  public static class AnswerAndAbandonment extends Race {
    private final Party first = new Party();
    private final Party second = new Party();

    @Actor
    public void first() {
      succeed(first, io.kvbench.core.operation.Outcome.OK);
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

  /** A race of an answer and an error: one counts, the other is a repetition. */
  @JCStressTest
  @State
  @Outcome(id = "OK, 1 repeated", expect = ACCEPTABLE, desc = "the answer came first")
  @Outcome(id = "TIMEOUT, 1 repeated", expect = ACCEPTABLE, desc = "the error came first")
  @Outcome(expect = FORBIDDEN, desc = "not one ending, whole and counted")
  public static class AnswerAndError extends Race {
    private final Party first = new Party();
    private final Party second = new Party();

    @Actor
    public void first() {
      succeed(first, io.kvbench.core.operation.Outcome.OK);
    }

    @Actor
    public void second() {
      fail(second, ErrorKind.TIMEOUT);
    }

    @Arbiter
    public void verdict(L_Result result) {
      result.r1 = verdict(first, second);
    }
  }

  /** A race of an answer, an error and the abandonment after it, of three threads. */
  @JCStressTest
  @State
  @Outcome(id = "OK, 1 repeated", expect = ACCEPTABLE, desc = "the error is the repetition")
  @Outcome(id = "TIMEOUT, 1 repeated", expect = ACCEPTABLE, desc = "the answer is the repetition")
  @Outcome(expect = FORBIDDEN, desc = "not one ending, whole and counted")
  public static class AnswerAndTwo extends Race {
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

  /** A race of an error and the abandoning conductor: neither is a repetition. */
  @JCStressTest
  @State
  @Outcome(id = "TIMEOUT, 0 repeated", expect = ACCEPTABLE, desc = "told in time")
  @Outcome(id = "ABANDONED, 0 repeated", expect = ACCEPTABLE, desc = "told too late")
  @Outcome(expect = FORBIDDEN, desc = "not one ending, whole and counted")
  public static class ErrorAndAbandonment extends Race {
    private final Party first = new Party();
    private final Party second = new Party();

    @Actor
    public void first() {
      fail(first, ErrorKind.TIMEOUT);
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

  /** A race of an error and the client, which observes it completely or not at all. */
  @JCStressTest
  @State
  @Outcome(id = "TIMEOUT, 0 repeated", expect = ACCEPTABLE, desc = "whoever records it")
  @Outcome(expect = FORBIDDEN, desc = "not one ending, whole and counted")
  public static class ErrorAndClient extends Race {
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

  /** A race of a record with its version and the abandoning conductor. */
  @JCStressTest
  @State
  @Outcome(id = "OK, 0 repeated", expect = ACCEPTABLE, desc = "the record came first")
  @Outcome(id = "ABANDONED, 0 repeated", expect = ACCEPTABLE, desc = "the conductor came first")
  @Outcome(expect = FORBIDDEN, desc = "not one ending, whole and counted, with its version")
  public static class FoundAndAbandonment extends Race {
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

  /** A race of a record with its version and the client, which observes both or neither. */
  @JCStressTest
  @State
  @Outcome(id = "OK, 0 repeated", expect = ACCEPTABLE, desc = "whoever records it")
  @Outcome(expect = FORBIDDEN, desc = "not one ending, whole and counted, with its version")
  public static class FoundAndClient extends Race {
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

  /**
   * A race of a record with its version and a NOT_FOUND: one counts, and only the record has a
   * version.
   */
  @JCStressTest
  @State
  @Outcome(id = "OK, 1 repeated", expect = ACCEPTABLE, desc = "the record came first")
  @Outcome(id = "NOT_FOUND, 1 repeated", expect = ACCEPTABLE, desc = "the other came first")
  @Outcome(expect = FORBIDDEN, desc = "not one ending, whole and counted, with its version")
  public static class FoundAndNotFound extends Race {
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

  /** A race of two answers: one counts, the other is a repetition. */
  @JCStressTest
  @State
  @Outcome(id = "OK, 1 repeated", expect = ACCEPTABLE, desc = "the first came first")
  @Outcome(id = "NOT_FOUND, 1 repeated", expect = ACCEPTABLE, desc = "the second came first")
  @Outcome(expect = FORBIDDEN, desc = "not one ending, whole and counted")
  public static class TwoAnswers extends Race {
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

  /** A race of the client and the conductor to record an operation that has ended. */
  @JCStressTest
  @State
  @Outcome(id = "OK, 0 repeated", expect = ACCEPTABLE, desc = "one of them records it")
  @Outcome(expect = FORBIDDEN, desc = "recorded twice or by nobody")
  public static class TwoClaims extends Race {
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

  /** A race of two errors: one counts, with its own message. */
  @JCStressTest
  @State
  @Outcome(id = "TIMEOUT, 1 repeated", expect = ACCEPTABLE, desc = "the first came first")
  @Outcome(id = "OTHER, 1 repeated", expect = ACCEPTABLE, desc = "the second came first")
  @Outcome(expect = FORBIDDEN, desc = "not one ending, whole and counted")
  public static class TwoErrors extends Race {
    private final Party first = new Party();
    private final Party second = new Party();

    @Actor
    public void first() {
      fail(first, ErrorKind.TIMEOUT);
    }

    @Actor
    public void second() {
      fail(second, ErrorKind.OTHER);
    }

    @Arbiter
    public void verdict(L_Result result) {
      result.r1 = verdict(first, second);
    }
  }

  /** A race of two clients that take from a share of three requests until it is exhausted. */
  @JCStressTest
  @State
  @Outcome(id = "each once", expect = ACCEPTABLE, desc = "the three requests of the share")
  @Outcome(expect = FORBIDDEN, desc = "not the three requests of the share")
  public static class TwoTakers {
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
}
