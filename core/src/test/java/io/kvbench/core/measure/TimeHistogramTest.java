package io.kvbench.core.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class TimeHistogramTest {
  private final TimeHistogram oneToThousand =
      TimeHistogram.ofNanos(
          LongStream.rangeClosed(1, 1000).map(milli -> milli * 1_000_000).toArray());

  @Test
  void figuresAreWithinOneInAThousand() {
    assertThat((double) oneToThousand.percentileNanos(50)).isCloseTo(500e6, within(0.5e6));
    assertThat((double) oneToThousand.percentileNanos(99.9)).isCloseTo(999e6, within(1e6));
    assertThat(oneToThousand.meanNanos()).isCloseTo(500.5e6, within(0.6e6));
    assertThat((double) oneToThousand.maxNanos()).isCloseTo(1000e6, within(1e6));
    assertThat((double) oneToThousand.minNanos()).isCloseTo(1e6, within(0.001e6));
  }

  @Test
  void addsUp() {
    TimeHistogram sum = oneToThousand.plus(TimeHistogram.ofNanos(5_000_000_000L));

    assertThat(sum.count()).isEqualTo(1001);
    assertThat((double) sum.maxNanos()).isCloseTo(5e9, within(5e6));
    assertThat(oneToThousand.count()).as("the summands stay as they were").isEqualTo(1000);
  }

  @Test
  void manyAddUpAsOneByOne() {
    TimeHistogram over = TimeHistogram.ofNanos(20, 7_000_000, 2 * TimeHistogram.HIGHEST_NANOS);
    List<TimeHistogram> all = List.of(over, oneToThousand, TimeHistogram.empty(), over);

    TimeHistogram sum = TimeHistogram.sum(all);

    TimeHistogram expected = all.stream().reduce(TimeHistogram.empty(), TimeHistogram::plus);
    assertThat(HistogramCodec.encode(sum)).isEqualTo(HistogramCodec.encode(expected));
    assertThat(sum.overRange()).isEqualTo(2);
    assertThat(TimeHistogram.sum(List.of()).count()).isZero();
  }

  @Test
  void comesBackFromItsEncodedForm() {
    TimeHistogram back = HistogramCodec.decode(HistogramCodec.encode(oneToThousand), 3);

    assertThat(back.count()).isEqualTo(1000);
    assertThat(back.percentileNanos(99)).isEqualTo(oneToThousand.percentileNanos(99));
    assertThat(back.overRange()).isEqualTo(3);
  }

  @Test
  void timesOfAFewMicrosecondsAreWithinOneInAHundred() {
    for (long nanos = 5_000; nanos < 1_100_000; nanos += 997) {
      TimeHistogram one = TimeHistogram.ofNanos(nanos, nanos + 60_000_000);

      assertThat((double) one.percentileNanos(50)).isCloseTo(nanos, withinPercentage(1));
      assertThat((double) one.minNanos()).isCloseTo(nanos, withinPercentage(1));
    }
  }

  /** As in results from when the unit was 512 ns. */
  @Test
  void addsUpWithAHistogramOfACoarserUnit() {
    Histogram coarse = new Histogram(1_000, TimeHistogram.HIGHEST_NANOS, TimeHistogram.DIGITS);
    coarse.recordValueWithCount(20_000, 5);
    coarse.recordValue(TimeHistogram.HIGHEST_NANOS);
    TimeHistogram older = HistogramCodec.decode(encoded(coarse), 0);
    TimeHistogram newer = TimeHistogram.ofNanos(20_000, 20_100, TimeHistogram.HIGHEST_NANOS);

    assertThat(older.count()).isEqualTo(6);
    for (TimeHistogram sum :
        List.of(
            older.plus(newer),
            newer.plus(older),
            TimeHistogram.sum(List.of(TimeHistogram.empty(), newer, older)))) {
      assertThat(sum.count()).isEqualTo(9);
      assertThat((double) sum.percentileNanos(50)).isCloseTo(20_000, within(512.0));
      assertThat((double) sum.maxNanos())
          .isCloseTo(TimeHistogram.HIGHEST_NANOS, withinPercentage(0.1));
    }
  }

  @Test
  void refusesWhatIsNoHistogram() {
    assertThatIllegalArgumentException().isThrownBy(() -> HistogramCodec.decode("@@@", 0));
    assertThatIllegalArgumentException().isThrownBy(() -> HistogramCodec.decode("AAAA", 0));
  }

  @Test
  void nothingHasNoTimes() {
    assertThat(TimeHistogram.empty().count()).isZero();
    assertThat(TimeHistogram.empty().minNanos()).isZero();
    assertThat(TimeHistogram.empty().percentileNanos(99)).isZero();
    assertThat(TimeHistogram.empty().meanNanos()).isZero();
  }

  @Test
  void comesBackExactlyFromASourceThatIsNotTrusted() {
    TimeHistogram back = HistogramCodec.decodeExactly(HistogramCodec.encode(oneToThousand), 3);

    assertThat(HistogramCodec.encode(back)).isEqualTo(HistogramCodec.encode(oneToThousand));
    assertThat(back.count()).isEqualTo(1000);
    assertThat(back.overRange()).isEqualTo(3);
  }

  /** Five digits would take 50 MB before a single time is read. */
  @Test
  void refusesHistogramsOfAnotherShape() {
    for (Histogram other :
        List.of(
            new Histogram(32, TimeHistogram.HIGHEST_NANOS, 5),
            new Histogram(1, TimeHistogram.HIGHEST_NANOS, 3),
            new Histogram(32, TimeHistogram.HIGHEST_NANOS * 1000, 3))) {
      other.recordValue(20_000);
      String encoded = encoded(other);

      assertThatIllegalArgumentException()
          .isThrownBy(() -> HistogramCodec.decodeExactly(encoded, 0));
    }
  }

  @Test
  void refusesCountsThatSumsCannotHold() {
    Histogram many = TimeHistogram.newHistogram();
    many.recordValueWithCount(20_000, Long.MAX_VALUE / 2);
    many.recordValueWithCount(50_000_000, Long.MAX_VALUE / 2);
    String encoded = encoded(many);

    assertThatIllegalArgumentException().isThrownBy(() -> HistogramCodec.decodeExactly(encoded, 0));
  }

  /** Each byte in turn is changed, or the text ends there. */
  @Test
  void whateverIsDamagedIsAHistogramOrRefused() {
    byte[] bytes = Base64.getDecoder().decode(HistogramCodec.encode(oneToThousand));
    int refused = 0;
    for (int at = 0; at < bytes.length; at++) {
      byte[] changed = bytes.clone();
      changed[at] ^= (byte) (1 << at % 8);
      refused += isRefused(changed) ? 1 : 0;
      assertThat(isRefused(Arrays.copyOf(bytes, at))).as("cut off at %d", at).isTrue();
    }

    assertThat(refused).isGreaterThan(bytes.length / 2);
  }

  /** Figures, sums and encoded forms are those of HdrHistogram. */
  @Test
  void isAsHdrHistogramWouldHaveIt() {
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 400; round++) {
      Histogram library = filled(random, round % 5 == 0 ? 1_000 : TimeHistogram.LOWEST_NANOS);
      Histogram another = filled(random, TimeHistogram.LOWEST_NANOS);
      TimeHistogram ours = HistogramCodec.decode(encoded(library), 0);

      assertAlike(ours, library);
      assertAlike(TimeHistogram.of(library, 0), library);
      if (library.getTotalCount() > 0) {
        TimeHistogram sum = TimeHistogram.of(another, 0).plus(ours);
        library.add(another);
        assertAlike(sum, library);
      }
    }
  }

  private static Histogram filled(SplittableRandom random, long unit) {
    Histogram histogram = new Histogram(unit, TimeHistogram.HIGHEST_NANOS, TimeHistogram.DIGITS);
    int kinds = random.nextInt(5) == 0 ? random.nextInt(3) : random.nextInt(3_000);
    long most = 1L << random.nextInt(8, 42);
    for (int kind = 0; kind < kinds; kind++) {
      long nanos = 1 + random.nextLong(Math.min(most, TimeHistogram.HIGHEST_NANOS));
      histogram.recordValueWithCount(nanos, 1 + random.nextLong(1L << random.nextInt(40)));
    }
    return histogram;
  }

  private static void assertAlike(TimeHistogram ours, Histogram library) {
    assertThat(HistogramCodec.encode(ours)).isEqualTo(encoded(library));
    assertThat(ours.count()).isEqualTo(library.getTotalCount());
    if (ours.count() > 0) {
      assertThat(ours.minNanos()).isEqualTo(library.getMinValue());
      assertThat(ours.maxNanos()).isEqualTo(library.getMaxValue());
      assertThat(ours.meanNanos()).isEqualTo(library.getMean());
      assertThat(ours.stddevNanos()).isEqualTo(library.getStdDeviation());
      for (double percentile : new double[] {0, 0.1, 10, 25, 50, 90, 99, 99.9, 99.99, 100}) {
        assertThat(ours.percentileNanos(percentile))
            .isEqualTo(library.getValueAtPercentile(percentile));
      }
      assertThat(ours.countBetweenNanos(1_000, 1_000_000))
          .isEqualTo(library.getCountBetweenValues(1_000, 1_000_000));
    }
    List<Long> buckets = new ArrayList<>();
    ours.forEachBucket((nanos, count) -> buckets.addAll(List.of(nanos, count)));
    List<Long> expected = new ArrayList<>();
    library
        .recordedValues()
        .forEach(
            value ->
                expected.addAll(
                    List.of(value.getValueIteratedTo(), value.getCountAtValueIteratedTo())));
    assertThat(buckets).isEqualTo(expected);
  }

  @Test
  void readsHistogramsOfOtherPrecisions() {
    Histogram two = new Histogram(1, TimeHistogram.HIGHEST_NANOS, 2);
    two.recordValueWithCount(20_000, 5);

    TimeHistogram read = HistogramCodec.decode(encoded(two), 0);

    assertThat(read.count()).isEqualTo(5);
    assertThat((double) read.percentileNanos(50)).isCloseTo(20_000, withinPercentage(1));
  }

  private static String encoded(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int size = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), size));
  }

  private static boolean isRefused(byte[] bytes) {
    try {
      String encoded = Base64.getEncoder().encodeToString(bytes);
      return HistogramCodec.decodeExactly(encoded, 0).count() < 0;
    } catch (IllegalArgumentException e) {
      return true;
    }
  }

  @Test
  void timesInMicrosecondsAreTruncated() {
    TimeHistogram micros = TimeHistogram.ofNanos(400, 1_900, 250_999, 8_000_000_000L).inMicros();

    assertThat(micros.count()).isEqualTo(4);
    assertThat(micros.minNanos()).isZero();
    assertThat(micros.percentileNanos(50)).isEqualTo(1);
    assertThat(micros.percentileNanos(75)).isBetween(250L, 251L);
    assertThat(micros.maxNanos()).isBetween(7_990_000L, 8_010_000L);
    assertThat(HistogramCodec.decode(HistogramCodec.encode(micros), 0).maxNanos())
        .isEqualTo(micros.maxNanos());
  }
}
