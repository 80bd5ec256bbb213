package io.kvbench.results.directory;

import io.kvbench.results.directory.Csv.Field;
import io.kvbench.results.format.FindResult;
import io.kvbench.results.format.FindResult.Probe;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** The probes of a search as comma-separated values: the points of its capacity curve. */
final class FindCsv {
  private static final List<Field<Probe>> COLUMNS =
      List.of(
          new Field<>("probe", probe -> Integer.toString(probe.number())),
          new Field<>("started_at", probe -> probe.startedAt().toString()),
          new Field<>("clients", probe -> Integer.toString(probe.clients())),
          new Field<>(
              "offered_per_second",
              probe ->
                  probe.offeredPerSecond().isPresent()
                      ? decimal(probe.offeredPerSecond().getAsDouble())
                      : ""),
          new Field<>("achieved_per_second", probe -> decimal(probe.achievedPerSecond())),
          new Field<>("operations", probe -> Long.toString(probe.operations())),
          new Field<>("errors", probe -> Long.toString(probe.errors())),
          new Field<>("p50_us", probe -> number(probe.p50Micros())),
          new Field<>("p99_us", probe -> number(probe.p99Micros())),
          new Field<>("p999_us", probe -> number(probe.p999Micros())),
          new Field<>("outcome", probe -> probe.outcome().name()));

  private FindCsv() {}

  static String of(FindResult found) {
    return Csv.of(COLUMNS, found.probes());
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  private static String number(OptionalLong value) {
    return value.isPresent() ? Long.toString(value.getAsLong()) : "";
  }
}
