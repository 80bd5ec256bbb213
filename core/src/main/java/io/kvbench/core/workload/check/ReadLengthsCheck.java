package io.kvbench.core.workload.check;

import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Status;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * The lengths of the values that reads returned, without those that another check rejects.
 * Allocates nothing per operation. Thread-safe.
 */
public final class ReadLengthsCheck {
  private final LengthCheck written;
  private final LongAdder count = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder others = new LongAdder();
  private final LongAccumulator min = new LongAccumulator(Math::min, Long.MAX_VALUE);
  private final LongAccumulator max = new LongAccumulator(Math::max, 0);

  /** Creates a measurement of lengths, which also counts those that a workload does not write. */
  public ReadLengthsCheck(LengthCheck written) {
    this.written = written;
  }

  /** Returns a check combined with this. */
  ValueCheck beside(Optional<ValueCheck> check) {
    ValueCheck.Follower none = operation -> ValueCheck.NOTHING;
    return () -> new OneClient(check.map(ValueCheck::follow).orElse(none));
  }

  /** The measurement of one client, which has one operation in flight at a time. */
  private final class OneClient implements ValueCheck.Follower, ValueCheck.SentOperation {
    private final ValueCheck.Follower check;
    private ValueCheck.SentOperation sent = ValueCheck.NOTHING;

    OneClient(ValueCheck.Follower check) {
      this.check = check;
    }

    @Override
    public ValueCheck.SentOperation send(Operation operation) {
      sent = check.send(operation);
      return this;
    }

    @Override
    public Optional<String> objection(ByteBuffer value) {
      Optional<String> objection = sent.objection(value);
      if (objection.isEmpty()) {
        add(value);
      }
      return objection;
    }

    @Override
    public void ended(Status status) {
      sent.ended(status);
    }
  }

  private void add(ByteBuffer value) {
    int length = value.remaining();
    count.increment();
    bytes.add(length);
    min.accumulate(length);
    max.accumulate(length);
    if (written.objection(value).isPresent()) {
      others.increment();
    }
  }

  /** Returns the measurements; empty if no value was read. */
  Optional<ReadLengths> lengths() {
    long values = count.sum();
    return values == 0
        ? Optional.empty()
        : Optional.of(
            new ReadLengths(values, min.get(), bytes.sum() / values, max.get(), others.sum()));
  }

  void writeTo(DataOutput out) throws IOException {
    out.writeLong(count.sum());
    out.writeLong(bytes.sum());
    out.writeLong(others.sum());
    out.writeLong(min.get());
    out.writeLong(max.get());
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
    count.add(figures[0]);
    bytes.add(figures[1]);
    others.add(figures[2]);
    min.accumulate(figures[3]);
    max.accumulate(figures[4]);
  }
}
