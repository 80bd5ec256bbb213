package io.kvbench.bindings.consul.library;

import io.kvbench.core.operation.ReadConsistency;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A client library's client of one server. Its calls block the caller, and throw the library's own
 * exceptions, which {@link LibraryErrors} recognizes.
 */
public interface LibraryClient {
  /** A record as read; its value is decoded when asked for. */
  interface Stored {
    String key();

    byte[] value();

    long index();

    long flags();

    Optional<String> session();
  }

  /**
   * An answer to a read.
   *
   * @param index the index of the answer, which a blocking read begins with
   */
  record StoredList(long index, List<? extends Stored> records) {}

  /**
   * The options of a read.
   *
   * @param above the index that the answer must exceed, or 0 to answer at once
   * @param limit how long the server waits for that; consul-client's format has whole seconds
   */
  record ReadOptions(ReadConsistency consistency, long above, Duration limit) {
    static final ReadOptions PLAIN = of(ReadConsistency.DEFAULT);

    static ReadOptions of(ReadConsistency consistency) {
      return new ReadOptions(consistency, 0, Duration.ZERO);
    }

    /** Returns the same for a blocking read. */
    ReadOptions waiting(long above, Duration limit) {
      return new ReadOptions(consistency, above, limit);
    }

    String seconds() {
      return limit.toSeconds() + "s";
    }
  }

  /**
   * The condition of a write, one of three.
   *
   * @param index the index that the record must have
   * @param acquire the session that acquires the record
   * @param release the session that releases it
   */
  record WriteCondition(Optional<Long> index, Optional<String> acquire, Optional<String> release) {
    static WriteCondition unchanged(long index) {
      return new WriteCondition(Optional.of(index), Optional.empty(), Optional.empty());
    }

    static WriteCondition acquiredBy(String session) {
      return new WriteCondition(Optional.empty(), Optional.of(session), Optional.empty());
    }

    static WriteCondition releasedBy(String session) {
      return new WriteCondition(Optional.empty(), Optional.empty(), Optional.of(session));
    }
  }

  /**
   * An operation of a transaction.
   *
   * @param verb in Consul's API
   * @param session the session that must hold the record
   * @param flags of an empty value to write
   */
  record TransactionStep(String verb, String key, Optional<String> session, Optional<Long> flags) {
    static TransactionStep of(String verb, String key) {
      return new TransactionStep(verb, key, Optional.empty(), Optional.empty());
    }

    /** Returns the empty value of a step that writes. */
    Optional<String> value() {
      return flags.map(any -> "");
    }
  }

  boolean put(String key, byte[] value, long flags);

  boolean put(String key, byte[] value, WriteCondition condition);

  void delete(String key);

  Optional<? extends Stored> get(String key, ReadOptions options);

  /** Reads one record with the index of the answer; without a record there is neither. */
  Optional<StoredList> answer(String key, ReadOptions options);

  /** Reads the records with a prefix. */
  List<? extends Stored> list(String prefix, ReadOptions options);

  /** Reads the records with a prefix, with the index of the answer. */
  StoredList answers(String prefix, ReadOptions options);

  int countKeys(String prefix, ReadOptions options);

  /** Performs a transaction; returns the records that each step reads or writes. */
  List<? extends List<? extends Stored>> transact(
      List<TransactionStep> steps, ReadConsistency consistency);

  /** Creates a session with times in Consul's format, and returns its identifier. */
  String createSession(String timeToLive, String lockDelay, String behavior);

  /** Returns whether the session exists. */
  boolean renewSession(String session);

  void destroySession(String session);

  /** Ends the calls in flight. */
  void cancel();
}
