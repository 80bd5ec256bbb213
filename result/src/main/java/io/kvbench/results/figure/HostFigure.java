package io.kvbench.results.figure;

import io.kvbench.results.host.HostColumns;
import io.kvbench.results.host.HostMetric;
import java.util.List;
import java.util.stream.Stream;

/**
 * A figure of a server, or of its host, second by second. Load averages, disks and networks are the
 * host's: servers on one machine share them.
 *
 * @param sampled its column in {@code host-<node>.csv}
 */
public record HostFigure(String sampled, SampleAggregation kind) {
  public enum SampleAggregation {
    /** A level: the mean of the samples. */
    GAUGE,
    /** The growth of a counter per second. */
    GROWTH,
    /** The value of a counter after the last of the samples. */
    COUNTER
  }

  public static final HostFigure CPU = new HostFigure(HostColumns.CPU, SampleAggregation.GAUGE);

  private static final HostFigure CLIENTS =
      new HostFigure(HostColumns.CLIENTS, SampleAggregation.GAUGE);
  private static final double MEGA = 1e6;

  /** The counters in dbtester's files of series, in the order of their columns. */
  private static final List<HostMetric> COUNTERS =
      List.of(
          HostMetric.VOLUNTARY_SWITCHES,
          HostMetric.INVOLUNTARY_SWITCHES,
          HostMetric.READS,
          HostMetric.SECTORS_READ,
          HostMetric.READ_MILLIS,
          HostMetric.WRITES,
          HostMetric.SECTORS_WRITTEN,
          HostMetric.WRITE_MILLIS,
          HostMetric.READ_BYTES,
          HostMetric.WRITTEN_BYTES,
          HostMetric.RECEIVED_BYTES,
          HostMetric.SENT_BYTES,
          HostMetric.RECEIVED_PACKETS,
          HostMetric.SENT_PACKETS);

  /** The figures in dbtester's files of series, in the order of their columns; a closed set. */
  public static final List<HostFigure> COLUMNS =
      Stream.of(
              Stream.of(CPU),
              Stream.of(
                      HostMetric.RESIDENT_BYTES,
                      HostMetric.VIRTUAL_BYTES,
                      HostMetric.OPEN_FILES,
                      HostMetric.THREADS,
                      HostMetric.LOAD_1,
                      HostMetric.LOAD_5,
                      HostMetric.LOAD_15)
                  .map(HostFigure::of),
              Stream.of(CLIENTS),
              COUNTERS.stream().map(HostFigure::of),
              COUNTERS.stream().map(HostFigure::total))
          .flatMap(figures -> figures)
          .toList();

  public static final List<HostFigure> ALL =
      Stream.concat(COLUMNS.stream(), HostMetric.stored().stream().map(HostFigure::of))
          .distinct()
          .toList();

  /** Returns a gauge as it stands, or what a counter grows by per second. */
  public static HostFigure of(HostMetric metric) {
    return metric.kind() == HostMetric.MetricKind.GAUGE
        ? new HostFigure(metric.column(), SampleAggregation.GAUGE)
        : new HostFigure(metric.growthColumn(), SampleAggregation.GROWTH);
  }

  private static HostFigure total(HostMetric counter) {
    return new HostFigure(counter.column(), SampleAggregation.COUNTER);
  }

  /** Returns its column in files of series, without the suffix that names the servers. */
  public String column() {
    return isResident() ? sampled + "-MB" : sampled;
  }

  /** Returns how many of what was sampled are one of what is in files: megabytes, not bytes. */
  public double size() {
    return isResident() ? MEGA : 1;
  }

  private boolean isResident() {
    return sampled.equals(HostMetric.RESIDENT_BYTES.column());
  }
}
