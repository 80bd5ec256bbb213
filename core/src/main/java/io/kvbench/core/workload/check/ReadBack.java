package io.kvbench.core.workload.check;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import io.kvbench.core.workload.check.AcknowledgedRecords.RecordState;
import io.kvbench.core.workload.check.LastWrites.Finding;
import io.kvbench.core.workload.key.KeyFormat;
import io.kvbench.core.workload.key.NumberedKey;
import io.kvbench.core.workload.key.RecordKey;
import io.kvbench.core.workload.request.RequestSource;
import io.kvbench.core.workload.sample.RandomStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The read-back of records after the last phase, to compare them with the acknowledgements. The
 * requests are thread-safe; the rest is for one thread when no read is in flight.
 */
public final class ReadBack {
  /** The max number of missing keys that are listed. */
  private static final int NAMED = 5;

  // 0 means not read yet.
  private static final byte FOUND = 1;
  private static final byte ABSENT = 2;
  private static final byte FAILED = 3;

  private final WrittenRecords written;
  private final KeyFormat format;
  private final ReadConsistency consistency;
  private final AcknowledgedRecords book;
  private final Store store;
  private final boolean expectsUntouched;
  private final boolean creates;
  private final boolean allListed;
  private final RecordSample sample;

  /** Each is written by the client that read the record. */
  private final byte[] answers;

  /** The findings from the values, likewise. */
  private final Finding[] findings;

  /** The indexes of the records to read next. */
  private int[] pending;

  /**
   * The known state of a store, besides the answers of a run.
   *
   * @param keysBefore the number of records before the first phase; empty if unknown
   * @param loaded whether the run had a load phase
   * @param blindWrites whether writes are applied regardless of the record's existence
   */
  public record Store(OptionalLong keysBefore, boolean loaded, boolean blindWrites) {
    boolean mayHaveHadKeys() {
      return keysBefore.orElse(1) > 0;
    }
  }

  /**
   * The results of the reads.
   *
   * @param known records whose state follows from the run or the workload
   * @param read how many of them were read and answered
   * @param failed how many were requested and not answered
   * @param missing records that were inserted, not deleted, and are missing
   * @param firstMissing the keys of some of them
   * @param undeleted records that were deleted and exist
   * @param absent records that the workload expects from before the run and that are missing
   * @param asAcknowledged records that are present or deleted as acknowledged
   * @param asExpected records that the workload expects from before the run and that exist
   * @param accounted how many of all records of the store are identified by their keys; empty if
   *     not all were read
   * @param fromBefore how many records at least, of those and of the deleted ones, existed before
   *     the run
   * @param values whether records hold the writes acknowledged last; empty if values have no
   *     identity
   * @param nextNumber the number of the next record to insert; empty if the workload inserts none
   *     after the load phase
   */
  public record Found(
      long known,
      long read,
      long failed,
      long missing,
      List<String> firstMissing,
      long undeleted,
      long absent,
      long asAcknowledged,
      long asExpected,
      OptionalLong accounted,
      long fromBefore,
      Optional<Values> values,
      OptionalLong nextNumber) {
    public Found {
      firstMissing = List.copyOf(firstMissing);
    }

    /**
     * Returns a lower bound of the records that others added to the store during the run.
     *
     * @param keysFound the number of records in the store
     * @param keysBefore the number before the first phase
     */
    public OptionalLong foreign(long keysFound, OptionalLong keysBefore) {
      if (accounted.isEmpty() || keysBefore.isEmpty()) {
        return OptionalLong.empty();
      }
      long others = keysFound - accounted.getAsLong();
      long othersBefore = Math.max(0, keysBefore.getAsLong() - fromBefore);
      return OptionalLong.of(Math.max(0, others - othersBefore));
    }
  }

  /**
   * The findings from the values.
   *
   * @param compared existing records with a write that was acknowledged or has an unknown outcome
   * @param lost records that hold another value than the last acknowledged ones
   * @param firstLost the keys of some of them
   * @param uncertain records that hold the value of a write with an unknown outcome
   */
  public record Values(long compared, long lost, List<String> firstLost, long uncertain) {
    public Values {
      firstLost = List.copyOf(firstLost);
    }
  }

