package io.kvbench.results.directory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * An interval of one mix, as in {@code mixes.csv}: operations of all types together, without
 * composites.
 *
 * @param phase {@code warmup} or {@code run}
 * @param wallNanos its length, to the microsecond
 * @param offeredPerSecond the planned rate of arrivals; empty in a closed loop
 * @param p99Micros 99th percentile of their response times; empty where there were none
 */
public record MixInterval(
    String mix,
    String phase,
    Instant startedAt,
    long wallNanos,
    OptionalDouble offeredPerSecond,
    long okCount,
    OptionalLong p99Micros) {
  private static final List<String> COLUMNS =
      List.of(
          "mix",
          "phase",
          "startedAt",
          "wallMicros",
          "offeredPerSecond",
          "okCount",
          "responseP99Micros");

  public Instant endedAt() {
    return startedAt.plusNanos(wallNanos);
  }

  /** Returns whether it continues another one of the same mix without a pause. */
  public boolean follows(MixInterval before) {
    long pause = Duration.between(before.endedAt(), startedAt).toNanos();
    return phase.equals(before.phase) && pause < before.wallNanos / 2;
  }

  /**
   * Reads a file; returns nothing if it does not exist, as in a run of one mix and in older
   * results.
   */
  static List<MixInterval> read(Path file) throws ResultFormatException {
    if (!Files.exists(file)) {
      return List.of();
    }
    List<MixInterval> intervals = new ArrayList<>();
    CsvTable.read(file)
        .forEach(
            COLUMNS,
            row ->
                intervals.add(
                    new MixInterval(
                        row.text("mix"),
                        row.text("phase"),
                        Instant.parse(row.text("startedAt")),
                        Duration.of(row.number("wallMicros"), ChronoUnit.MICROS).toNanos(),
                        row.rate("offeredPerSecond"),
                        row.number("okCount"),
                        row.optional("responseP99Micros"))));
    return List.copyOf(intervals);
  }
}
