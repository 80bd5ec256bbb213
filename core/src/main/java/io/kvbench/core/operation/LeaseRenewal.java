package io.kvbench.core.operation;

import java.time.Duration;
import java.util.Optional;

/**
 * A keepalive of one of a client's leases. If there is none yet, or it has ended, it is granted
 * first.
 *
 * @param slots the client's leases
 * @param slot the number of the lease
 */
public record LeaseRenewal(LeaseSlots slots, int slot, Duration timeToLive) implements Composite {

  @Override
  public OperationType type() {
    return OperationType.LEASE_RENEWAL;
  }

  @Override
  public boolean usesAnswers() {
    return true;
  }

  @Override
  public Operation first() {
    return slots.isGranted(slot)
        ? new Operation.KeepLeaseAlive(slots.handle(slot))
        : new Operation.GrantLease(timeToLive);
  }

  @Override
  public Steps start() {
    boolean grants = !slots.isGranted(slot);
    return (step, result, witness) -> {
      if (grants && step == 0) {
        if (result.status() != Outcome.OK) {
          return Optional.empty();
        }
        slots.grant(slot, result.version());
        return Optional.of(new Operation.KeepLeaseAlive(result.version()));
      }
      if (result.status() == Outcome.NOT_FOUND) {
        slots.lose(slot);
      }
      return Optional.empty();
    };
  }
}
