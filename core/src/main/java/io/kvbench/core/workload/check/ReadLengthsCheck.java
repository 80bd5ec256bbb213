package io.kvbench.core.workload.check;

import io.kvbench.core.operation.FoundRecords;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Status;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The lengths of the values that reads returned, without those that another check rejects.
 * Allocates nothing per operation. Followers are for any thread, the rest is for one thread when no
 * phase is running.
 */
public final class ReadLengthsCheck {
  private final LengthCheck written;
  private final Queue<Lengths> all = new ConcurrentLinkedQueue<>();

  /** Creates a measurement of lengths, which also counts those that a workload does not write. */
  public ReadLengthsCheck(LengthCheck written) {
    this.written = written;
  }

  /** Returns a check combined with this. */
  ValueCheck beside(Optional<ValueCheck> check) {
    return () -> {
      Lengths lengths = newLengths();
      return check
          .map(ValueCheck::follow)
          .<ValueCheck.Follower>map(follower -> new CheckedLengths(lengths, follower))
          .orElse(lengths);
    };
  }

  private Lengths newLengths() {
    Lengths lengths = new Lengths();
    all.add(lengths);
    return lengths;
  }

  /**
   * The lengths that one client has read. It has one operation in flight at a time, so that the
   * threads which complete its operations come one after the other.
   */
  private final class Lengths implements ValueCheck.Follower, ValueCheck.SentOperation {
    private long count;
    private long bytes;
    private long others;
    private long min = Long.MAX_VALUE;
    private long max;

    @Override
    public ValueCheck.SentOperation send(Operation operation) {
      return this;
    }

    @Override
    public boolean isOnlyOfValues() {
      return true;
    }

    @Override
    public Optional<String> objection(ByteBuffer value) {
      int length = value.remaining();
      count++;
      bytes += length;
      min = Math.min(min, length);
      max = Math.max(max, length);
      if (written.objection(value).isPresent()) {
        others++;
      }
      return Optional.empty();
    }

    @Override
    public void ended(Status status) {}
  }

  /** The lengths that one client has read and its check has not rejected. */
  private static final class CheckedLengths
      implements ValueCheck.Follower, ValueCheck.SentOperation {
    private final Lengths lengths;
    private final ValueCheck.Follower check;
    private ValueCheck.SentOperation sent = ValueCheck.NOTHING;

    CheckedLengths(Lengths lengths, ValueCheck.Follower check) {
      this.lengths = lengths;
      this.check = check;
    }

    @Override
    public ValueCheck.SentOperation send(Operation operation) {
      sent = check.send(operation);
      return this;
    }

    @Override
    public Optional<String> objection(ByteBuffer value) {
      return objection(value, 0);
    }

    @Override
    public Optional<String> objection(ByteBuffer value, long version) {
      Optional<String> objection = sent.objection(value, version);
      return objection.isEmpty() ? lengths.objection(value) : objection;
    }

    @Override
    public @Nullable FoundRecords receiver() {
      return sent.receiver();
    }

    @Override
    public void wrote(long version) {
      sent.wrote(version);
    }

    @Override
    public void ended(Status status) {
      sent.ended(status);
    }
  }

  private Lengths sum() {
    Lengths sum = new Lengths();
    for (Lengths each : all) {
      sum.count += each.count;
      sum.bytes += each.bytes;
      sum.others += each.others;
      sum.min = Math.min(sum.min, each.min);
      sum.max = Math.max(sum.max, each.max);
    }
    return sum;
  }

  /** Returns the measurements when no phase is running; empty if no value was read. */
  Optional<ReadLengths> lengths() {
    Lengths sum = sum();
    return sum.count == 0
        ? Optional.empty()
        : Optional.of(
            new ReadLengths(sum.count, sum.min, sum.bytes / sum.count, sum.max, sum.others));
  }

  void writeTo(DataOutput out) throws IOException {
    Lengths sum = sum();
    for (long figure : new long[] {sum.count, sum.bytes, sum.others, sum.min, sum.max}) {
      out.writeLong(figure);
    }
  }

  /**
   * Adds the measurements of another process.
   *
   * @throws IOException if the format is wrong
   */
  void add(DataInput in) throws IOException {
    long[] figures = new long[5];
    for (int index = 0; index < figures.length; index++) {
      figures[index] = in.readLong();
      if (figures[index] < 0) {
        throw new IOException("lengths of values");
      }
    }
    Lengths others = newLengths();
    others.count = figures[0];
    others.bytes = figures[1];
    others.others = figures[2];
    others.min = figures[3];
    others.max = figures[4];
  }
}
