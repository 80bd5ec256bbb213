package io.kvbench.core.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class RecorderTest {
  private static final int THREADS = 8;
  private static final int RECORDS = 200_000;

  @Test
  @Timeout(120)
  void collectingWhileManyRecordLosesAndDoublesNothing() throws Exception {
    Recorder recorder = new Recorder(true, 2);
    AtomicInteger atWork = new AtomicInteger(THREADS);
    List<Thread> writers = new ArrayList<>();
    for (int client = 0; client < THREADS; client++) {
      ClientRecorder own = recorder.client(client);
      writers.add(Thread.ofPlatform().start(() -> write(own, atWork)));
    }
    Snapshot total = Snapshot.empty();
    int collections = 0;
    while (atWork.get() > 0) {
      Snapshot interval = recorder.collect();
      var inserts = interval.operations().getOrDefault(OperationType.INSERT, Map.of());
      inserts
          .values()
          .forEach(
              times -> assertThat(times.service().count()).isEqualTo(times.response().count()));
      total = total.plus(interval);
      collections++;
    }
    for (Thread writer : writers) {
      writer.join();
    }
    total = total.plus(recorder.collect());

    assertThat(collections).isPositive();
    assertThat(total.count(OperationType.INSERT, Outcome.OK)).isEqualTo(THREADS * RECORDS / 2);
    assertThat(total.count(OperationType.INSERT, ErrorKind.TIMEOUT))
        .isEqualTo(THREADS * RECORDS / 2);
    assertThat(total.lag().count()).isEqualTo(THREADS * RECORDS);
    assertThat(recorder.collect().count()).isZero();
  }

  private static void write(ClientRecorder own, AtomicInteger atWork) {
    for (int number = 0; number < RECORDS; number++) {
      own.recordLag(number);
      own.record(
          OperationType.INSERT,
          number % 2 == 0 ? Outcome.OK : ErrorKind.TIMEOUT,
          number * 2_000L,
          number * 1_000L,
          number);
    }
    atWork.decrementAndGet();
  }

  @Test
  void timesOverTheRangeAreClampedAndCounted() {
    Recorder recorder = new Recorder(false, 1);

    ClientRecorder client = recorder.client(0);
    client.record(OperationType.READ, Outcome.OK, 0, TimeHistogram.HIGHEST_NANOS * 2, 0);
    client.record(OperationType.READ, Outcome.OK, 0, -5, 0);

    TimeHistogram times =
        recorder.collect().operations().get(OperationType.READ).get(Outcome.OK).response();
    assertThat(times.count()).isEqualTo(2);
    assertThat(times.overRange()).isEqualTo(1);
    assertThat(times.maxNanos()).isGreaterThanOrEqualTo(TimeHistogram.HIGHEST_NANOS);
    assertThat(times.minNanos()).isZero();
  }
}