  /** Chooses the records to read: all with a known state, or as many as are allowed. */
  public ReadBack(
      WrittenRecords written,
      AcknowledgedRecords book,
      Store store,
      int most,
      ReadConsistency consistency) {
    this.written = written;
    this.format = written.format();
    this.consistency = consistency;
    this.book = book;
    this.store = store;
    book.close();
    creates = store.blindWrites() && written.createsMissing();
    expectsUntouched = !store.loaded() && written.expected();
    boolean matter = store.mayHaveHadKeys() || creates;
    allListed =
        !matter || written.space().loadCount() <= Math.max(most, store.keysBefore().orElse(0));
    LongStream untouched =
        matter && allListed
            ? LongStream.range(
                    written.space().insertStart(),
                    written.space().insertStart() + written.space().loadCount())
                .filter(number -> book.standing(number) == RecordState.UNTOUCHED)
            : LongStream.empty();
    sample =
        RecordSample.of(
            LongStream.concat(book.touched(), untouched),
            most,
            RandomStream.READ_BACK.create(written.seed(), 0));
    answers = new byte[sample.size()];
    findings = new Finding[sample.size()];
    Arrays.fill(findings, Finding.UNKNOWN);
    pending = IntStream.range(0, sample.size()).toArray();
  }

  /** Returns the number of records to read next. */
  public int pending() {
    return pending.length;
  }

  /** Returns the reads of one of several clients, which share them evenly. */
  public RequestSource requests(int client, int clients) {
    return new RequestSource() {
      private int next = client;

      @Override
      public Operation next() {
        int index = pending[next];
        next += clients;
        return new Operation.Read(new SampleKey(format, sample.number(index), index), consistency);
      }

      @Override
      public boolean isIndependent() {
        return true;
      }
    };
  }

  /** Returns a follower that collects the answers. */
  public ValueCheck answers() {
    return () -> operation -> new Answer(operation);
  }

  /** Repeats the reads of records that were not answered, or not as expected. */
  public void again() {
    pending =
        IntStream.range(0, answers.length)
            .filter(index -> answers[index] == FAILED || isWrong(index))
            .toArray();
  }

  public Found found() {
    Tally tally = new Tally();
    for (int index = 0; index < answers.length; index++) {
      tally.add(index);
    }
    return tally.found();
  }

  /** A record that deviates from its expected state, or whose state is unknown. */
  public record Deviation(String key, DeviationKind kind) {
    /** The kind of a deviation. */
    public enum DeviationKind {
      /** The record was inserted, not deleted, and is missing. */
      MISSING,
      /** The record holds another value than the last acknowledged one. */
      LOST,
      /** The record's delete was acknowledged, and it exists. */
      UNDELETED,
      /** The record is expected from before the run, and is missing. */
      ABSENT,
      /** The record holds the value of a write with an unknown outcome. */
      UNCERTAIN,
      /** The read of the record failed. */
      UNREAD
    }
  }

  /** Returns all deviations, in the order of the reads; {@link #found} has their numbers. */
  public Stream<Deviation> deviations() {
    return IntStream.range(0, answers.length)
        .boxed()
        .flatMap(
            index -> kind(index).stream().map(kind -> new Deviation(key(index).toString(), kind)));
  }

  private NumberedKey key(int index) {
    return new NumberedKey(format, sample.number(index));
  }

  private Optional<Deviation.DeviationKind> kind(int index) {
    if (answers[index] == FAILED) {
      return Optional.of(Deviation.DeviationKind.UNREAD);
    } else if (isContradicted(index)) {
      return switch (expected(sample.number(index))) {
        case PRESENT -> Optional.of(Deviation.DeviationKind.MISSING);
        case GONE -> Optional.of(Deviation.DeviationKind.UNDELETED);
        case FROM_BEFORE -> Optional.of(Deviation.DeviationKind.ABSENT);
        case OPEN -> Optional.empty();
      };
    } else if (answers[index] != FOUND) {
      return Optional.empty();
    }
    return switch (findings[index]) {
      case LOST -> Optional.of(Deviation.DeviationKind.LOST);
      case UNCERTAIN -> Optional.of(Deviation.DeviationKind.UNCERTAIN);
      case UNKNOWN, KEPT -> Optional.empty();
    };
  }

  private boolean isWrong(int index) {
    return isLost(index) || isContradicted(index);
  }

  private boolean isLost(int index) {
    return answers[index] == FOUND && findings[index] == Finding.LOST;
  }

  private boolean isContradicted(int index) {
    return switch (expected(sample.number(index))) {
      case PRESENT, FROM_BEFORE -> answers[index] == ABSENT;
      case GONE -> answers[index] == FOUND;
      case OPEN -> false;
    };
  }

