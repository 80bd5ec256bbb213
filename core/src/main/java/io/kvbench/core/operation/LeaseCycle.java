package io.kvbench.core.operation;

import java.time.Duration;
import java.util.Optional;

/**
 * A lease that is granted, has a record attached, is kept alive once, is asked for its remaining
 * time, and is revoked. Ends early with an answer other than OK.
 *
 * @param asks whether to ask for the remaining time
 */
public record LeaseCycle(Duration timeToLive, Key key, Value value, boolean asks)
    implements Composite {

  @Override
  public OperationType type() {
    return OperationType.LEASE_CYCLE;
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
      private long lease;

      @Override
      public Optional<Operation> next(int step, StepResult result, Witness witness) {
        if (step == 0) {
          lease = result.version();
        }
        if (result.status() != Outcome.OK) {
          return Optional.empty();
        }
        return switch (step) {
          case 0 -> Optional.of(new Operation.AttachToLease(lease, key, value));
          case 1 -> Optional.of(new Operation.KeepLeaseAlive(lease));
          case 2 ->
              Optional.of(
                  asks ? new Operation.QueryLease(lease) : new Operation.RevokeLease(lease));
          case 3 -> asks ? Optional.of(new Operation.RevokeLease(lease)) : Optional.empty();
          default -> Optional.empty();
        };
      }
    };
  }
}
