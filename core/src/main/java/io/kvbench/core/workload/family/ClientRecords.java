package io.kvbench.core.workload.family;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.core.workload.key.KeyChooser;
import io.kvbench.core.workload.key.KeyFormat;
import io.kvbench.core.workload.key.KnownKeys;
import io.kvbench.core.workload.key.NumberedKey;
import io.kvbench.core.workload.value.ValueSource;
import io.kvbench.core.workload.value.WriteId;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The records that one client knows, the values that it writes, and its randomness, which all
 * families share. The same calls in the same order return the same for the same seed. Used by one
 * thread at a time.
 */
public final class ClientRecords {
  /**
   * Part of the names of leased records and members, so that they differ from those left by another
   * process.
   */
  private static final String PROCESS =
      "%07d".formatted(ThreadLocalRandom.current().nextInt(10_000_000));

  private final KeyFormat format;
  private final ValueSource values;
  private final ReadConsistency consistency;
  private final KnownKeys known;
  private final KeyChooser chooser;
  private final SplittableRandom random;
  private final long writer;

  /** The number of keys named so far. */
  private long names;

  /** The {@link WriteId} of the last value. */
  private long write;

  /**
   * Creates the records of one client.
   *
   * @param writer its number among all clients of the run, from 1 on
   */
  public ClientRecords(
      KeyFormat format,
      ValueSource values,
      ReadConsistency consistency,
      KnownKeys known,
      KeyChooser chooser,
      SplittableRandom random,
      long writer) {
    this.format = format;
    this.values = values;
    this.consistency = consistency;
    this.known = known;
    this.chooser = chooser;
    this.random = random;
    this.writer = writer;
    write = WriteId.before(writer);
  }

  ReadConsistency consistency() {
    return consistency;
  }

  /** Returns the randomness of the client's requests. */
  SplittableRandom random() {
    return random;
  }

  KnownKeys known() {
    return known;
  }

  /** Chooses a record that exists; returns its key. */
  Key existing() {
    return key(chooser.next(random));
  }

  /** Returns the key of the next record to insert, which is known from now on. */
  Key inserted() {
    return key(known.insertNext());
  }

  /** Returns the key of a loaded record by index. */
  Key loaded(long index) {
    return key(known.loaded(index));
  }

  /**
   * Chooses a record, and returns its key and those of the records after it. They are always
   * distinct, even with an uneven distribution.
   */
  List<Key> neighbours(int count) {
    long number = chooser.next(random);
    List<Key> keys = new ArrayList<>(count);
    for (int index = 0; index < count; index++) {
      keys.add(key(known.loadedFrom(number, index)));
    }
    return keys;
  }

  /** Returns a key that no other request has, in this run or in another process. */
  Key named(String what) {
    return Key.of("%s-%s-%d-%d".formatted(what, PROCESS, writer, names++));
  }

  /** Returns a value to be written under a key. */
  Value value(Key key) {
    return values.next(key, ++write, random);
  }

  /** Returns a value that differs from those of all other writes, if it is large enough. */
  Value distinct(Key key) {
    return values.distinct(key, ++write, random);
  }

  Operation.Read read(Key key) {
    return new Operation.Read(key, consistency);
  }

  Operation.Update update(Key key) {
    return new Operation.Update(key, value(key));
  }

  private Key key(long number) {
    return new NumberedKey(format, number);
  }
}
