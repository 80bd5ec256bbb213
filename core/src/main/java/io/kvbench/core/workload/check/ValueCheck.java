package io.kvbench.core.workload.check;

import io.kvbench.core.operation.FoundRecords;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Status;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A follower of the operations of a run, which notes how they end and may reject the answers to
 * reads ({@code dataintegrity=true}). For one run; thread-safe.
 */
@FunctionalInterface
public interface ValueCheck {
  /** The follower of an operation that is not tracked. */
  SentOperation NOTHING =
      new SentOperation() {
        @Override
        public Optional<String> objection(ByteBuffer value) {
          return Optional.empty();
        }

        @Override
        public void ended(Status status) {}
      };

  /** Returns a follower of one client on one session. */
  Follower follow();

  /** Returns this check combined with another one, which follows it and never rejects. */
  default ValueCheck with(ValueCheck silent) {
    return () -> {
      Follower one = follow();
      Follower other = silent.follow();
      return operation -> new SentToBoth(one.send(operation), other.send(operation));
    };
  }

  /** The follower of one client. */
  @FunctionalInterface
  interface Follower {
    /** Notes that an operation is about to be sent. */
    SentOperation send(Operation operation);

    /**
     * Returns whether it looks at values only: then nothing is done between the end of an operation
     * and the next one, which may begin at the same reading of the clock.
     */
    default boolean isOnlyOfValues() {
      return false;
    }
  }

  /** An operation with two followers; the records of an answer go to one that takes them. */
  record SentToBoth(SentOperation objecting, SentOperation silent) implements SentOperation {
    @Override
    public Optional<String> objection(ByteBuffer value) {
      return objecting.objection(value);
    }

    @Override
    public Optional<String> objection(ByteBuffer value, long version) {
      return objecting.objection(value, version);
    }

    @Override
    public @Nullable FoundRecords receiver() {
      FoundRecords receiver = objecting.receiver();
      return receiver == null ? silent.receiver() : receiver;
    }

    @Override
    public void wrote(long version) {
      objecting.wrote(version);
      silent.wrote(version);
    }

    @Override
    public void ended(Status status) {
      objecting.ended(status);
      silent.ended(status);
    }
  }

  /** An operation that was sent, the only one of its client. */
  interface SentOperation {
    /**
     * Returns what is wrong with the answer to a read, with the same message for the same cause;
     * empty if nothing is, and for operations other than reads. From any thread.
     *
     * @param value the bytes from position to limit; the buffer is not changed
     */
    Optional<String> objection(ByteBuffer value);

    /**
     * Returns the same for an answer with a version.
     *
     * @param version the order of the record's last write; 0 if the answer does not have it
     */
    default Optional<String> objection(ByteBuffer value, long version) {
      return objection(value);
    }

    /**
     * Returns the receiver of the records in the answer to a scan, a range or a read transaction;
     * null if they are not checked. From any thread, before the end.
     */
    default @Nullable FoundRecords receiver() {
      return null;
    }

    /**
     * Notes the version of an applied write, or the handle of what was granted. From any thread,
     * before the end.
     */
    default void wrote(long version) {}

    /** Notes how the operation ended; called after its end. */
    void ended(Status status);
  }
}
