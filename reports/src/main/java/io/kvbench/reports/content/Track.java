package io.kvbench.reports.content;

import io.kvbench.core.measure.IntervalRate;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.reports.document.Chart;
import io.kvbench.reports.document.Chart.Heat;
import io.kvbench.reports.document.Chart.TimeAxis;
import io.kvbench.reports.document.Stroke;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.results.directory.IntervalTrack.Responses;
import io.kvbench.results.directory.StoredInterval;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.format.Percentile;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The intervals of a run as columns of figures, rates and times of the primary operations. Where
 * time is missing between two, or another phase begins, there is a column in which nothing is
 * known.
 */
final class Track {
  private static final double SECOND = 1e9;
  private static final double MICRO = 1_000;

  /** The note on ranges below charts. */
  static final String SPREAD =
      " Where an interval has fewer than "
          + Percentile.SAMPLES_BEYOND
          + " operations beyond a percentile, the percentile is that of several intervals.";

  /** The note on rates below charts. */
  static final String CUT = " Intervals of less than 0.9 s have no rate.";

  private final List<Number> seconds = new ArrayList<>();

  /** The interval of each column; null for a gap. */
  private final List<@Nullable StoredInterval> columns = new ArrayList<>();

  private final IntervalTrack times;
  private final Set<Integer> drained = new HashSet<>();
  private final Map<Integer, Double> offered = new HashMap<>();

  private Track(IntervalTrack times) {
    this.times = times;
  }

  /**
   * Returns the intervals of a run that was read with {@link IntervalTrack#READING}.
   *
   * @param which of them
   * @param origin where seconds are counted from
   */
  static Track of(StoredRun run, Predicate<StoredInterval> which, Instant origin) {
    Track track = new Track(run.get(IntervalTrack.READING));
    @Nullable StoredInterval before = null;
    for (StoredInterval interval : run.intervals()) {
      if (which.test(interval)) {
        track.add(before, interval, origin);
        if (run.isDrain(interval)) {
          track.drained.add(interval.index());
        } else {
          run.offeredPerSecond(interval)
              .ifPresent(rate -> track.offered.put(interval.index(), rate));
        }
        before = interval;
      }
    }
    return track;
  }

  private void add(@Nullable StoredInterval before, StoredInterval interval, Instant origin) {
    if (before != null && !interval.follows(before)) {
      seconds.add(thousandths(since(origin, before.endedAt())));
      columns.add(null);
    }
    Instant middle = interval.startedAt().plusNanos(interval.wallNanos() / 2);
    seconds.add(thousandths(since(origin, middle)));
    columns.add(interval);
  }

  /** Returns a figure with no more digits than can be seen. */
  static Number rounded(double value) {
    if (value < 0 || !Double.isFinite(value)) {
      return Chart.ABSENT;
    }
    long whole = Math.round(value);
    double tenths = Math.round(value * 10) / 10.0;
    if (value >= 1_000 || tenths == whole) {
      return whole;
    }
    return tenths;
  }

  /** Returns a figure to three decimals. */
  static Number thousandths(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }

  static double since(Instant origin, Instant at) {
    return Duration.between(origin, at).toNanos() / SECOND;
  }

  List<Number> seconds() {
    return seconds;
  }

  /**
   * Returns the rates of the columns; unknown in a drain, in which nothing is sent, and in
   * intervals that were cut short ({@link IntervalRate}).
   */
  List<Number> okPerSecond() {
    return values(
        interval ->
            drained.contains(interval.index())
                ? Chart.ABSENT
                : perSecond(okCount(interval), interval));
  }

  /** Returns the rates of arrivals that were meant for the columns; unknown in a closed loop. */
  List<Number> offeredPerSecond() {
    return values(
        interval -> rounded(offered.getOrDefault(interval.index(), (double) Chart.ABSENT)));
  }

  private long okCount(StoredInterval interval) {
    return times.at(interval).map(Responses::count).orElse(0L);
  }

  List<Number> clients() {
    return values(StoredInterval::clients);
  }

  /** Returns the operations in flight, on average; unknown in files of earlier versions. */
  List<Number> inFlight() {
    return values(interval -> rounded(interval.inFlight().orElse((double) Chart.ABSENT)));
  }

  /**
   * Returns the clients without a request, on average; unknown likewise. They are not all free:
   * some connect, back off or think.
   */
  List<Number> withoutRequest() {
    return values(
        interval ->
            interval.inFlight().isEmpty()
                ? Chart.ABSENT
                : rounded(Math.max(0, interval.clients() - interval.inFlight().getAsDouble())));
  }

  /** Returns the errors of each kind that there was, per second; unknown in cut intervals. */
  Map<ErrorKind, List<Number>> errorsPerSecond() {
    Map<ErrorKind, List<Number>> errors = new TreeMap<>();
    for (StoredInterval interval : columns) {
      if (interval != null) {
        interval.errors().keySet().forEach(kind -> errors.put(kind, List.of()));
      }
    }
    errors.replaceAll(
        (kind, none) ->
            values(interval -> perSecond(interval.errors().getOrDefault(kind, 0L), interval)));
    return errors;
  }

  List<Number> allErrorsPerSecond() {
    return values(interval -> perSecond(interval.errorCount(), interval));
  }

  /**
   * Returns a percentile of the response times, by its place in {@link IntervalTrack#PERCENTILES};
   * unknown where too few operations follow each other.
   */
  List<Number> micros(int percentile) {
    return values(
        interval -> {
          long nanos =
              times
                  .at(interval)
                  .map(known -> known.percentileNanos().get(percentile))
                  .orElse(IntervalTrack.UNKNOWN);
          return nanos == IntervalTrack.UNKNOWN ? Chart.ABSENT : rounded(nanos / MICRO);
        });
  }

  /** Returns the heat map; empty where no operation was answered OK. */
  Optional<Chart> heat(String id, String title, String note, TimeAxis time, Stroke stroke) {
    List<List<Number>> cells = new ArrayList<>();
    int rows = 0;
    for (StoredInterval interval : columns) {
      List<Number> heat =
          interval == null
              ? List.of()
              : times.at(interval).map(Responses::heat).orElseGet(List::of);
      cells.add(heat);
      // The last row comes before its count.
      rows = heat.isEmpty() ? rows : Math.max(rows, heat.get(heat.size() - 2).intValue() + 1);
    }
    if (rows == 0) {
      return Optional.empty();
    }
    List<Number> widths = values(interval -> thousandths(interval.wallNanos() / SECOND));
    List<Number> edges =
        IntStream.rangeClosed(0, rows)
            .mapToObj(row -> thousandths(IntervalTrack.heatEdgeMicros(row)))
            .toList();
    return Optional.of(new Heat(id, title, note, time, seconds, stroke, edges, widths, cells));
  }

  private List<Number> values(Function<StoredInterval, Number> value) {
    List<Number> values = new ArrayList<>();
    for (StoredInterval interval : columns) {
      values.add(interval == null ? Chart.ABSENT : value.apply(interval));
    }
    return values;
  }

  private static Number perSecond(long count, StoredInterval interval) {
    return rounded(
        IntervalRate.perSecond(count, interval.wallNanos()).orElse((double) Chart.ABSENT));
  }
}
