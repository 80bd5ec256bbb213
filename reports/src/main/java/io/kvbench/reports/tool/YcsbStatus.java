package io.kvbench.reports.tool;

import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.YcsbSettings;
import io.kvbench.core.workload.setting.YcsbSettings.Measured;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * The status line of YCSB: the requests of a phase, their rate since the last line, and the times
 * of each type of operation since then. The same in every locale.
 *
 * @param elapsed since the start of the phase
 * @param requests how many have ended since then
 * @param outstanding how many are still to be sent; 0 if unknown
 * @param perSecond their rate since the last line
 * @param recorded since the last line
 */
public record YcsbStatus(
    Duration elapsed, long requests, long outstanding, double perSecond, Snapshot recorded) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss:SSS", Locale.ROOT);
  private static final List<Double> PERCENTILES = List.of(90.0, 99.0, 99.9, 99.99);

  /** Returns the line without its end. */
  public String line(String label, ZonedDateTime now, Settings settings) {
    StringBuilder line = new StringBuilder(label + TIME.format(now));
    line.append(" %s sec: %s operations; ".formatted(elapsed.toSeconds(), requests));
    if (requests > 0) {
      line.append(decimal(perSecond)).append(" current ops/sec; ");
    }
    if (outstanding > 0 && requests > 0) {
      double seconds = Math.ceil(outstanding * (elapsed.toNanos() / 1e9) / requests);
      line.append("est completion in ").append(remaining(Duration.ofSeconds((long) seconds)));
    }
    StringJoiner all = new StringJoiner(" ");
    Measured kind = settings.get(YcsbSettings.MEASUREMENT_TYPE).getFirst();
    YcsbOperations.of(recorded, settings)
        .forEach(
            (name, times) -> {
              if (times.count() > 0) {
                all.add(summary(kind, name, times));
              }
            });
    return line.append(all).toString();
  }

  private static String summary(Measured kind, String name, TimeHistogram times) {
    String mean = decimal(YcsbOperations.micros(times.meanNanos()));
    return switch (kind) {
      case HISTOGRAM, TIMESERIES -> "[" + name + " AverageLatency(us)=" + mean + "]";
      case RAW -> name + " count: " + times.count() + ", average latency(us): " + mean;
      case HDRHISTOGRAM -> {
        StringJoiner figures = new StringJoiner(", ", "[" + name + ": ", "]");
        figures.add("Count=" + times.count());
        figures.add("Max=" + YcsbOperations.wholeMicros(times.maxNanos()));
        figures.add("Min=" + YcsbOperations.wholeMicros(times.minNanos()));
        figures.add("Avg=" + mean);
        for (double percentile : PERCENTILES) {
          long micros = YcsbOperations.wholeMicros(times.percentileNanos(percentile));
          figures.add(decimal(percentile) + "=" + micros);
        }
        yield figures.toString();
      }
    };
  }

  /** Days and hours, or hours and minutes, or seconds. */
  private static String remaining(Duration left) {
    StringBuilder words = new StringBuilder();
    count(words, left.toDays(), "day");
    count(words, left.toHoursPart(), "hour");
    if (left.toDays() < 1) {
      count(words, left.toMinutesPart(), "minute");
    }
    if (words.isEmpty()) {
      words.append(left.toSeconds()).append(left.toSeconds() == 1 ? " second " : " seconds ");
    }
    return words.toString();
  }

  private static void count(StringBuilder words, long count, String unit) {
    if (count > 0) {
      words.append(count).append(' ').append(unit).append(count == 1 ? " " : "s ");
    }
  }

  private static String decimal(double number) {
    return new DecimalFormat("#.##", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(number);
  }
}
