package io.kvbench.core.workload.check;

import io.kvbench.core.history.HistoryRecorder;
import io.kvbench.core.history.RecordLayout;
import io.kvbench.core.history.ValueIdentity;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Promises;
import io.kvbench.core.operation.Value;
import io.kvbench.core.workload.key.KeyNumbers;
import io.kvbench.core.workload.value.KeyedValues;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * A follower that leaves a record of each operation on numbered records in a history. Coordination
 * leaves none. For one run, phase by phase; followers are thread-safe.
 */
public final class RecordedOperations implements ValueCheck {
  private static final long LOWER = (1L << 52) - 1;

  private final KeyedValues values;
  private final KeyNumbers numbers;
  private final Promises promises;
  private final IntFunction<HistoryRecorder> recorders;
  private final List<RecordedClient> clients = new ArrayList<>();
  private final Deque<HistoryRecorder> idle = new ArrayDeque<>();
  private int recorderCount;
  private volatile int phase;
  private volatile boolean strangers;

  /** The number of lost sessions per client: others on the same connection lost theirs with it. */
  private final AtomicInteger epoch = new AtomicInteger();

  /**
   * Creates a follower of a run.
   *
   * @param values identify the writes
   * @param numbers of the keys in answers to scans and ranges
   * @param recorders creates the recorder of a client, from 0 on
   */
  public RecordedOperations(
      KeyedValues values,
      KeyNumbers numbers,
      Promises promises,
      IntFunction<HistoryRecorder> recorders) {
    this.values = values;
    this.numbers = numbers;
    this.promises = promises;
    this.recorders = recorders;
  }

  /**
   * Begins a phase, after the one before has ended; its clients have new sessions.
   *
   * @param number from 0 on
   * @param mayReadOthers whether reads may find values that another workload has written before,
   *     and any bytes count as one of them
   */
  public synchronized void beginPhase(int number, boolean mayReadOthers) {
    strangers = mayReadOthers;
    for (RecordedClient client : clients) {
      client.release(
          recorder -> {
            recorder.flush();
            idle.addLast(recorder);
          });
    }
    clients.removeIf(RecordedClient::isReleased);
    phase = number;
    epoch.incrementAndGet();
  }

  @Override
  public synchronized Follower follow() {
    HistoryRecorder recorder = idle.pollFirst();
    RecordedClient client =
        new RecordedClient(this, recorder == null ? recorders.apply(recorderCount++) : recorder);
    clients.add(client);
    return client;
  }

  /**
   * Ends the recording, after the last phase. Operations whose ends were never observed, since a
   * client is stuck in its library, have an unknown outcome.
   */
  public synchronized void close(long nanos) {
    clients.forEach(client -> client.close(nanos));
    idle.forEach(HistoryRecorder::flush);
  }

  int phase() {
    return phase;
  }

  int epoch() {
    return epoch.get();
  }

  void lostSession() {
    epoch.incrementAndGet();
  }

  Promises promises() {
    return promises;
  }

  /** Returns the number of the record that a key names, or {@link KeyNumbers#NONE}. */
  long number(Key key) {
    long number = numbers.of(key);
    return number < RecordLayout.KEYS ? number : KeyNumbers.NONE;
  }

  /** Returns the identity, in a history, of a value that a write has. */
  long written(Value value) {
    return values.writeOf(value) & LOWER;
  }

  /** Returns the identity, in a history, of a value that a read returned. */
  long read(Key key, ByteBuffer value) {
    long write = values.write(key, value);
    if (write == KeyedValues.WRONG) {
      if (strangers) {
        return ValueIdentity.FOREIGN; // What the record held before: it must not come back.
      }
      return values.isOfAnyKey(value) ? ValueIdentity.OTHER_KEY : ValueIdentity.UNWRITTEN;
    }
    return values.isForeign(write) ? ValueIdentity.FOREIGN : write & LOWER;
  }
}
