package io.kvbench.core.operation;

import java.time.Duration;
import java.util.Optional;

/**
 * A lease that is granted, has a record attached, and is left to expire until the record is
 * removed. The delay is measured by the observer's clock: the lease was granted between the sending
 * of the request and the answer, so a record that disappears within the time to live after the
 * sending is certainly too early, and the delay counts from the time to live after the answer.
 */
public record LeaseLifetime(Duration timeToLive, Key key, Value value, Duration limit)
    implements Composite {

  @Override
  public OperationType type() {
    return OperationType.LEASE_LIFETIME;
  }

  @Override
  public boolean usesAnswers() {
    return true;
  }

  @Override
  public Operation first() {
    return new Operation.GrantLease(timeToLive);
  }

  @Override
  public Steps start() {
    return new Steps() {
      private StepResult grant = StepResult.of(Outcome.OK, 0);

      @Override
      public Optional<Operation> next(int step, StepResult result, Witness witness) {
        if (result.status() != Outcome.OK) {
          return Optional.empty();
        }
        return switch (step) {
          case 0 -> {
            grant = result;
            yield Optional.of(new Operation.AttachToLease(result.version(), key, value));
          }
          case 1 ->
              Optional.of(new Operation.AwaitExpiry(grant.version(), key, result.version(), limit));
          default -> {
            expired(result.doneNanos(), witness);
            yield Optional.empty();
          }
        };
      }

      private void expired(long nanos, Witness witness) {
        long earliest = grant.sentNanos() + timeToLive.toNanos();
        long due = grant.doneNanos() + timeToLive.toNanos();
        if (nanos < earliest) {
          witness.expiredEarly(earliest - nanos);
        }
        witness.span(OperationType.LEASE_EXPIRY, Outcome.OK, Math.min(due, nanos), nanos);
      }
    };
  }
}
