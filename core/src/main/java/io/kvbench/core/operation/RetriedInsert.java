package io.kvbench.core.operation;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * An insert that is sent again after an error, up to a number of times, as in YCSB's load phase.
 * Each attempt is measured as an insert, and all together are not.
 *
 * @param retries the max number of attempts after the first
 * @param interval the wait before each of them, on average
 */
public record RetriedInsert(Operation.Insert insert, int retries, Duration interval)
    implements Composite {
  /** As in YCSB, so that clients that failed together do not return together. */
  private static final double LEAST = 0.8;

  private static final double MOST = 1.2;

  @Override
  public OperationType type() {
    return OperationType.INSERT;
  }

  @Override
  public Operation first() {
    return insert;
  }

  @Override
  public Steps start() {
    return new Attempts();
  }

  private final class Attempts implements Steps {
    @Override
    public Optional<Operation> next(int step, StepResult result, Witness witness) {
      return step < retries && result.status() instanceof ErrorKind
          ? Optional.of(insert)
          : Optional.empty();
    }

    @Override
    public long holdNanos() {
      return (long) (interval.toNanos() * ThreadLocalRandom.current().nextDouble(LEAST, MOST));
    }
  }
}
