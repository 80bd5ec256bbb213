package io.kvbench.core.consistency;

import io.kvbench.core.history.HistoryKind;
import io.kvbench.core.history.HistoryRecorder;
import io.kvbench.core.history.HistoryStatus;
import io.kvbench.core.history.MemoryHistory;
import io.kvbench.core.history.ValueIdentity;
import io.kvbench.core.operation.ReadConsistency;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A store without defects: clients with one operation in flight each, applied at a random time
 * while it is in flight. Operations with an unknown outcome are applied then, later or never. Reads
 * with the consistency STALE return an older state, which never goes back within a session.
 */
final class CorrectStore {
  private static final int LATENCY = 1000;

  private final SplittableRandom random;
  private final int clients;
  private final int keys;
  private final long firstKey;
  private final long clockError;
  private final double unknown;

  /** The states of a key: version and value, the last one last. */
  private final List<List<long[]>> ofKeys = new ArrayList<>();

  private long version = 1000;

  /**
   * @param clockError how far the clocks of clients may be off, in ns
   * @param unknown the share of operations without an answer
   */
  CorrectStore(long seed, int clients, int keys, long firstKey, long clockError, double unknown) {
    this.random = new SplittableRandom(seed);
    this.clients = clients;
    this.keys = keys;
    this.firstKey = firstKey;
    this.clockError = clockError;
    this.unknown = unknown;
    for (int key = 0; key < keys; key++) {
      ofKeys.add(new ArrayList<>(List.of(new long[] {1 + key, ValueIdentity.LOADED})));
    }
  }

  /** One operation before it is applied. */
  private record Plan(int client, long begin, long end, long point, boolean open) {}

  /** The record of an operation, due at its end. */
  private record Answer(long end, Runnable record) {}

  /** What a client has seen, and what it will write next. */
  private static final class Client {
    private final HistoryRecorder recorder;
    private final List<Answer> answers = new ArrayList<>();
    private long sequence;
    private long seen;
    private long skew;
    private final long[] readVersions;
    private final long[] readValues;

    Client(HistoryRecorder recorder, int keys) {
      this.recorder = recorder;
      readVersions = new long[keys];
      readValues = new long[keys];
    }
  }

  /** Records operations into a history, which must begin at a negative time with skewed clocks. */
  void run(MemoryHistory history, int firstClient, int operationsOfEach) {
    List<Plan> plans = new ArrayList<>();
    Client[] all = new Client[clients];
    for (int client = 0; client < clients; client++) {
      all[client] = new Client(history.recorder(firstClient + client), keys);
      all[client].skew = clockError == 0 ? 0 : random.nextLong(-clockError, clockError + 1);
      long time = random.nextInt(LATENCY);
      for (int count = 0; count < operationsOfEach; count++) {
        long begin = time + random.nextInt(50);
        long end = begin + 1 + random.nextInt(LATENCY);
        boolean open = random.nextDouble() < unknown;
        long point = begin + random.nextLong(open ? 20 * LATENCY : end - begin + 1);
        plans.add(new Plan(client, begin, end, point, open));
        time = end;
      }
    }
    plans.sort(Comparator.comparingLong(Plan::point));
    for (Plan plan : plans) {
      List<Runnable> answer = new ArrayList<>();
      apply(plan, all[plan.client], firstClient + plan.client, answer);
      answer.forEach(each -> all[plan.client].answers.add(new Answer(plan.end, each)));
    }
    for (Client client : all) {
      client.answers.sort(Comparator.comparingLong(Answer::end));
      client.answers.forEach(answer -> answer.record.run());
    }
  }

  private void apply(Plan plan, Client client, int writer, List<Runnable> answers) {
    int key = random.nextInt(keys);
    List<long[]> states = ofKeys.get(key);
    long[] now = states.getLast();
    long begin = plan.begin + client.skew;
    long end = plan.end + client.skew;
    double choice = random.nextDouble();
    if (plan.open) {
      boolean applied = random.nextBoolean();
      long identity = ValueIdentity.of(writer, ++client.sequence);
      if (applied) {
        states.add(new long[] {++version, identity});
      }
      record(
          client, answers, HistoryKind.WRITE, HistoryStatus.UNKNOWN, begin, end, key, identity, 0);
    } else if (choice < 0.4) {
      client.readVersions[key] = now[0];
      client.readValues[key] = now[1];
      client.seen = version;
      record(client, answers, HistoryKind.READ, HistoryStatus.OK, begin, end, key, now[1], now[0]);
    } else if (choice < 0.6) {
      client.seen += random.nextLong(version - client.seen + 1);
      long[] old = states.getFirst();
      for (long[] state : states) {
        old = state[0] <= client.seen ? state : old;
      }
      long[] read = old;
      answers.add(
          () ->
              client.recorder.record(
                  HistoryKind.READ,
                  HistoryStatus.OK,
                  ReadConsistency.STALE,
                  begin,
                  end,
                  firstKey + key,
                  read[1],
                  read[0]));
    } else if (choice < 0.9) {
      long identity = ValueIdentity.of(writer, ++client.sequence);
      states.add(new long[] {++version, identity});
      client.seen = version;
      record(
          client, answers, HistoryKind.WRITE, HistoryStatus.OK, begin, end, key, identity, version);
    } else if (client.readVersions[key] > 0) {
      long identity = ValueIdentity.of(writer, ++client.sequence);
      boolean done = client.readVersions[key] == now[0];
      long expected = client.readValues[key];
      long expectedVersion = client.readVersions[key];
      if (done) {
        states.add(new long[] {++version, identity});
      }
      client.seen = version;
      long got = done ? version : 0;
      answers.add(
          () ->
              client.recorder.recordCompareAndSet(
                  done ? HistoryStatus.OK : HistoryStatus.REFUSED,
                  begin,
                  end,
                  firstKey + key,
                  identity,
                  got,
                  expected,
                  expectedVersion));
    }
  }

  private void record(
      Client client,
      List<Runnable> answers,
      HistoryKind kind,
      HistoryStatus status,
      long begin,
      long end,
      int key,
      long identity,
      long got) {
    answers.add(
        () ->
            client.recorder.record(
                kind,
                status,
                ReadConsistency.LINEARIZABLE,
                begin,
                end,
                firstKey + key,
                identity,
                got));
  }
}