  private enum Expected {
    PRESENT,
    GONE,
    FROM_BEFORE,
    OPEN
  }

  private Expected expected(long number) {
    return switch (book.standing(number)) {
      case INSERTED -> Expected.PRESENT;
      case DELETED -> creates ? Expected.OPEN : Expected.GONE;
      case UNTOUCHED -> expectsUntouched ? Expected.FROM_BEFORE : Expected.OPEN;
      case DOUBTFUL -> Expected.OPEN;
    };
  }

  /** A key with its index in the sample. */
  private record SampleKey(KeyFormat format, long number, int index) implements RecordKey {
    @Override
    public byte[] toByteArray() {
      return format.render(number);
    }

    @Override
    public String toString() {
      return new NumberedKey(format, number).toString();
    }
  }

  private final class Answer implements ValueCheck.SentOperation {
    private final Operation operation;

    Answer(Operation operation) {
      this.operation = operation;
    }

    @Override
    public Optional<String> objection(ByteBuffer value) {
      if (operation instanceof Operation.Read read && read.key() instanceof SampleKey key) {
        book.lastWrites()
            .ifPresent(last -> findings[key.index()] = last.finding(key.number(), key, value));
      }
      // Records from before may have been written by another workload.
      return operation instanceof Operation.Read read && !store.mayHaveHadKeys()
          ? written.objection().apply(read.key(), value)
          : Optional.empty();
    }

    @Override
    public void ended(Status status) {
      if (operation instanceof Operation.Read read && read.key() instanceof SampleKey key) {
        answers[key.index()] =
            status == Outcome.OK ? FOUND : status instanceof ErrorKind ? FAILED : ABSENT;
      }
    }
  }

  /** The sums of the results. A record counts as one deviation, as in {@link #deviations}. */
  private final class Tally {
    private final Map<Deviation.DeviationKind, Long> deviations =
        new EnumMap<>(Deviation.DeviationKind.class);
    private final List<String> firstMissing = new ArrayList<>();
    private final List<String> firstLost = new ArrayList<>();
    private long read;
    private long found;
    private long untouchedFound;
    private long compared;
    private long asAcknowledged;
    private long asExpected;

    void add(int index) {
      if (answers[index] == FOUND) {
        read++;
        found++;
        untouchedFound += book.standing(sample.number(index)) == RecordState.UNTOUCHED ? 1 : 0;
        compared += findings[index] == Finding.UNKNOWN ? 0 : 1;
      } else if (answers[index] == ABSENT) {
        read++;
      }
      if (answers[index] == FOUND || answers[index] == ABSENT) {
        judge(index);
      }
      kind(index).ifPresent(kind -> deviates(index, kind));
    }

    private void judge(int index) {
      long right = isContradicted(index) ? 0 : 1;
      switch (expected(sample.number(index))) {
        case PRESENT, GONE -> asAcknowledged += right;
        case FROM_BEFORE -> asExpected += right;
        case OPEN -> {}
      }
    }

    private void deviates(int index, Deviation.DeviationKind kind) {
      deviations.merge(kind, 1L, Long::sum);
      if (kind == Deviation.DeviationKind.MISSING && firstMissing.size() < NAMED) {
        firstMissing.add(key(index).toString());
      } else if (kind == Deviation.DeviationKind.LOST && firstLost.size() < NAMED) {
        firstLost.add(key(index).toString());
      }
    }

    private long count(Deviation.DeviationKind kind) {
      return deviations.getOrDefault(kind, 0L);
    }

    Found found() {
      boolean all = allListed && read == sample.offered();
      return new Found(
          sample.offered(),
          read,
          count(Deviation.DeviationKind.UNREAD),
          count(Deviation.DeviationKind.MISSING),
          firstMissing,
          count(Deviation.DeviationKind.UNDELETED),
          count(Deviation.DeviationKind.ABSENT),
          asAcknowledged,
          asExpected,
          all ? OptionalLong.of(found) : OptionalLong.empty(),
          // Blind writes may have created them, or have deleted nothing.
          store.blindWrites() ? 0 : untouchedFound + book.deletedFromBefore(),
          book.lastWrites()
              .map(
                  last ->
                      new Values(
                          compared,
                          count(Deviation.DeviationKind.LOST),
                          firstLost,
                          count(Deviation.DeviationKind.UNCERTAIN))),
          written.kinds().contains(OperationType.INSERT)
              ? book.nextNumber(written.space().firstNew())
              : OptionalLong.empty());
    }
  }
}
