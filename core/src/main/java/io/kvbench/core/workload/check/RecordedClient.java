package io.kvbench.core.workload.check;

import io.kvbench.core.history.HistoryKind;
import io.kvbench.core.history.HistoryPlace;
import io.kvbench.core.history.HistoryRecorder;
import io.kvbench.core.history.HistoryStatus;
import io.kvbench.core.history.ValueIdentity;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.FoundRecords;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import io.kvbench.core.workload.key.KeyNumbers;
import io.kvbench.core.workload.key.RecordKey;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The records of one client's operations, which has one in flight at a time. The lock is contended
 * only at the end of the run, by clients that are stuck in their library.
 */
final class RecordedClient implements ValueCheck.Follower, ValueCheck.SentOperation, FoundRecords {
  /** Deletes have writers from the highest number downwards, which no requests have. */
  private static final int MOST_WRITERS = 1 << 18;

  /** The bits for the deletes of one client in a phase. */
  private static final int DELETE_BITS = 24;

  /** No value was returned. */
  private static final long NONE = -1;

  private static final int FIRST_FOUND = 8;

  /** The most records of a scan in one operation of the history. */
  private static final int MOST_PARTS = 62;

  private final RecordedOperations history;
  private final int phase;
  private final int deleter;
  private final RecentReads reads = new RecentReads();
  private @Nullable HistoryRecorder recorder;
  private HistoryPlace place = HistoryPlace.FIRST;
  private long deletes;

  // The operation in flight; the first field publishes the others.
  private volatile @Nullable Operation operation;
  private long sentNanos;
  private int epoch;

  // Its answer.
  private long identity;
  private long version;
  private int found;
  private long[] foundKeys = new long[FIRST_FOUND];
  private long[] foundIdentities = new long[FIRST_FOUND];
  private long[] foundVersions = new long[FIRST_FOUND];

  RecordedClient(RecordedOperations history, HistoryRecorder recorder) {
    this.history = history;
    this.recorder = recorder;
    phase = history.phase();
    deletes = (long) phase << DELETE_BITS;
    deleter = MOST_WRITERS - 1 - recorder.client() % (MOST_WRITERS / 2);
  }

  @Override
  public ValueCheck.SentOperation send(Operation sent) {
    throw new UnsupportedOperationException("a history needs times");
  }

  @Override
  public ValueCheck.SentOperation send(Operation sent, long nanos) {
    if (!isRecorded(sent)) {
      return ValueCheck.NOTHING;
    }
    sentNanos = nanos;
    epoch = history.epoch();
    identity = NONE;
    version = 0;
    found = 0;
    operation = sent;
    return this;
  }

  private boolean isRecorded(Operation sent) {
    return switch (sent) {
      case Operation.Read read -> read.key() instanceof RecordKey;
      case Operation.Write write -> write.key() instanceof RecordKey;
      case Operation.SnapshotRead read -> read.key() instanceof RecordKey;
      // Not on the session of the client, whose other operations do not bind it.
      case Operation.ReadOnce read ->
          read.key() instanceof RecordKey && history.promises().of(read.consistency()).isStrong();
      case Operation.ReadTransaction all ->
          all.keys().stream().allMatch(RecordKey.class::isInstance);
      case Operation.Scan scan -> true;
      case Operation.Range range -> range.content() == RangeContent.RECORDS;
      default -> sent.written().stream().anyMatch(write -> write.key() instanceof RecordKey);
    };
  }

  @Override
  public Optional<String> objection(ByteBuffer value) {
    return objection(value, 0);
  }

  @Override
  public Optional<String> objection(ByteBuffer value, long valueVersion) {
    Operation asked = operation;
    Key key = asked == null ? null : asked.key();
    if (key == null) {
      return Optional.empty();
    }
    version = valueVersion;
    identity = history.read(key, value);
    return identity == ValueIdentity.UNWRITTEN || identity == ValueIdentity.OTHER_KEY
        ? Optional.of(AcknowledgedWrites.WRONG)
        : Optional.empty();
  }

  @Override
  public @Nullable FoundRecords receiver() {
    return operation instanceof Operation.ReadTransaction
            || operation instanceof Operation.Scan
            || operation instanceof Operation.Range
        ? this
        : null;
  }

  @Override
  public void found(Key key, ByteBuffer value, long valueVersion) {
    add(key, history.read(key, value), valueVersion);
  }

  @Override
  public void missing(Key key) {
    add(key, ValueIdentity.ABSENT, 0);
  }

