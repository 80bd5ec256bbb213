package io.kvbench.reports.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.reports.SeriesFixtures;
import io.kvbench.results.figure.HostFigure;
import io.kvbench.results.host.HostMetric;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HostFigureTest {
  @TempDir private Path parent;

  /** Those of dbtester, in its order. */
  @Test
  void columnsOfSeriesStay() {
    assertThat(HostFigure.COLUMNS.stream().map(HostFigure::column).collect(Collectors.joining(",")))
        .isEqualTo(
            "CPU,VMRSS-MB,VMSIZE,FD,THREADS,LOAD-AVERAGE-1-MINUTE,LOAD-AVERAGE-5-MINUTE,"
                + "LOAD-AVERAGE-15-MINUTE,CLIENT-NUM,VOLUNTARY-CTXT-SWITCHES-DELTA,"
                + "NON-VOLUNTARY-CTXT-SWITCHES-DELTA,READS-COMPLETED-DELTA,SECTORS-READ-DELTA,"
                + "TIME(READS)-DELTA,WRITES-COMPLETED-DELTA,SECTORS-WRITTEN-DELTA,"
                + "TIME(WRITES)-DELTA,READ-BYTES-DELTA,WRITE-BYTES-DELTA,RECEIVE-BYTES-DELTA,"
                + "TRANSMIT-BYTES-DELTA,RECEIVE-PACKETS-DELTA,TRANSMIT-PACKETS-DELTA,"
                + "VOLUNTARY-CTXT-SWITCHES,NON-VOLUNTARY-CTXT-SWITCHES,READS-COMPLETED,SECTORS-READ,"
                + "TIME(READS),WRITES-COMPLETED,SECTORS-WRITTEN,TIME(WRITES),READ-BYTES,WRITE-BYTES,"
                + "RECEIVE-BYTES,TRANSMIT-BYTES,RECEIVE-PACKETS,TRANSMIT-PACKETS");
  }

  @ParameterizedTest
  @MethodSource("stored")
  void eachStoredMetricIsInTheSeries(HostMetric metric) throws Exception {
    Path directory = SeriesFixtures.write(parent, "etcd");
    RunSeries run =
        RunSeries.readAll(List.of(directory), problem -> {}).orElse(List.of()).getFirst();

    assertThat(run.nodes().getFirst().figure(HostFigure.of(metric), 2)).isPresent();
  }

  private static List<HostMetric> stored() {
    return HostMetric.stored();
  }
}
