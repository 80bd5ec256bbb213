package io.kvbench.core.operation;

import java.util.Optional;

/**
 * A watch of a record from an earlier version on until it has caught up. If there are not enough
 * writes yet, or they are no longer available, they are made first.
 *
 * @param history what the client has written to the record
 * @param value of all writes
 * @param writes how many to catch up with
 */
public record WatchCatchUp(History history, Key key, Value value, int writes) implements Composite {

  /** The writes of one client to one record. For one thread at a time. */
  public static final class History {
    private long first;
    private int count;
  }

  @Override
  public OperationType type() {
    return OperationType.WATCH_CATCH_UP;
  }

  @Override
  public boolean usesAnswers() {
    return true;
  }

  @Override
  public Operation first() {
    return history.count < writes
        ? new Operation.WatchedUpdate(key, value)
        : new Operation.ReplayWatch(key, history.first, writes);
  }

  @Override
  public Steps start() {
    return (step, result, witness) -> {
      if (history.count >= writes) {
        if (result.status() != Outcome.OK) {
          history.count = 0;
        }
        return Optional.empty();
      }
      if (result.status() != Outcome.OK) {
        return Optional.empty();
      }
      if (history.count == 0) {
        history.first = result.version();
      }
      history.count++;
      return Optional.of(first());
    };
  }
}
