package io.kvbench.results.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.results.format.Percentile;
import java.util.OptionalDouble;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MetricTest {
  /** A measurement with so many response times, 1 ms, 2 ms and so on. */
  private record Answered(int count) implements Measurement {
    @Override
    public OptionalDouble okPerSecond() {
      return OptionalDouble.of(count);
    }

    @Override
    public OptionalDouble nanos(TimeKind times, Statistic statistic) {
      return statistic.known(
          TimeHistogram.ofNanos(
              LongStream.rangeClosed(1, count).map(each -> each * 1_000_000).toArray()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyEntryHasANameAUnitAPopulationAndADirection(Metric metric) {
    assertThat(metric.words()).isNotBlank();
    assertThat(metric.title()).startsWith(metric.words());
    assertThat(metric.heading()).isEqualToIgnoringCase(metric.title());
    assertThat(metric.unit()).isNotNull();
    assertThat(metric.population()).isNotNull();
    assertThat(metric.better()).isNotNull();
    assertThat(metric.better() == Better.MORE).isEqualTo(metric == Metric.THROUGHPUT);
  }

  @Test
  void namesAreUnique() {
    assertThat(Stream.of(Metric.values()).map(Metric::words)).doesNotHaveDuplicates();
    assertThat(Stream.of(Metric.values()).map(Metric::column).filter(name -> !name.isEmpty()))
        .doesNotHaveDuplicates();
    assertThat(Stream.of(Metric.values()).map(Metric::row).filter(name -> !name.isEmpty()))
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource(Percentile.class)
  void percentilesOfTheFormatAreEntriesAndHaveItsRule(Percentile percentile) {
    Metric metric = Metric.valueOf(percentile.name());

    assertThat(metric.words()).isEqualTo(percentile.title());
    for (int count : new int[] {0, 10, 20, 100, 200, 1_000, 10_000, 100_000}) {
      assertThat(metric.isKnownOf(count)).isEqualTo(percentile.isKnown(count));
    }
  }

  @ParameterizedTest
  @CsvSource({"P50, 19, 20", "P99, 999, 1000"})
  void aPercentileOfTooFewTimesIsEmpty(Metric metric, int tooFew, int enough) {
    assertThat(metric.of(new Answered(tooFew))).isEmpty();
    assertThat(metric.of(new Answered(enough))).isPresent();
    assertThat(Metric.MEAN.of(new Answered(0))).isEmpty();
    assertThat(Metric.MEAN.of(new Answered(1))).isPresent();
  }

  /** Formulas are of any statistics, and each of these has to be known. */
  @Test
  void aFormulaIsKnownWhereAllItsStatisticsAre() {
    Formula ratio =
        new Formula.Plain(
            Unit.RATIO,
            Population.OPERATIONS,
            Better.LESS,
            measured ->
                OptionalDouble.of(
                    measured.nanos(TimeKind.RESPONSE, Statistic.of(Percentile.P99)).orElse(0)
                        / measured
                            .nanos(TimeKind.RESPONSE, Statistic.of(Percentile.P50))
                            .orElse(1)));

    assertThat(ratio.isKnownOf(999)).isFalse();
    assertThat(ratio.isKnownOf(1_000)).isTrue();
    assertThat(new Formula.Throughput().isKnownOf(0)).isTrue();
  }

  @Test
  void columnsHaveTimesInMilliseconds() {
    assertThat(Metric.MAX.inColumn(new Answered(4)).orElseThrow()).isBetween(3.99, 4.01);
    assertThat(Metric.THROUGHPUT.inColumn(new Answered(4))).hasValue(4);
  }

  @Test
  void aMeasurementThatDoesNotHaveAFigureHasNoValueOfIt() {
    assertThat(
            Stream.of(Metric.values())
                .filter(metric -> metric.of(new Answered(200_000)).isEmpty())
                .map(Metric::population))
        .containsOnly(Population.REQUESTS, Population.SERVERS, Population.KVBENCH);
  }
}
