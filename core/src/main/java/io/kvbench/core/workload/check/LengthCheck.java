package io.kvbench.core.workload.check;

import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Status;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The check that the values read have a length that the workload writes, for records that only this
 * run has written. Allocates nothing per operation.
 *
 * @param min the shortest value in bytes
 * @param max the longest
 */
public record LengthCheck(int min, int max) implements ValueCheck {
  public static final String WRONG = "the value read has a length that the workload never writes";

  private static final Optional<String> OBJECTION = Optional.of(WRONG);

  public Optional<String> objection(ByteBuffer value) {
    int length = value.remaining();
    return length >= min && length <= max ? Optional.empty() : OBJECTION;
  }

  @Override
  public Follower follow() {
    return new OneClient(operation -> NOTHING);
  }

  @Override
  public ValueCheck with(ValueCheck silent) {
    return () -> new OneClient(silent.follow());
  }

  /** The check of one client, with one operation in flight at a time and a silent follower. */
  private final class OneClient implements Follower, SentOperation {
    private final Follower silent;
    private SentOperation sent = NOTHING;

    OneClient(Follower silent) {
      this.silent = silent;
    }

    @Override
    public SentOperation send(Operation operation) {
      sent = silent.send(operation);
      return this;
    }

    @Override
    public Optional<String> objection(ByteBuffer value) {
      return LengthCheck.this.objection(value);
    }

    @Override
    public void ended(Status status) {
      sent.ended(status);
    }
  }
}
