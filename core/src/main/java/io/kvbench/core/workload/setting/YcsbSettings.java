package io.kvbench.core.workload.setting;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** YCSB's properties of what it measures and prints, with its names, values and defaults. */
public final class YcsbSettings {
  /** The form of YCSB's report, each with the name of its class there. */
  public enum Exporter {
    TEXT("TextMeasurementsExporter"),
    /** Objects one after another. */
    JSON("JSONMeasurementsExporter"),
    /** An array of objects. */
    JSONARRAY("JSONArrayMeasurementsExporter");

    private final String className;

    Exporter(String className) {
      this.className = className;
    }
  }

  /** What is kept of the times of a type of operation. */
  public enum Measured {
    HISTOGRAM,
    HDRHISTOGRAM,
    TIMESERIES,
    RAW
  }

  /** The times to report. */
  public enum Times {
    /** From sending. */
    OP,
    /** From the intended start. */
    INTENDED,
    BOTH
  }

  public static final Setting<Exporter> EXPORTER =
      Setting.of(
          "exporter",
          "Report of the measured phase in YCSB's form, in exportfile or on standard output; text"
              + " if only exportfile is set. Names of YCSB's classes are accepted.",
          "text, json, jsonarray, or one of YCSB's classes, as in"
              + " site.ycsb.measurements.exporter.JSONArrayMeasurementsExporter",
          YcsbSettings::exporter);
  public static final Setting<String> EXPORT_FILE =
      Setting.text("exportfile", "File for the report in YCSB's form; it is replaced.");
  public static final Setting<List<Measured>> MEASUREMENT_TYPE =
      Setting.of(
              "measurementtype",
              "Figures of YCSB's report: of histograms with 3 digits (hdrhistogram) or a bucket for"
                  + " each millisecond (histogram), means over time (timeseries), or every single"
                  + " time (raw), to 0.1 % and to the second in which it was measured.",
              "hdrhistogram, histogram, timeseries, raw, hdrhistogram+histogram or"
                  + " hdrhistogram+raw",
              YcsbSettings::measured)
          .withDefault("hdrhistogram");
  public static final Setting<Times> MEASUREMENT_INTERVAL =
      Setting.choice(
              "measurement.interval",
              Times.class,
              "Times of YCSB's report: service times (op), response times (intended), or both.")
          .withDefault("op");
  public static final Setting<Boolean> VERBOSE =
      Setting.bool("measurement.histogram.verbose", "Add all buckets to YCSB's report.")
          .withDefault("false");
  public static final Setting<String> RAW_FILE =
      Setting.text(
          "measurement.raw.output_file",
          "File that measurementtype=raw appends the times to; standard output if unset.");
  public static final Setting<Boolean> NO_RAW_SUMMARY =
      Setting.bool("measurement.raw.no_summary", "Omit the summary of measurementtype=raw.")
          .withDefault("false");
  public static final Setting<List<Double>> PERCENTILES =
      Setting.of(
              "hdrhistogram.percentiles",
              "Percentiles of YCSB's report.",
              "comma-separated numbers from 0 to 100",
              YcsbSettings::percentiles)
          .withDefault("95,99");
  public static final Setting<Boolean> HISTOGRAM_FILES =
      Setting.bool(
              "hdrhistogram.fileoutput",
              "Write a histogram log in microseconds for each type of operation, with a line for"
                  + " every status.interval.")
          .withDefault("false")
          .forThisMachine();
  public static final Setting<String> HISTOGRAM_PATH =
      Setting.text(
              "hdrhistogram.output.path",
              "Beginning of the names of these files, before the type and .hdr.")
          .withDefault("");
  public static final Setting<Integer> BUCKETS =
      Setting.integer(
              "histogram.buckets", 1, 1_000_000, "Number of buckets of measurementtype=histogram.")
          .withDefault("1000");
  public static final Setting<Integer> GRANULARITY =
      Setting.integer(
              "timeseries.granularity",
              1,
              Integer.MAX_VALUE,
              "Milliseconds that each mean of measurementtype=timeseries covers; kvbench measures"
                  + " intervals of a second, which are not divided.")
          .withDefault("1000");
  public static final Setting<Boolean> EACH_ERROR =
      Setting.bool(
              "reportlatencyforeacherror",
              "Report the times of failed operations by status, as in READ-TIMEOUT, instead of"
                  + " together, as in READ-FAILED.")
          .withDefault("false");
  public static final Setting<List<String>> TRACKED_ERRORS =
      Setting.list("latencytrackederrors", "Statuses whose times are reported by status.");

  private static final String CLASSES =
      "(?:(?:site|com\\.yahoo)\\.ycsb\\.measurements\\.exporter\\.)?";

  private YcsbSettings() {}

  /** Returns all of them, in display order. */
  public static List<Setting<?>> all() {
    return Setting.affecting(
        Affects.PRESENTATION,
        List.of(
            EXPORTER,
            EXPORT_FILE,
            MEASUREMENT_TYPE,
            MEASUREMENT_INTERVAL,
            VERBOSE,
            RAW_FILE,
            NO_RAW_SUMMARY,
            PERCENTILES,
            HISTOGRAM_FILES,
            HISTOGRAM_PATH,
            BUCKETS,
            GRANULARITY,
            EACH_ERROR,
            TRACKED_ERRORS));
  }

  /** Returns whether a report in YCSB's form is asked for. */
  public static boolean isExported(Settings settings) {
    return settings.isGiven(EXPORTER) || settings.isGiven(EXPORT_FILE);
  }

  /** Returns a sentence that names those that need a report; empty if there are none. */
  public static Optional<String> note(Settings settings) {
    String given =
        all().stream()
            .filter(settings::isGiven)
            .map(Setting::name)
            .collect(Collectors.joining(", "));
    return given.isEmpty() || isExported(settings)
        ? Optional.empty()
        : Optional.of(
            "No effect: "
                + given
                + ": set exporter or exportfile for figures in YCSB's form; kvbench always writes"
                + " all measurements to its own files.");
  }

  private static Exporter exporter(String text) {
    return Stream.of(Exporter.values())
        .filter(
            each ->
                text.equals(each.name().toLowerCase(Locale.ROOT))
                    || text.matches(CLASSES + each.className))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(text));
  }

  private static List<Measured> measured(String text) {
    List<Measured> parts =
        parts(text, "\\+", part -> Measured.valueOf(part.toUpperCase(Locale.ROOT)));
    boolean valid =
        parts.size() == 1
            || parts.equals(List.of(Measured.HDRHISTOGRAM, Measured.HISTOGRAM))
            || parts.equals(List.of(Measured.HDRHISTOGRAM, Measured.RAW));
    if (!valid) {
      throw new IllegalArgumentException(text);
    }
    return parts;
  }

  private static List<Double> percentiles(String text) {
    List<Double> percentiles = parts(text, ",", Double::valueOf);
    if (percentiles.stream().anyMatch(each -> !(each >= 0 && each <= 100))) {
      throw new IllegalArgumentException(text);
    }
    return percentiles;
  }

  private static <T> List<T> parts(String text, String separator, Function<String, T> parser) {
    return Arrays.stream(text.split(separator, -1)).map(String::strip).map(parser).toList();
  }
}
