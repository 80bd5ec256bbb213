package io.kvbench.results.directory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
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
 * @param okCount operations answered OK
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

  /** Returns the wall clock at its end. */
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
    CsvTable table = CsvTable.read(file);
    int mix = table.column("mix");
    int phase = table.column("phase");
    int startedAt = table.column("startedAt");
    int wallMicros = table.column("wallMicros");
    int offered = table.column("offeredPerSecond");
    int okCount = table.column("okCount");
    int p99 = table.column("responseP99Micros");
    List<MixInterval> intervals = new ArrayList<>();
    for (int row = 0; row < table.rows().size(); row++) {
      List<String> cells = table.rows().get(row);
      try {
        intervals.add(
            new MixInterval(
                cells.get(mix),
                cells.get(phase),
                Instant.parse(cells.get(startedAt)),
                Duration.of(IntervalsReader.number(cells.get(wallMicros)), ChronoUnit.MICROS)
                    .toNanos(),
                IntervalsReader.rate(cells.get(offered)),
                IntervalsReader.number(cells.get(okCount)),
                cells.get(p99).isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(IntervalsReader.number(cells.get(p99)))));
      } catch (DateTimeException | IllegalArgumentException e) {
        throw table.damaged(row, String.valueOf(e.getMessage()), e);
      }
    }
    return List.copyOf(intervals);
  }
}
