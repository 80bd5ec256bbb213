package io.kvbench.core.consistency;

import io.kvbench.core.history.HistoryKind;
import io.kvbench.core.history.HistoryPlace;
import io.kvbench.core.history.HistoryRecorder;
import io.kvbench.core.history.HistoryStatus;
import io.kvbench.core.history.MemoryHistory;
import io.kvbench.core.history.ValueIdentity;
import io.kvbench.core.operation.ReadConsistency;
import java.util.HashMap;
import java.util.Map;

/** A history written by hand. Values are numbers from 1 on; 0 is no value, -1 the loaded one. */
final class HistoryScript {
  private final MemoryHistory history = new MemoryHistory(0);
  private final Map<Integer, HistoryRecorder> recorders = new HashMap<>();
  private int client = 1;
  private ReadConsistency mode = ReadConsistency.LINEARIZABLE;
  private long version;
  private int deletes = 1 << 20;

  MemoryHistory history() {
    return history;
  }

  private HistoryRecorder recorder() {
    return recorders.computeIfAbsent(client, history::recorder);
  }

  /** Sets the client of the following operations. */
  HistoryScript client(int number) {
    client = number;
    return this;
  }

  /** Sets the consistency of the following reads. */
  HistoryScript mode(ReadConsistency consistency) {
    mode = consistency;
    return this;
  }

  /** Sets the version of the next operation or part. */
  HistoryScript version(long number) {
    version = number;
    return this;
  }

  HistoryScript epoch(int number) {
    recorder().moveTo(new HistoryPlace(0, number, 0));
    return this;
  }

  static long identity(int value) {
    return value == 0
        ? ValueIdentity.ABSENT
        : value < 0 ? ValueIdentity.LOADED : ValueIdentity.of(1, value);
  }

  private HistoryScript record(
      HistoryKind kind, HistoryStatus status, long from, long to, long key, long id) {
    recorder().record(kind, status, mode, from, to, key, id, version);
    version = 0;
    return this;
  }

  HistoryScript read(long from, long to, long key, int value) {
    HistoryStatus status = value == 0 ? HistoryStatus.ABSENT : HistoryStatus.OK;
    return record(HistoryKind.READ, status, from, to, key, identity(value));
  }

  HistoryScript readBytes(long from, long to, long key, long identity) {
    return record(HistoryKind.READ, HistoryStatus.OK, from, to, key, identity);
  }

  HistoryScript write(long from, long to, long key, int value) {
    return write(HistoryStatus.OK, from, to, key, value);
  }

  HistoryScript write(HistoryStatus status, long from, long to, long key, int value) {
    return record(HistoryKind.WRITE, status, from, to, key, identity(value));
  }

  HistoryScript insert(HistoryStatus status, long from, long to, long key, int value) {
    return record(HistoryKind.INSERT, status, from, to, key, identity(value));
  }

  HistoryScript delete(HistoryStatus status, long from, long to, long key) {
    return record(HistoryKind.DELETE, status, from, to, key, ValueIdentity.of(1, ++deletes));
  }

  HistoryScript event(long at, long key, int value) {
    return record(HistoryKind.WATCH_EVENT, HistoryStatus.OK, at, at, key, identity(value));
  }

  HistoryScript compareAndSet(
      HistoryStatus status, long from, long to, long key, int value, int expected) {
    recorder()
        .recordCompareAndSet(
            status, from, to, key, identity(value), version, identity(expected), 0);
    version = 0;
    return this;
  }

  /** Begins an operation of several parts. */
  HistoryScript head(HistoryKind kind, HistoryStatus status, long from, long to, int parts) {
    recorder().recordHead(kind, status, mode, from, to, version, parts);
    version = 0;
    return this;
  }

  HistoryScript part(HistoryKind kind, long key, int value) {
    recorder().part(kind, key, identity(value), version);
    version = 0;
    return this;
  }
}
