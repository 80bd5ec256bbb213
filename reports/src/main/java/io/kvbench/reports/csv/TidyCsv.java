package io.kvbench.reports.csv;

import io.kvbench.results.directory.Csv;
import io.kvbench.results.directory.RecordJson;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs with one figure on each line, for programs that group and plot: run, system, version,
 * workload, phase, step, operation, metric, value. Metrics have the names of the fields of {@code
 * result.json}; those of a phase as a whole have no operation. Absent figures and percentiles of
 * too few times have no line.
 */
public final class TidyCsv {
  private static final List<String> HEADER =
      List.of(
          "run", "system", "version", "workload", "phase", "step", "operation", "metric", "value");

  /** The fields of a phase as a whole, and the parts of it all of whose numbers are in the file. */
  private static final List<String> OF_PHASE =
      List.of(
          "wallNanos",
          "clients",
          "connections",
          "pool",
          "ownConnections",
          "requests",
          "throughputPerSecond",
          "maxThroughputPerSecond",
          "minThroughputPerSecond",
          "meanConcurrency",
          "clientTime",
          "coordination");

  private static final String OPERATIONS = "operations";
  private static final String TIME = "Micros";

  /** Of times there is nothing but times. */
  private static final Pattern COUNT_OF_TIMES =
      Pattern.compile(".*\\.(response|service)\\.(count|overRange)");

  private final List<List<String>> rows = new ArrayList<>();

  private TidyCsv() {}

  public static String of(List<StoredRun> runs) {
    TidyCsv tidy = new TidyCsv();
    runs.forEach(run -> run.result().phases().forEach(phase -> tidy.phase(run, phase)));
    return Csv.ofRows(HEADER, tidy.rows);
  }

  private void phase(StoredRun stored, PhaseResult measured) {
    RunResult result = stored.result();
    Path name = stored.directory().toAbsolutePath().normalize().getFileName();
    List<String> phase =
        List.of(
            CsvText.of(name == null ? "" : name.toString()),
            CsvText.of(result.system().name()),
            CsvText.of(result.system().version()),
            CsvText.of(result.origin().workload()),
            measured.name().toString(),
            measured.step().map(step -> Integer.toString(step.index())).orElse(""));
    Map<String, Double> numbers = RecordJson.numbers(measured);
    Predicate<String> isLeftOut =
        path -> path.equals("connections") && measured.load().connections() == 0;
    OF_PHASE.forEach(
        part ->
            numbers.forEach(
                (path, value) -> {
                  if ((path.equals(part) || path.startsWith(part + ".")) && !isLeftOut.test(path)) {
                    line(phase, "", path, value);
                  }
                }));
    numbers.forEach(
        (path, value) -> {
          String[] parts = path.split("\\.", 3);
          if (parts[0].equals(OPERATIONS) && isKnown(path, numbers)) {
            line(phase, parts[1], parts[2], value);
          }
        });
  }

  private static boolean isKnown(String path, Map<String, Double> numbers) {
    if (!path.endsWith(TIME)) {
      return !COUNT_OF_TIMES.matcher(path).matches();
    }
    int end = path.lastIndexOf('.') + 1;
    long count = Math.round(numbers.getOrDefault(path.substring(0, end) + "count", 0.0));
    return Percentile.ALL.stream()
        .filter(each -> path.substring(end).equals(each.title().replace(".", "") + TIME))
        .findFirst()
        .map(each -> each.isKnown(count))
        .orElse(count > 0);
  }

  private void line(List<String> phase, String operation, String metric, double value) {
    rows.add(
        Stream.concat(phase.stream(), Stream.of(operation, metric, Quantities.plain(value, 3)))
            .toList());
  }
}
