package io.kvbench.core.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TicksTest {
  private static final OperationType READ = OperationType.READ;

  private final Recorder recorder = new Recorder(false, 4);

  @Test
  void anOperationBelongsToTheTickInWhichItEnded() {
    record(0, 0);
    record(Ticks.NANOS - 1, 0);
    record(Ticks.NANOS, 0);

    Ticks ticks = collect();

    assertThat(ticks.okCount(READ, 0)).isEqualTo(2);
    assertThat(ticks.okCount(READ, 1)).isEqualTo(1);
    assertThat(ticks.okCount(READ, 2)).isZero();
  }

  @Test
  void nothingIsTakenTwice() {
    record(5, 0);

    assertThat(collect().okCount(READ, 0)).isEqualTo(1);
    assertThat(collect().types()).isEmpty();
  }

  /** Clients of several stripes, in any order, hours apart, with collections in between. */
  @Test
  void nothingIsLostWhateverTheOrder() {
    Random random = new Random(7);
    long[] expected = new long[2_000_000];
    List<Ticks> parts = new ArrayList<>();
    for (int number = 0; number < 20_000; number++) {
      int tick = number % 500 == 0 ? random.nextInt(expected.length) : 1_000 + random.nextInt(300);
      expected[tick]++;
      recorder
          .client(number)
          .record(READ, Outcome.OK, tick * Ticks.NANOS + random.nextInt(1_000), 1, 1);
      if (number % 3_000 == 0) {
        parts.add(collect());
      }
    }
    parts.add(collect());

    Ticks sum = Ticks.sum(parts);

    for (int tick = 0; tick < expected.length; tick++) {
      assertThat(sum.okCount(READ, tick)).isEqualTo(expected[tick]);
    }
    assertThat(sum.count(READ, Outcome.OK, 0, expected.length)).isEqualTo(20_000);
  }

  @Test
  void theLatestSendingOfATickIsKept() {
    record(100, 90);
    record(200, 20);

    Ticks ticks = Ticks.sum(List.of(collect(), Ticks.none()));

    assertThat(ticks.hasOkSentSince(READ, 180, 0)).isTrue();
    assertThat(ticks.hasOkSentSince(READ, 181, 0)).isFalse();
    assertThat(ticks.hasOkSentSince(READ, 0, 1)).isFalse();
  }

  @Test
  void statusesAreApartAndCompositesLeftOut() {
    ClientRecorder client = recorder.client(0);
    client.record(READ, Outcome.NOT_FOUND, 1, 1, 1);
    client.record(READ, ErrorKind.TIMEOUT, 1, 1, 1);
    client.record(OperationType.READ_MODIFY_WRITE, Outcome.OK, 1, 1, 1);

    Ticks ticks = collect();

    assertThat(ticks.types()).containsExactly(READ);
    assertThat(ticks.statuses(READ))
        .containsExactlyInAnyOrder(Outcome.NOT_FOUND, ErrorKind.TIMEOUT);
    assertThat(ticks.okCount(READ, 0)).isZero();
  }

  private void record(long done, long service) {
    recorder.client(0).record(READ, Outcome.OK, done, service, service);
  }

  private Ticks collect() {
    recorder.collect();
    return recorder.ticks();
  }
}
