package io.kvbench.reports.content;

import io.kvbench.core.measure.IntervalRate;
import io.kvbench.reports.document.Chart;
import io.kvbench.reports.document.Chart.Line;
import io.kvbench.reports.document.Chart.Lines;
import io.kvbench.reports.document.Chart.TimeAxis;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.directory.MixInterval;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.figure.Unit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The rates and response times of mixes that ran side by side, a line for each of them. */
final class MixTracks {
  private final StoredRun run;
  private final TimeAxis axis;
  private final Map<String, Columns> mixes = new LinkedHashMap<>();

  /** The intervals of a mix; where time is missing between two, nothing is known. */
  private static final class Columns {
    final List<Number> seconds = new ArrayList<>();
    final List<Number> ok = new ArrayList<>();
    final List<Number> offered = new ArrayList<>();
    final List<Number> p99 = new ArrayList<>();
    @Nullable MixInterval last;

    void add(double second, Number okPerSecond, Number offeredPerSecond, Number p99Micros) {
      seconds.add(Track.thousandths(second));
      ok.add(okPerSecond);
      offered.add(offeredPerSecond);
      p99.add(p99Micros);
    }
  }

  private MixTracks(StoredRun run, TimeAxis axis) {
    this.run = run;
    this.axis = axis;
  }

  /**
   * Returns the charts of a run; none if it had one mix.
   *
   * @param origin where seconds are counted from
   * @throws ResultFormatException if its file is damaged
   */
  static List<Chart> charts(StoredRun run, TimeAxis axis, Instant origin)
      throws ResultFormatException {
    MixTracks tracks = new MixTracks(run, axis);
    for (MixInterval interval : run.mixIntervals()) {
      tracks.add(interval, origin);
    }
    return tracks.mixes.isEmpty() ? List.of() : List.of(tracks.throughput(), tracks.response());
  }

  private void add(MixInterval interval, Instant origin) {
    Columns mix = mixes.computeIfAbsent(interval.mix(), name -> new Columns());
    MixInterval last = mix.last;
    if (last != null && !interval.follows(last)) {
      mix.add(Track.since(origin, last.endedAt()), Chart.ABSENT, Chart.ABSENT, Chart.ABSENT);
    }
    mix.last = interval;
    boolean sending = !run.isDrain(interval);
    OptionalDouble ok = IntervalRate.perSecond(interval.okCount(), interval.wallNanos());
    OptionalDouble offered = interval.offeredPerSecond();
    mix.add(
        Track.since(origin, interval.startedAt().plusNanos(interval.wallNanos() / 2)),
        sending ? Track.rounded(ok.orElse((double) Chart.ABSENT)) : Chart.ABSENT,
        sending && offered.isPresent() ? Track.rounded(offered.getAsDouble()) : Chart.ABSENT,
        interval.p99Micros().isPresent() ? interval.p99Micros().getAsLong() : Chart.ABSENT);
  }

  private Chart throughput() {
    List<Line> lines = new ArrayList<>();
    List<Line> offered = new ArrayList<>();
    mixes.forEach(
        (name, mix) -> {
          int place = lines.size();
          lines.add(new Line(PlainText.of(name), mix.seconds, Strokes.solid(place), mix.ok));
          offered.add(
              new Line(
                  PlainText.of(name) + " offered",
                  mix.seconds,
                  Strokes.planned(place),
                  mix.offered));
        });
    offered.removeIf(line -> !line.isKnown());
    lines.addAll(offered);
    return new Lines(
        "mixes-throughput",
        "Throughput of mixes",
        "Operations answered OK per second, of each mix."
            + Track.CUT
            + (offered.isEmpty()
                ? ""
                : " Dotted: the requests per second that its schedule asked for."),
        Unit.PER_SECOND,
        "OK per second",
        false,
        axis,
        lines);
  }

  private Chart response() {
    List<Line> lines = new ArrayList<>();
    mixes.forEach(
        (name, mix) ->
            lines.add(
                new Line(PlainText.of(name), mix.seconds, Strokes.part(lines.size()), mix.p99)));
    return new Lines(
        "mixes-response",
        "p99 response time of mixes",
        "Per interval, of operations answered OK, on a logarithmic scale.",
        Unit.MICROS,
        "p99 response time (log scale)",
        true,
        axis,
        lines);
  }
}
