package io.kvbench.reports.html;

import io.kvbench.core.measure.IntervalRate;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.reports.html.Figures.Heat;
import io.kvbench.reports.html.Figures.Stroke;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.directory.StoredInterval;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.format.Percentile;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
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
  private static final long MICRO = 1_000;

  /** What is kept of the response times of an interval; histograms of an hour fit in no memory. */
  private record Times(long count, List<Number> micros, List<Number> heat) {
    Times(TimeHistogram histogram, HeatScale scale) {
      this(
          histogram.count(),
          new ArrayList<>(Collections.nCopies(PERCENTILES.size(), Figures.ABSENT)),
          scale.cells(histogram));
    }
  }

  private static final double MAX = 100;

  /** The percentiles that are drawn over time. */
  static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9, MAX);

  /** What notes of charts say of them. */
  static final String SPREAD =
      " Where an interval has fewer than "
          + Percentile.SAMPLES_BEYOND
          + " operations beyond a percentile, the percentile is that of several intervals.";

  /** What notes of charts say of rates. */
  static final String CUT = " Intervals of less than 0.9 s have no rate.";

  private final List<Number> seconds = new ArrayList<>();

  /** The interval of each column; null for a gap. */
  private final List<@Nullable StoredInterval> columns = new ArrayList<>();

  private final Map<Integer, Times> times = new HashMap<>();
  private final Set<Integer> drained = new HashSet<>();
  private final Map<Integer, Double> offered = new HashMap<>();
  private final HeatScale scale = new HeatScale();

  private Track() {}

  /**
   * Reads the intervals of a run.
   *
   * @param which of them
   * @param origin where seconds are counted from
   * @throws ResultFormatException if its histograms are damaged
   */
  static Track of(StoredRun run, Predicate<StoredInterval> which, Instant origin)
      throws ResultFormatException {
    Track track = new Track();
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
    track.readTimes(run, which);
    return track;
  }

  private void add(@Nullable StoredInterval before, StoredInterval interval, Instant origin) {
    if (before != null && !interval.follows(before)) {
      seconds.add(Figures.thousandths(since(origin, before.endedAt())));
      columns.add(null);
    }
    Instant middle = interval.startedAt().plusNanos(interval.wallNanos() / 2);
    seconds.add(Figures.thousandths(since(origin, middle)));
    columns.add(interval);
  }

  static double since(Instant origin, Instant at) {
    return Duration.between(origin, at).toNanos() / SECOND;
  }

  /** The histograms of an interval follow one another in the file. */
  private void readTimes(StoredRun run, Predicate<StoredInterval> which)
      throws ResultFormatException {
    Sum sum = new Sum();
    run.forEachPrimaryResponse(
        (interval, histogram) -> {
          if (which.test(interval)) {
            sum.add(interval, histogram);
          }
        });
    sum.keep();
  }

  private final class Sum {
    private final List<Spread> spreads =
        IntStream.range(0, PERCENTILES.size()).mapToObj(Spread::new).toList();
    private @Nullable StoredInterval interval;
    private @Nullable StoredInterval kept;
    private TimeHistogram histogram = TimeHistogram.empty();

    void add(StoredInterval next, TimeHistogram more) {
      StoredInterval last = interval;
      if (last == null || next.index() != last.index()) {
        keep();
        interval = next;
        histogram = more;
      } else {
        histogram = histogram.plus(more);
      }
    }

    void keep() {
      StoredInterval last = interval;
      StoredInterval before = kept;
      if (last != null && histogram.count() > 0) {
        Times known = new Times(histogram, scale);
        times.put(last.index(), known);
        boolean goesOn =
            before != null && last.index() == before.index() + 1 && last.follows(before);
        for (Spread spread : spreads) {
          spread.add(known, histogram, goesOn);
        }
        kept = last;
      }
      histogram = TimeHistogram.empty();
    }
  }

  /** A percentile over as many intervals as it takes to know it, each of which then has it. */
  private static final class Spread {
    private final int place;
    private final List<Times> over = new ArrayList<>();
    private TimeHistogram sum = TimeHistogram.empty();

    Spread(int place) {
      this.place = place;
    }

    void add(Times next, TimeHistogram histogram, boolean goesOn) {
      if (!goesOn) {
        clear();
      }
      over.add(next);
      sum = over.size() == 1 ? histogram : sum.plus(histogram);
      double percentile = PERCENTILES.get(place);
      if (percentile == MAX || Percentile.isKnown(percentile, sum.count())) {
        Number micros = Figures.rounded((double) sum.percentileNanos(percentile) / MICRO);
        over.forEach(each -> each.micros.set(place, micros));
        clear();
      }
    }

    private void clear() {
      over.clear();
      sum = TimeHistogram.empty();
    }
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
                ? Figures.ABSENT
                : perSecond(okCount(interval), interval));
  }

  /** Returns the rates of arrivals that were meant for the columns; unknown in a closed loop. */
  List<Number> offeredPerSecond() {
    return values(
        interval ->
            Figures.rounded(offered.getOrDefault(interval.index(), (double) Figures.ABSENT)));
  }

  private long okCount(StoredInterval interval) {
    Times known = times.get(interval.index());
    return known == null ? 0 : known.count;
  }

  List<Number> clients() {
    return values(StoredInterval::clients);
  }

  /** Returns the operations in flight, on average; unknown in files of earlier versions. */
  List<Number> inFlight() {
    return values(interval -> Figures.rounded(interval.inFlight().orElse((double) Figures.ABSENT)));
  }

  /**
   * Returns the clients without a request, on average; unknown likewise. They are not all free:
   * some connect, back off or think.
   */
  List<Number> withoutRequest() {
    return values(
        interval ->
            interval.inFlight().isEmpty()
                ? Figures.ABSENT
                : Figures.rounded(
                    Math.max(0, interval.clients() - interval.inFlight().getAsDouble())));
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
   * Returns a percentile of the response times, by its place in {@link #PERCENTILES}; unknown where
   * too few operations follow each other.
   */
  List<Number> micros(int percentile) {
    return values(
        interval -> {
          Times known = times.get(interval.index());
          return known == null ? Figures.ABSENT : known.micros.get(percentile);
        });
  }

  /**
   * Returns the heat map; empty where no operation was answered OK.
   *
   * @param time the number of these columns' times
   */
  Optional<Heat> heat(String id, String title, String note, int time, Stroke stroke) {
    if (!scale.isUsed()) {
      return Optional.empty();
    }
    List<Number> widths = values(interval -> Figures.thousandths(interval.wallNanos() / SECOND));
    List<List<Number>> cells = new ArrayList<>();
    for (StoredInterval interval : columns) {
      Times known = interval == null ? null : times.get(interval.index());
      cells.add(known == null ? List.of() : known.heat);
    }
    return Optional.of(
        new Heat("heat", id, title, note, time, stroke, scale.edgesMicros(), widths, cells));
  }

  private List<Number> values(Function<StoredInterval, Number> value) {
    List<Number> values = new ArrayList<>();
    for (StoredInterval interval : columns) {
      values.add(interval == null ? Figures.ABSENT : value.apply(interval));
    }
    return values;
  }

  private static Number perSecond(long count, StoredInterval interval) {
    return Figures.rounded(
        IntervalRate.perSecond(count, interval.wallNanos()).orElse((double) Figures.ABSENT));
  }

  /** The rows of a heat map: response times on a logarithmic scale, from a microsecond upwards. */
  private static final class HeatScale {
    private static final int ROWS_PER_DECADE = 8;
    private static final double FIRST_NANOS = 1_000;

    private int least = Integer.MAX_VALUE;
    private int most;

    /** Returns the rows that are not empty, and how many times are in each, by turns. */
    List<Number> cells(TimeHistogram times) {
      Map<Integer, Long> counts = new TreeMap<>();
      times.forEachBucket((nanos, count) -> counts.merge(row(nanos), count, Long::sum));
      List<Number> cells = new ArrayList<>();
      counts.forEach(
          (row, count) -> {
            least = Math.min(least, row);
            most = Math.max(most, row);
            cells.add(row);
            cells.add(count);
          });
      return cells;
    }

    /** Returns the bounds of all rows up to the longest time that was seen. */
    List<Number> edgesMicros() {
      List<Number> edges = new ArrayList<>();
      for (int row = 0; row <= most + 1; row++) {
        edges.add(Figures.thousandths(Math.pow(10, (double) row / ROWS_PER_DECADE)));
      }
      return edges;
    }

    /** Returns whether anything was seen. */
    boolean isUsed() {
      return least <= most;
    }

    private static int row(long nanos) {
      return nanos <= FIRST_NANOS
          ? 0
          : (int) Math.floor(Math.log10(nanos / FIRST_NANOS) * ROWS_PER_DECADE);
    }
  }
}
