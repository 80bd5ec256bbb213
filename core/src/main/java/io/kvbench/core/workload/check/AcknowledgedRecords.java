package io.kvbench.core.workload.check;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Promises;
import io.kvbench.core.operation.Status;
import io.kvbench.core.workload.key.NumberedKey;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * The records whose existence or deletion the store has acknowledged, by number: inserted ones,
 * deleted ones, and doubtful ones, whose answers leave it open. A number is inserted once in a run,
 * perhaps in several attempts by one client, and deleted after that, so no order need be kept. If
 * values have an identity, it also has the possible last writes of each record; if versions are
 * compared, also those that were replaced. For one run; followers are thread-safe, the rest is for
 * one thread when no phase is running.
 */
public final class AcknowledgedRecords implements ValueCheck {
  private static final VarHandle NUMBER;

  private static final int BUFFER = 1 << 16;

  /** The max size of the serialized book. */
  private static final int LONGEST = 40 << 20;

  static {
    try {
      NUMBER = MethodHandles.lookup().findVarHandle(OneClient.class, "number", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final RecordSet inserted = new RecordSet();
  private final RecordSet deleted = new RecordSet();
  private final RecordSet doubtful = new RecordSet();

  /** Doubtful inserts, unless acknowledged in a later attempt. */
  private final RecordSet doubtfulInserts = new RecordSet();

  private final Queue<OneClient> clients = new ConcurrentLinkedQueue<>();
  private final Optional<LastWrites> lastWrites;
  private final Optional<CompareAndSetVersions> versions;
  private final Optional<ReadLengthsCheck> lengths;
  private final Promises promises;

  /** Creates a book of existence only. */
  public AcknowledgedRecords() {
    this(Optional.empty(), Optional.empty(), Optional.empty(), Promises.UNDECLARED);
  }

  public AcknowledgedRecords(
      Optional<LastWrites> lastWrites,
      Optional<CompareAndSetVersions> versions,
      Optional<ReadLengthsCheck> lengths,
      Promises promises) {
    this.promises = promises;
    this.lastWrites = lastWrites;
    this.versions = versions;
    this.lengths = lengths;
  }

  /** The state of a record after the run, as far as it is known. */
  enum RecordState {
    /** Its insert was acknowledged, and no delete was. */
    INSERTED,
    /** Its delete was acknowledged. */
    DELETED,
    /** The answer to an insert or a delete leaves it open, or there is none. */
    DOUBTFUL,
    /** The run neither inserted nor deleted it. */
    UNTOUCHED
  }

  @Override
  public Follower follow() {
    OneClient client = new OneClient();
    clients.add(client);
    return lastWrites.isEmpty() && versions.isEmpty()
        ? client
        : operation -> send(client, operation);
  }

  private SentOperation send(OneClient client, Operation operation) {
    SentOperation sent = client.send(operation);
    if (lastWrites.isPresent()) {
      sent = both(sent, lastWrites.get().send(operation));
    }
    return versions.isPresent() ? both(sent, versions.get().send(operation)) : sent;
  }

  private static SentOperation both(SentOperation one, Optional<? extends SentOperation> other) {
    return other.isPresent() ? new SentToBoth(one, other.get()) : one;
  }

  /** Returns a check that also measures lengths; the check itself if the workload reads none. */
  public Optional<ValueCheck> measured(Optional<ValueCheck> check) {
    return lengths.map(each -> each.beside(check)).or(() -> check);
  }

  /** Returns the lengths of the values that were read; empty if there were none. */
  public Optional<ReadLengths> lengths() {
    return lengths.flatMap(ReadLengthsCheck::lengths);
  }

  /** Returns the compare-and-sets that succeeded; empty if the workload has none. */
  public Optional<ComparedVersions> versions() {
    return versions.map(CompareAndSetVersions::counts);
  }

  /** Returns the possible last writes of records; empty if values have no identity. */
  Optional<LastWrites> lastWrites() {
    return lastWrites;
  }

  RecordState standing(long number) {
    boolean isOpen = doubtfulInserts.contains(number);
    if (doubtful.contains(number)) {
      return RecordState.DOUBTFUL;
    } else if (deleted.contains(number)) {
      return isOpen ? RecordState.DOUBTFUL : RecordState.DELETED;
    } else if (inserted.contains(number)) {
      return RecordState.INSERTED;
    }
    return isOpen ? RecordState.DOUBTFUL : RecordState.UNTOUCHED;
  }

  /** Returns all records except the untouched ones, each once. */
  LongStream touched() {
    LongStream othersDeleted = deleted.numbers().filter(number -> !inserted.contains(number));
    LongStream othersDoubtful =
        LongStream.concat(
                doubtful.numbers(),
                doubtfulInserts.numbers().filter(number -> !doubtful.contains(number)))
            .filter(number -> !inserted.contains(number) && !deleted.contains(number));
    return LongStream.concat(inserted.numbers(), LongStream.concat(othersDeleted, othersDoubtful));
  }

  /** Returns how many records were deleted that the run had not inserted. */
  long deletedFromBefore() {
    return deleted.numbers().filter(number -> !inserted.contains(number)).count();
  }

  /**
   * Returns the number after all records that the run has inserted or may have; empty if none.
   *
   * @param first the first number that the run inserts: deletes of records below it may be doubtful
   */
  OptionalLong nextNumber(long first) {
    return Stream.of(inserted, doubtful, doubtfulInserts)
        .flatMapToLong(set -> set.max().stream())
        .filter(last -> last >= first)
        .map(last -> last + 1)
        .max();
  }

  /**
   * Returns the serialized book, for {@link #add} in another process. When no phase is running.
   *
   * @throws IOException if it is too large
   */
  public byte[] toBytes() throws IOException {
    close();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(new DeflaterOutputStream(bytes), BUFFER))) {
      for (RecordSet set : List.of(inserted, deleted, doubtful, doubtfulInserts)) {
        set.writeTo(out);
      }
      if (lastWrites.isPresent()) {
        lastWrites.get().writeTo(out);
      }
      if (versions.isPresent()) {
        versions.get().writeTo(out);
      }
      if (lengths.isPresent()) {
        lengths.get().writeTo(out);
      }
    }
    if (bytes.size() > LONGEST) {
      throw new IOException("too many records were written to account for each of them");
    }
    return bytes.toByteArray();
  }

  /**
   * Adds the book of another process of the same run. When no phase is running.
   *
   * @throws IOException if the format is wrong
   */
  public void add(byte[] bytes) throws IOException {
    try (DataInputStream in =
        new DataInputStream(
            new BufferedInputStream(
                new InflaterInputStream(new ByteArrayInputStream(bytes)), BUFFER))) {
      for (RecordSet set : List.of(inserted, deleted, doubtful, doubtfulInserts)) {
        set.add(in);
      }
      if (lastWrites.isPresent()) {
        lastWrites.get().add(in);
      }
      if (versions.isPresent()) {
        versions.get().add(in);
      }
      if (lengths.isPresent()) {
        lengths.get().add(in);
      }
      if (in.read() >= 0) {
        throw new IOException("there are bytes after the records");
      }
    }
  }

  /** Marks operations as doubtful whose ends a client stuck in its library never observed. */
  void close() {
    RecordSet.Writer open = doubtful.writer();
    clients.stream().flatMapToLong(OneClient::inFlight).forEach(open::add);
    lastWrites.ifPresent(LastWrites::close);
  }

  /** The follower of one client, which has one operation in flight at a time. */
  private final class OneClient implements Follower, SentOperation {
    private static final long NONE = -1;

    private final RecordSet.Writer inserts = inserted.writer();
    private final RecordSet.Writer deletes = deleted.writer();
    private RecordSet.Writer book = inserts;
    private long number = NONE;

    @Override
    public SentOperation send(Operation operation) {
      // Transactions and watches update records. A chain of tests is faster here than a switch.
      if (operation instanceof Operation.Insert insert) {
        return send(insert.key(), inserts);
      }
      return operation instanceof Operation.Delete delete ? send(delete.key(), deletes) : NOTHING;
    }

    private SentOperation send(Key key, RecordSet.Writer writer) {
      if (!(key instanceof NumberedKey numbered)) {
        return NOTHING;
      }
      book = writer;
      NUMBER.setRelease(this, numbered.number());
      return this;
    }

    @Override
    public Optional<String> objection(ByteBuffer value) {
      return Optional.empty();
    }

    @Override
    public void ended(Status status) {
      if (status == Outcome.OK || status == Outcome.ALREADY_EXISTS) {
        book.add(number);
      } else if (book.equals(inserts)) {
        // In a system that overwrites, an update may create the record of a rejected insert.
        doubtfulInserts.writer().add(number);
      } else if (promises.leavesDoubt(status)) {
        doubtful.writer().add(number);
      }
      NUMBER.setRelease(this, NONE);
    }

    LongStream inFlight() {
      long sent = (long) NUMBER.getAcquire(this);
      return sent == NONE ? LongStream.empty() : LongStream.of(sent);
    }
  }
}
