package io.kvbench.core.operation;

import java.util.Optional;

/**
 * A critical section: acquires a lock or leads an election, holds it for a while, writes a record,
 * and releases it; or dies or is paused as its owner. If the lock was lost meanwhile, the write is
 * {@link Outcome#CONFLICT}, and so is the request.
 *
 * @param fenced whether the write requires that the lock is still owned
 * @param holdNanos how long to hold the lock before the write, for an owner that releases it
 * @param fate the fate of the owner
 * @param pauseNanos how long a paused owner pauses
 */
public record CriticalSection(
    Operation.Lock lock,
    Key key,
    Value value,
    boolean fenced,
    long holdNanos,
    Fate fate,
    long pauseNanos)
    implements Composite {

  /** The fate of the owner of a lock. */
  public enum Fate {
    /** It releases the lock. */
    RELEASES,
    /** It dies while it owns the lock. */
    DIES,
    /**
     * It is paused for longer than its lease lasts, and then writes as if it still owned the lock.
     */
    PAUSES
  }

  @Override
  public OperationType type() {
    return lock.ownership() == Operation.Ownership.LOCK
        ? OperationType.CRITICAL_SECTION
        : OperationType.LEADERSHIP;
  }

  @Override
  public boolean usesAnswers() {
    return true;
  }

  @Override
  public Operation first() {
    return lock;
  }

  @Override
  public Steps start() {
    return new Ownership();
  }

  private Operation write() {
    return fenced ? new Operation.FencedUpdate(lock, key, value) : new Operation.Update(key, value);
  }

  private final class Ownership implements Steps {
    private long token;
    private long hold;
    private Status outcome = Outcome.OK;
    private boolean written;

    @Override
    public Optional<Operation> next(int step, StepResult result, Witness witness) {
      if (step == 0) {
        return acquired(result, witness);
      }
      if (!written && fate == Fate.DIES) {
        return Optional.empty();
      }
      if (step == 1 && fate == Fate.PAUSES) {
        return writing(pauseNanos);
      }
      if (written) {
        if (result.status() != Outcome.OK) {
          witness.releaseFailed(lock);
        }
        return Optional.empty();
      }
      written = true;
      outcome = result.status();
      if (outcome == Outcome.OK && fenced) {
        witness.wroteFenced(lock, token, result.sentNanos());
      }
      witness.released(lock, result.doneNanos());
      hold = 0;
      return fate == Fate.RELEASES ? Optional.of(new Operation.Unlock(lock)) : Optional.empty();
    }

    private Optional<Operation> acquired(StepResult result, Witness witness) {
      outcome = result.status();
      if (outcome != Outcome.OK) {
        return Optional.empty();
      }
      token = result.version();
      witness.acquired(lock, token, result.sentNanos(), result.doneNanos());
      if (fate == Fate.RELEASES) {
        return writing(holdNanos);
      }
      // Recorded before the request: a store may release the lock as soon as it is sent.
      witness.abandoned(lock, fate == Fate.DIES, result.doneNanos());
      return Optional.of(new Operation.AbandonLock(lock));
    }

    private Optional<Operation> writing(long nanos) {
      hold = nanos;
      return Optional.of(write());
    }

    @Override
    public long holdNanos() {
      return hold;
    }

    @Override
    public Status status(Status last) {
      return outcome == Outcome.OK ? last : outcome;
    }
  }
}
