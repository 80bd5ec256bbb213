package io.kvbench.results.directory;

import io.kvbench.results.format.FindResult;
import io.kvbench.results.format.FindResult.Probe;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** The probes of a search as comma-separated values: the points of its capacity curve. */
final class FindCsv {
  private static final List<String> HEADER =
      List.of(
          "probe",
          "started_at",
          "clients",
          "offered_per_second",
          "achieved_per_second",
          "operations",
          "errors",
          "p50_us",
          "p99_us",
          "p999_us",
          "outcome");

  private FindCsv() {}

  static String of(FindResult found) {
    StringBuilder rows = new StringBuilder(Csv.row(HEADER)).append('\n');
    found.probes().forEach(probe -> rows.append(Csv.row(cells(probe))).append('\n'));
    return rows.toString();
  }

  private static List<String> cells(Probe probe) {
    return List.of(
        Integer.toString(probe.number()),
        probe.startedAt().toString(),
        Integer.toString(probe.clients()),
        probe.offeredPerSecond().isPresent() ? decimal(probe.offeredPerSecond().getAsDouble()) : "",
        decimal(probe.achievedPerSecond()),
        Long.toString(probe.operations()),
        Long.toString(probe.errors()),
        number(probe.p50Micros()),
        number(probe.p99Micros()),
        number(probe.p999Micros()),
        probe.outcome().name());
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  private static String number(OptionalLong value) {
    return value.isPresent() ? Long.toString(value.getAsLong()) : "";
  }
}
