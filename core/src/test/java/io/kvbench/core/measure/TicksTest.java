package io.kvbench.core.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TicksTest {
  private static final OperationType READ = OperationType.READ;

  private final Recorder recorder = new Recorder(false, 4);
  private final Map<Integer, ClientRecorder> clients = new HashMap<>();

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

  /** One client that waits, one with errors only, and one that is answered all the time. */
  @Test
  void theLongestStallIsThatOfOneClient() {
    long milli = 1_000_000;
    for (int done = 10; done <= 3_000; done += 10) {
      client(0, Outcome.OK, done * milli, 5 * milli);
    }
    client(1, Outcome.OK, 1_500 * milli, 600 * milli);
    client(2, Outcome.OK, 200 * milli, 2 * milli);
    client(2, ErrorKind.TIMEOUT, 1_000 * milli, 700 * milli);
    client(2, ErrorKind.CONNECTION_LOST, 1_600 * milli, milli);
    client(2, Outcome.OK, 2_105 * milli, milli);
    recorder.client(3).recordLag(2_900 * milli);
    recorder
        .client(3)
        .record(
            OperationType.READ_MODIFY_WRITE,
            Outcome.OK,
            3_000 * milli,
            2_900 * milli,
            2_900 * milli);

    Ticks ticks = Ticks.sum(List.of(collect(), collect()));

    assertThat(ticks.longestStallNanos(0, 3_000 * milli, 3_000 * milli))
        .isBetween(1_805 * milli, 1_825 * milli);
    assertThat(ticks.longestStallNanos(1_000 * milli, 3_000 * milli, 3_000 * milli))
        .isBetween(1_105 * milli, 1_115 * milli);
    assertThat(ticks.longestStallNanos(1_000 * milli, 1_200 * milli, 1_200 * milli))
        .isEqualTo(200 * milli);
    assertThat(ticks.longestStallNanos(2_200 * milli, 3_000 * milli, 3_000 * milli)).isZero();
    assertThat(ticks.longestStallNanos(1_000 * milli, 1_200 * milli, 3_000 * milli))
        .as("to its end, if it began in time")
        .isBetween(1_105 * milli, 1_115 * milli);
  }

  @Test
  void aStallThatLastsUntilTheEndIsNotedThere() {
    long milli = 1_000_000;
    client(0, Outcome.OK, 900 * milli, milli);
    client(1, ErrorKind.CONNECTION_LOST, 300 * milli, milli);
    recorder.noteStalls(1_000 * milli);

    assertThat(collect().longestStallNanos(0, 1_000 * milli, 1_000 * milli))
        .isBetween(701 * milli, 711 * milli);
  }

  private void client(int number, Status status, long doneNanos, long nanos) {
    clients.computeIfAbsent(number, recorder::client).record(READ, status, doneNanos, nanos, nanos);
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

    assertThat(LongStream.range(0, expected.length).map(tick -> sum.okCount(READ, tick)).toArray())
        .isEqualTo(expected);
    assertThat(sum.count(READ, Outcome.OK, 0, expected.length)).isEqualTo(20_000);
  }

  @Test
  void theLatestSendingOfATickIsKept() {
    record(100, 90);
    record(200, 20);

    Ticks ticks = Ticks.sum(List.of(collect(), Ticks.sum(List.of())));

    assertThat(ticks.firstOkSentSince(READ, 180, 0, 1)).hasValue(0);
    assertThat(ticks.firstOkSentSince(READ, 181, 0, 1)).isEmpty();
    assertThat(ticks.firstOkSentSince(READ, 0, 1, 2)).isEmpty();
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

  @Test
  void ticksComeBackFromTheirText() {
    Random random = new Random(3);
    List<OperationType> types = List.of(READ, OperationType.UPDATE, OperationType.LOCK);
    for (int trial = 0; trial < 50; trial++) {
      for (int number = random.nextInt(300); number > 0; number--) {
        int tick = 5_000 + random.nextInt(100);
        recorder
            .client(number)
            .record(
                types.get(random.nextInt(types.size())),
                Slots.status(random.nextInt(Slots.STATUSES)),
                tick * Ticks.NANOS + random.nextInt(1_000),
                random.nextInt(50_000_000),
                random.nextInt(50_000_000));
      }
      Ticks ticks = collect();

      Ticks back = TickText.decode(TickText.encode(ticks));

      assertThat(TickText.encode(back)).isEqualTo(TickText.encode(ticks));
      assertThat(back.types()).isEqualTo(ticks.types());
      for (OperationType type : ticks.types()) {
        assertThat(back.statuses(type)).isEqualTo(ticks.statuses(type));
        assertThat(okCounts(back, type)).isEqualTo(okCounts(ticks, type));
        assertThat(sentSince(back, type)).isEqualTo(sentSince(ticks, type));
      }
      assertThat(back.longestStallNanos(0, Long.MAX_VALUE, Long.MAX_VALUE))
          .isEqualTo(ticks.longestStallNanos(0, Long.MAX_VALUE, Long.MAX_VALUE));
    }
  }

  private static long[] okCounts(Ticks ticks, OperationType type) {
    return LongStream.range(4_990, 5_110).map(tick -> ticks.okCount(type, tick)).toArray();
  }

  private static long[] sentSince(Ticks ticks, OperationType type) {
    return LongStream.range(4_990, 5_110)
        .filter(
            tick -> ticks.firstOkSentSince(type, tick * Ticks.NANOS, tick, tick + 1).isPresent())
        .toArray();
  }

  @Test
  void damagedTextIsRefusedOrReadButNeverMore() {
    record(5 * Ticks.NANOS, 20 * Ticks.NANOS);
    record(7 * Ticks.NANOS, 1);
    byte[] bytes = Base64.getDecoder().decode(TickText.encode(collect()));
    for (int at = 0; at < bytes.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] changed = bytes.clone();
        changed[at] ^= (byte) (1 << bit);
        assertReadOrRefused(changed);
      }
      byte[] cut = Arrays.copyOf(bytes, at);
      assertThatIllegalArgumentException().isThrownBy(() -> TickText.decode(text(cut)));
    }
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertThatIllegalArgumentException().isThrownBy(() -> TickText.decode(text(longer)));
    assertThatIllegalArgumentException().isThrownBy(() -> TickText.decode("?"));
  }

  private static void assertReadOrRefused(byte[] bytes) {
    try {
      Ticks read = TickText.decode(text(bytes));
      assertThat(TickText.encode(TickText.decode(TickText.encode(read))))
          .isEqualTo(TickText.encode(read));
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  private static String text(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  @Test
  void ticksAreWithinTheirFirstAndLast() {
    record(5 * Ticks.NANOS, 1);
    record(8 * Ticks.NANOS + 3, 1);

    Ticks ticks = collect();

    assertThat(ticks.areWithin(5 * Ticks.NANOS, 8 * Ticks.NANOS)).isTrue();
    assertThat(ticks.areWithin(5 * Ticks.NANOS + 1, 8 * Ticks.NANOS)).isFalse();
    assertThat(ticks.areWithin(5 * Ticks.NANOS, 8 * Ticks.NANOS - 1)).isFalse();
    assertThat(Ticks.sum(List.of()).areWithin(0, 0)).isTrue();
  }

  @Test
  void shiftedTicksAreThoseOfAnEarlierStart() {
    record(5 * Ticks.NANOS, 3 * Ticks.NANOS);

    Ticks later = collect().shifted(2 * Ticks.NANOS + Ticks.NANOS / 3);

    assertThat(later.okCount(READ, 7)).isOne();
    assertThat(later.firstOkSentSince(READ, 4 * Ticks.NANOS + Ticks.NANOS / 3, 7, 8)).hasValue(7);
    assertThat(later.firstOkSentSince(READ, 4 * Ticks.NANOS + Ticks.NANOS / 3 + 1, 7, 8)).isEmpty();
    assertThat(later.longestStallNanos(0, Long.MAX_VALUE, Long.MAX_VALUE))
        .isBetween(3 * Ticks.NANOS, 4 * Ticks.NANOS);
  }
}
