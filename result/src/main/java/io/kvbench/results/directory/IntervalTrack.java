package io.kvbench.results.directory;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.Percentile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The response times of primary operations, interval by interval, without histograms. */
public final class IntervalTrack {
  public static final IntervalAnalysis<IntervalTrack> READING = run -> new Pass();

  /** In place of a percentile that too few operations have. */
  public static final long UNKNOWN = -1;

  private static final double MAX = 100;

  public static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9, MAX);

  private static final int HEAT_ROWS_PER_DECADE = 8;
  private static final double HEAT_FIRST_NANOS = 1_000;

  private final Map<Integer, Responses> responses;

  private IntervalTrack(Map<Integer, Responses> responses) {
    this.responses = responses;
  }

  /**
   * The response times of one interval, of which there is at least one.
   *
   * @param p99Nanos of this interval alone, however few operations it has
   * @param percentileNanos {@link #PERCENTILES}, each over as many intervals as it needs
   * @param heat the rows of a heat map that are not empty and the number of times in each, by turns
   */
  public record Responses(
      long count,
      double minNanos,
      double meanNanos,
      double maxNanos,
      long p99Nanos,
      List<Long> percentileNanos,
      List<Number> heat) {
    private static Responses of(TimeHistogram times) {
      return new Responses(
          times.count(),
          times.minNanos(),
          times.meanNanos(),
          times.maxNanos(),
          Percentile.P99.nanos(times),
          new ArrayList<>(Collections.nCopies(PERCENTILES.size(), UNKNOWN)),
          IntervalTrack.heat(times));
    }
  }

  /** Returns the response times of an interval; empty where no operation was answered OK. */
  public Optional<Responses> at(StoredInterval interval) {
    return Optional.ofNullable(responses.get(interval.index()));
  }

  /** Returns the upper bound of a row of heat maps; rows are logarithmic, the first is 0. */
  public static double heatEdgeMicros(int row) {
    return Math.pow(10, (double) row / HEAT_ROWS_PER_DECADE);
  }

  private static List<Number> heat(TimeHistogram times) {
    Map<Integer, Long> counts = new TreeMap<>();
    times.forEachBucket((nanos, count) -> counts.merge(heatRow(nanos), count, Long::sum));
    List<Number> cells = new ArrayList<>();
    counts.forEach(
        (row, count) -> {
          cells.add(row);
          cells.add(count);
        });
    return cells;
  }

  private static int heatRow(long nanos) {
    return nanos <= HEAT_FIRST_NANOS
        ? 0
        : (int) Math.floor(Math.log10(nanos / HEAT_FIRST_NANOS) * HEAT_ROWS_PER_DECADE);
  }

  private static final class Pass implements IntervalAnalysis.Pass<IntervalTrack> {
    private final Map<Integer, Responses> responses = new HashMap<>();
    private final List<Spread> spreads =
        IntStream.range(0, PERCENTILES.size()).mapToObj(Spread::new).toList();
    private @Nullable StoredInterval last;

    @Override
    public void interval(
        StoredInterval interval, Map<OperationType, TimeHistogram> times, TimeHistogram primary) {
      if (primary.count() == 0) {
        return;
      }
      StoredInterval before = last;
      boolean goesOn =
          before != null && interval.index() == before.index() + 1 && interval.follows(before);
      Responses known = Responses.of(primary);
      responses.put(interval.index(), known);
      spreads.forEach(spread -> spread.add(known, primary, goesOn));
      last = interval;
    }

    @Override
    public IntervalTrack finish() {
      return new IntervalTrack(responses);
    }
  }

  /** A percentile over as many intervals as it needs, each of which then has it. */
  private static final class Spread {
    private final int place;
    private final List<Responses> over = new ArrayList<>();
    private TimeHistogram sum = TimeHistogram.empty();

    Spread(int place) {
      this.place = place;
    }

    void add(Responses next, TimeHistogram times, boolean goesOn) {
      if (!goesOn) {
        clear();
      }
      over.add(next);
      sum = sum.plus(times);
      double percentile = PERCENTILES.get(place);
      if (percentile == MAX || Percentile.isKnown(percentile, sum.count())) {
        long nanos = sum.percentileNanos(percentile);
        over.forEach(each -> each.percentileNanos.set(place, nanos));
        clear();
      }
    }

    private void clear() {
      over.clear();
      sum = TimeHistogram.empty();
    }
  }
}