  private void add(Key key, long foundIdentity, long foundVersion) {
    long number = history.number(key);
    if (number == KeyNumbers.NONE) {
      return;
    }
    if (found == foundKeys.length) {
      foundKeys = Arrays.copyOf(foundKeys, 2 * found);
      foundIdentities = Arrays.copyOf(foundIdentities, 2 * found);
      foundVersions = Arrays.copyOf(foundVersions, 2 * found);
    }
    foundKeys[found] = number;
    foundIdentities[found] = foundIdentity;
    foundVersions[found++] = foundVersion;
  }

  @Override
  public void wrote(long writtenVersion) {
    version = writtenVersion;
  }

  @Override
  public void ended(Status status) {
    throw new UnsupportedOperationException("a history needs times");
  }

  @Override
  public synchronized void ended(Status status, long nanos) {
    Operation ended = operation;
    HistoryRecorder open = recorder;
    operation = null;
    if (ended == null || open == null) {
      return; // The run has ended before.
    }
    if (status instanceof ErrorKind kind && kind.breaksSession()) {
      history.lostSession();
    }
    if (place.epoch() != epoch) {
      place = new HistoryPlace(phase, epoch, 0);
      open.moveTo(place);
    }
    record(open, ended, status, nanos);
  }

  /** Passes the recorder on, unless an operation is in flight. */
  synchronized void release(Consumer<HistoryRecorder> next) {
    HistoryRecorder open = recorder;
    if (operation == null && open != null) {
      recorder = null;
      next.accept(open);
    }
  }

  synchronized boolean isReleased() {
    return recorder == null;
  }

  /** Ends the recording; what is in flight has an unknown outcome. */
  synchronized void close(long nanos) {
    HistoryRecorder open = recorder;
    if (open != null) {
      if (operation != null) {
        ended(ErrorKind.ABANDONED, nanos);
      }
      open.flush();
      recorder = null;
    }
  }

  private void record(HistoryRecorder to, Operation ended, Status status, long nanos) {
    switch (ended) {
      case Operation.Read read -> read(to, read.key(), read.consistency(), status, nanos);
      case Operation.ReadOnce read -> read(to, read.key(), read.consistency(), status, nanos);
      case Operation.SnapshotRead read -> snapshot(to, read, status, nanos);
      case Operation.ReadTransaction all ->
          readAll(to, HistoryKind.READ_TRANSACTION, all.consistency(), status, nanos);
      // Not all systems read them at one moment.
      case Operation.Scan scan -> readAll(to, HistoryKind.SCAN, scan.consistency(), status, nanos);
      case Operation.Range range ->
          readAll(to, HistoryKind.SCAN, range.consistency(), status, nanos);
      case Operation.Transaction all -> transaction(to, all, status, nanos);
      case Operation.Write write -> write(to, ended, write, status, nanos);
      default ->
          ended.written().stream()
              .filter(write -> write.key() instanceof RecordKey)
              .forEach(write -> write(to, ended, write, status, nanos));
    }
  }

  /** Returns what a read says: nothing if it failed, or its value was not examined. */
  private @Nullable HistoryStatus answer(Status status) {
    if (status == Outcome.NOT_FOUND) {
      return HistoryStatus.ABSENT;
    }
    boolean answered = status == Outcome.OK || status == ErrorKind.WRONG_VALUE;
    return answered && identity != NONE ? HistoryStatus.OK : null;
  }

  private void read(
      HistoryRecorder to, Key key, ReadConsistency consistency, Status status, long nanos) {
    HistoryStatus answer = answer(status);
    if (answer != null && key instanceof RecordKey record) {
      long value = answer == HistoryStatus.OK ? identity : ValueIdentity.ABSENT;
      to.record(
          HistoryKind.READ, answer, consistency, sentNanos, nanos, record.number(), value, version);
      reads.add(record.number(), value, version);
    }
  }

  /** A read of the current version is a read as any other. */
  private void snapshot(
      HistoryRecorder to, Operation.SnapshotRead read, Status status, long nanos) {
    HistoryStatus answer = answer(status);
    if (read.snapshot() == 0) {
      read(to, read.key(), read.consistency(), status, nanos);
    } else if (answer != null && read.key() instanceof RecordKey record) {
      long value = answer == HistoryStatus.OK ? identity : ValueIdentity.ABSENT;
      to.recordHead(
          HistoryKind.SNAPSHOT_READ,
          HistoryStatus.OK,
          read.consistency(),
          sentNanos,
          nanos,
          read.snapshot(),
          1);
      to.part(HistoryKind.SNAPSHOT_PART, answer, record.number(), value, version);
      reads.add(record.number(), value, version);
    }
  }

