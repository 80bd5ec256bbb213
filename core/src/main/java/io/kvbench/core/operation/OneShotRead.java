package io.kvbench.core.operation;

import java.util.Optional;

/**
 * A read of a record over a connection that is opened for this read and closed after it. If one of
 * the operations does not succeed, the connection is closed next, and the request ends as that
 * operation did.
 *
 * @param newSession whether the connection also has a new session
 */
public record OneShotRead(Operation.ReadOnce read, boolean newSession) implements Composite {

  @Override
  public OperationType type() {
    return OperationType.ONE_SHOT_READ;
  }

  @Override
  public Operation first() {
    return new Operation.Connect();
  }

  @Override
  public Steps start() {
    return new Steps() {
      private Status outcome = Outcome.OK;
      private boolean closing;

      @Override
      public Optional<Operation> next(int step, StepResult result, Witness witness) {
        if (closing) {
          return Optional.empty();
        }
        outcome = result.status();
        if (step == 0 && outcome != Outcome.OK) {
          return Optional.empty(); // No connection to close.
        }
        if (step == 0) {
          return Optional.of(new Operation.Handshake(newSession));
        }
        if (step == 1 && outcome == Outcome.OK) {
          return Optional.of(read);
        }
        closing = true;
        return Optional.of(new Operation.Disconnect());
      }

      @Override
      public Status status(Status last) {
        return outcome == Outcome.OK ? last : outcome;
      }
    };
  }
}
