package io.kvbench.core.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of writers with known values and a collector that never rests. Every value has a bucket of
 * its own in either histogram, so that lost, duplicated and torn records show.
 */
@Timeout(120)
final class RecorderFlipTest {
  private static final int WRITERS = 4;
  private static final int VALUES = 16;

  private static final List<OperationType> TYPES =
      List.of(OperationType.READ, OperationType.READ_MODIFY_WRITE);
  private static final List<Status> STATUSES =
      List.of(Outcome.OK, Outcome.NOT_FOUND, ErrorKind.TIMEOUT);
  private static final List<Mark> ROUND = round();

  /** One record: a type, a status and one of the values. A round has one of each. */
  private record Mark(OperationType type, Status status, int value) {

    /** From 10 us on, far enough apart for histograms of three digits. */
    long response() {
      return service() * 20;
    }

    long service() {
      return 10_000L + value * 1_000_000L;
    }

    long lag() {
      return service() + 500_000;
    }
  }

  @Test
  void withOneStripe() throws Exception {
    assertNothingIsLostOrTorn(new Recorder(true, 1), 40);
  }

  @Test
  void withAStripeForEachWriter() throws Exception {
    assertNothingIsLostOrTorn(new Recorder(true, WRITERS), 10);
  }

  /** In a closed loop one histogram serves both times. */
  @Test
  void withoutIntendedStarts() throws Exception {
    Collected collected = collectWhileRecording(new Recorder(false, 2), 20);

    for (Mark mark : ROUND) {
      StatusSnapshot times = collected.times(mark);
      assertThat(times.service()).isSameAs(times.response());
      assertThat(at(times.response(), mark.response())).isEqualTo(collected.rounds());
    }
  }

  private static void assertNothingIsLostOrTorn(Recorder recorder, int pieces) throws Exception {
    Collected collected = collectWhileRecording(recorder, pieces);
    Snapshot total = collected.total();
    long rounds = collected.rounds();

    for (Mark mark : ROUND) {
      StatusSnapshot times = collected.times(mark);
      assertThat(at(times.response(), mark.response())).isEqualTo(rounds);
      assertThat(at(times.service(), mark.service())).isEqualTo(rounds);
      assertThat(total.count(mark.type(), mark.status())).isEqualTo(rounds * VALUES);
      assertThat(at(total.lag(), mark.lag())).isEqualTo(rounds * TYPES.size() * STATUSES.size());
    }
    assertThat(total.lag().count()).isEqualTo(rounds * ROUND.size());
  }

  /**
   * The collected records.
   *
   * @param rounds the total number of rounds that the writers wrote
   */
  private record Collected(Snapshot total, long rounds) {
    StatusSnapshot times(Mark mark) {
      return total.operations().get(mark.type()).get(mark.status());
    }
  }

  /**
   * Returns the sum of all collections, each of which is checked.
   *
   * @param pieces how many non-empty collections to take out while the writers write
   */
  private static Collected collectWhileRecording(Recorder recorder, int pieces) throws Exception {
    AtomicBoolean enough = new AtomicBoolean();
    AtomicLong rounds = new AtomicLong();
    List<Thread> writers = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      ClientRecorder own = recorder.client(writer);
      writers.add(Thread.ofPlatform().daemon().start(() -> write(own, enough, rounds)));
    }
    Snapshot total = Snapshot.empty();
    try {
      for (int taken = 0; taken < pieces; ) {
        Snapshot piece = recorder.collect();
        assertPairsAreWhole(piece);
        total = total.plus(piece);
        taken += piece.operations().isEmpty() ? 0 : 1;
      }
    } finally {
      enough.set(true);
    }
    for (Thread writer : writers) {
      writer.join();
    }
    Snapshot last = recorder.collect();
    assertPairsAreWhole(last);
    assertThat(recorder.collect().operations()).isEmpty();
    return new Collected(total.plus(last), rounds.get());
  }

  private static void write(ClientRecorder own, AtomicBoolean enough, AtomicLong rounds) {
    while (!enough.get()) {
      for (Mark mark : ROUND) {
        own.recordLag(mark.lag());
        own.record(mark.type(), mark.status(), 0, mark.response(), mark.service());
      }
      rounds.incrementAndGet();
    }
  }

  /** Asserts that every response time comes with its service time. */
  private static void assertPairsAreWhole(Snapshot piece) {
    piece
        .operations()
        .forEach(
            (type, statuses) ->
                statuses.forEach(
                    (status, times) -> {
                      if (times.service() != times.response()) {
                        assertPairsAreWhole(type, status, times);
                      }
                    }));
  }

  private static void assertPairsAreWhole(OperationType type, Status status, StatusSnapshot times) {
    for (int value = 0; value < VALUES; value++) {
      Mark mark = new Mark(type, status, value);
      long responses = at(times.response(), mark.response());
      if (responses != at(times.service(), mark.service())) {
        throw new AssertionError(
            "torn: "
                + mark
                + ", "
                + responses
                + " response times, "
                + at(times.service(), mark.service())
                + " service times");
      }
    }
    assertThat(times.service().count()).isEqualTo(times.response().count());
  }

  private static long at(TimeHistogram times, long nanos) {
    return times.countBetweenNanos(nanos, nanos);
  }

  private static List<Mark> round() {
    List<Mark> marks = new ArrayList<>();
    for (int value = 0; value < VALUES; value++) {
      for (Status status : STATUSES) {
        for (OperationType type : TYPES) {
          marks.add(new Mark(type, status, value));
        }
      }
    }
    return List.copyOf(marks);
  }
}
