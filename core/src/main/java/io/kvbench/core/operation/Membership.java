package io.kvbench.core.operation;

import java.time.Duration;
import java.util.Optional;

/**
 * A membership: joins a group with a lease of its own, stays for a while, leaves, and revokes the
 * lease. The lease is kept alive meanwhile. It is revoked regardless of the answers to joining and
 * leaving.
 *
 * @param member a name that no other membership has
 * @param stayNanos how long to stay
 */
public record Membership(Key group, Key member, Value value, Duration timeToLive, long stayNanos)
    implements Composite {
  private static final int KEEP_ALIVES = 3;
  private static final Optional<Operation> NOTHING = Optional.empty();

  @Override
  public OperationType type() {
    return OperationType.MEMBERSHIP;
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
    return new Stay();
  }

  private enum Stage {
    GRANTING,
    STAYING,
    LEAVING,
    REVOKING
  }

  private final class Stay implements Steps {
    private Stage stage = Stage.GRANTING;
    private long lease;
    private long left = stayNanos;
    private long hold;
    private Status outcome = Outcome.OK;

    @Override
    public Optional<Operation> next(int step, StepResult result, Witness witness) {
      hold = 0;
      if (outcome == Outcome.OK) {
        outcome = result.status();
      }
      return switch (stage) {
        case GRANTING -> outcome == Outcome.OK ? Optional.of(join(result.version())) : NOTHING;
        case STAYING -> Optional.of(outcome == Outcome.OK ? stay() : revoke());
        case LEAVING -> Optional.of(revoke());
        case REVOKING -> NOTHING;
      };
    }

    private Operation join(long granted) {
      lease = granted;
      stage = Stage.STAYING;
      return new Operation.JoinGroup(lease, group, member, value);
    }

    private Operation stay() {
      hold = Math.min(left, timeToLive.toNanos() / KEEP_ALIVES);
      left -= hold;
      if (left > 0) {
        return new Operation.KeepLeaseAlive(lease);
      }
      stage = Stage.LEAVING;
      return new Operation.LeaveGroup(lease, group, member);
    }

    private Operation revoke() {
      stage = Stage.REVOKING;
      return new Operation.RevokeLease(lease);
    }

    @Override
    public long holdNanos() {
      return hold;
    }

    @Override
    public Status status(Status last) {
      return outcome;
    }
  }
}
