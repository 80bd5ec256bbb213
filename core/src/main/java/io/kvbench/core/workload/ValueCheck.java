package io.kvbench.core.workload;

import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Status;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Follows the operations of a run: notes how they end, and may object to what reads are answered
 * with ({@code dataintegrity=true}). For one run and any thread.
 */
@FunctionalInterface
public interface ValueCheck {
  /** Follows an operation of which nothing is noted. */
  Sent NOTHING =
      new Sent() {
        @Override
        public Optional<String> objection(ByteBuffer value) {
          return Optional.empty();
        }

        @Override
        public void ended(Status status) {}
      };

  /** Begins to follow the operations of one client on one session. */
  Follower follow();

  /** Returns this with another one beside it, which is told the same and never objects. */
  default ValueCheck with(ValueCheck silent) {
    return () -> {
      Follower one = follow();
      Follower other = silent.follow();
      return operation -> new SentToBoth(one.send(operation), other.send(operation));
    };
  }

  /** Follows one client. */
  @FunctionalInterface
  interface Follower {
    /** Notes that an operation is about to be sent. */
    Sent send(Operation operation);
  }

  /** One operation that two are told of. */
  record SentToBoth(Sent objecting, Sent silent) implements Sent {
    @Override
    public Optional<String> objection(ByteBuffer value) {
      return objecting.objection(value);
    }

    @Override
    public void ended(Status status) {
      objecting.ended(status);
      silent.ended(status);
    }
  }

  /** One operation that was sent, the only one of its client. */
  interface Sent {
    /**
     * Returns what is wrong with the answer to a read, the same words for the same cause; empty
     * where nothing is, and for operations other than reads. From any thread.
     *
     * @param value the bytes from position to limit; the buffer stays as it is
     */
    Optional<String> objection(ByteBuffer value);

    /** Notes how the operation ended; after it has. */
    void ended(Status status);
  }
}