  private void readAll(
      HistoryRecorder open,
      HistoryKind kind,
      ReadConsistency consistency,
      Status status,
      long nanos) {
    if ((status != Outcome.OK && status != Outcome.NOT_FOUND) || found == 0) {
      return;
    }
    // The records of a scan are on their own, and a block has no room for any number of them.
    int most = kind == HistoryKind.SCAN ? MOST_PARTS : found;
    for (int from = 0; from < found; from += most) {
      int to = Math.min(found, from + most);
      open.recordHead(kind, HistoryStatus.OK, consistency, sentNanos, nanos, 0, to - from);
      for (int part = from; part < to; part++) {
        boolean absent = foundIdentities[part] == ValueIdentity.ABSENT;
        open.part(
            HistoryKind.PART_READ,
            absent ? HistoryStatus.ABSENT : HistoryStatus.OK,
            foundKeys[part],
            foundIdentities[part],
            foundVersions[part]);
      }
    }
  }

  /** Returns whether a write took effect. */
  private HistoryStatus effect(Operation ended, Status status) {
    if (status == Outcome.OK) {
      return HistoryStatus.OK;
    } else if (history.promises().leavesDoubt(ended, status)) {
      return HistoryStatus.UNKNOWN;
    } else if (status == Outcome.NOT_FOUND) {
      return HistoryStatus.ABSENT;
    } else if (status == Outcome.ALREADY_EXISTS) {
      return HistoryStatus.EXISTS;
    }
    return status == Outcome.CONFLICT ? HistoryStatus.REFUSED : HistoryStatus.FAILED;
  }

  private void write(
      HistoryRecorder to, Operation ended, Operation.Write write, Status status, long nanos) {
    long key = ((RecordKey) write.key()).number();
    HistoryStatus effect = effect(ended, status);
    if (write instanceof Operation.CompareAndSet change) {
      to.recordCompareAndSet(
          effect,
          sentNanos,
          nanos,
          key,
          history.written(change.value()),
          version,
          reads.identity(key),
          reads.version(key));
    } else {
      HistoryKind kind =
          switch (write) {
            case Operation.Insert insert -> HistoryKind.INSERT;
            case Operation.Delete delete -> HistoryKind.DELETE;
            case Operation.Update update -> HistoryKind.WRITE;
            case Operation.CompareAndSet change -> HistoryKind.COMPARE_AND_SET;
          };
      to.record(
          kind, effect, ReadConsistency.DEFAULT, sentNanos, nanos, key, written(write), version);
    }
  }

  private long written(Operation.Write write) {
    return switch (write) {
      case Operation.Insert insert -> history.written(insert.value());
      case Operation.Update update -> history.written(update.value());
      case Operation.CompareAndSet change -> history.written(change.value());
      case Operation.Delete delete -> ValueIdentity.of(deleter, ++deletes);
    };
  }

  /** Nothing of a rejected transaction is applied, whichever part is the reason. */
  private void transaction(
      HistoryRecorder to, Operation.Transaction all, Status status, long nanos) {
    HistoryStatus effect = effect(all, status);
    boolean rejected = effect == HistoryStatus.ABSENT || effect == HistoryStatus.EXISTS;
    List<? extends Operation.Part> parts =
        all.parts().stream().filter(part -> part.key() instanceof RecordKey).toList();
    int records =
        parts.size()
            + (int) parts.stream().filter(Operation.CompareAndSet.class::isInstance).count();
    to.recordHead(
        HistoryKind.TRANSACTION,
        rejected ? HistoryStatus.REFUSED : effect,
        ReadConsistency.DEFAULT,
        sentNanos,
        nanos,
        version,
        records);
    for (Operation.Part part : parts) {
      long key = ((RecordKey) part.key()).number();
      switch (part) {
        case Operation.Guard guard -> expected(to, key);
        case Operation.CompareAndSet change -> {
          to.part(HistoryKind.PART_WRITE, key, written(change), version);
          expected(to, key);
        }
        case Operation.Insert insert ->
            to.part(HistoryKind.PART_INSERT, key, written(insert), version);
        case Operation.Update update ->
            to.part(HistoryKind.PART_WRITE, key, written(update), version);
        case Operation.Delete delete ->
            to.part(HistoryKind.PART_DELETE, key, written(delete), version);
      }
    }
  }

  private void expected(HistoryRecorder to, long key) {
    to.part(HistoryKind.EXPECTED, key, reads.identity(key), reads.version(key));
  }
}
