package io.kvbench.results.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.reports.HostFixtures;
import io.kvbench.results.host.HostMetric;
import io.kvbench.results.host.HostMetric.Since;
import io.kvbench.results.host.HostReading;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.SamplingHeader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that each metric passes from a sample through the sidecar's lines into the file of a
 * process.
 */
class HostMetricTest {
  private static final HostSample FIRST = HostFixtures.sample(1);
  private static final HostSample SECOND = HostFixtures.sample(2);

  @TempDir private Path directory;

  /** The columns of the first version, which every file has. */
  private static final String OLDEST =
      "UNIX-NANOSECOND,UNIX-SECOND,PROGRAM,STATE,PID,PPID,CPU,VMRSS,VMSIZE,FD,THREADS,"
          + "PROCESSES,LOAD-AVERAGE-1-MINUTE,LOAD-AVERAGE-5-MINUTE,LOAD-AVERAGE-15-MINUTE,"
          + "HOST-MEMORY-AVAILABLE,DEVICE,INTERFACE,DISK-SPACE-USAGE,DISK-SPACE-FREE,"
          + "VOLUNTARY-CTXT-SWITCHES,NON-VOLUNTARY-CTXT-SWITCHES,READ-BYTES,WRITE-BYTES,"
          + "READS-COMPLETED,SECTORS-READ,TIME(READS),WRITES-COMPLETED,SECTORS-WRITTEN,"
          + "TIME(WRITES),RECEIVE-BYTES,TRANSMIT-BYTES,RECEIVE-PACKETS,TRANSMIT-PACKETS,"
          + "HOST-STEAL-MILLIS,VOLUNTARY-CTXT-SWITCHES-DELTA,"
          + "NON-VOLUNTARY-CTXT-SWITCHES-DELTA,READ-BYTES-DELTA,WRITE-BYTES-DELTA,"
          + "READS-COMPLETED-DELTA,SECTORS-READ-DELTA,TIME(READS)-DELTA,"
          + "WRITES-COMPLETED-DELTA,SECTORS-WRITTEN-DELTA,TIME(WRITES)-DELTA,"
          + "RECEIVE-BYTES-DELTA,TRANSMIT-BYTES-DELTA,RECEIVE-PACKETS-DELTA,"
          + "TRANSMIT-PACKETS-DELTA,HOST-STEAL-MILLIS-DELTA,CLIENT-NUM";

  /** Other tools read them in this order. */
  @Test
  void columnsOfStoredFilesStay() {
    assertThat(String.join(",", HostCsv.header()))
        .as("columns stay where they are; a new one is LATER in HostMetric and comes last here")
        .isEqualTo(
            OLDEST
                + ","
                + "HOST-BUSY-MILLIS,FLUSHES-COMPLETED,TIME(FLUSHES),TCP-RETRANSMITS,"
                + "HOST-BUSY-MILLIS-DELTA,FLUSHES-COMPLETED-DELTA,TIME(FLUSHES)-DELTA,"
                + "TCP-RETRANSMITS-DELTA");
  }

  @Test
  void filesOfTheFirstVersionAreRead() throws Exception {
    String row = "7000000000,7,etcd,sleeping" + ",1".repeat(OLDEST.split(",").length - 4);
    Files.writeString(directory.resolve("host-old.csv"), OLDEST + "\n" + row + "\n");

    HostTable table = HostTable.readAll(directory).getFirst();

    HostTable.Sample sample = table.samples().getFirst();
    assertThat(table.figure(sample, HostMetric.STEAL_MILLIS.column())).hasValue(1);
    assertThat(HostMetric.stored())
        .filteredOn(metric -> metric.since() == Since.LATER)
        .isNotEmpty()
        .allSatisfy(each -> assertThat(table.figure(sample, each.column())).isEmpty());
  }

  @Test
  void noTwoHaveTheSameColumn() {
    assertThat(HostCsv.header()).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void goesThroughTheLinesOfTheSidecar(HostMetric metric) throws Exception {
    String lines =
        HostSampleLines.line(
                new SamplingHeader(
                    SamplingHeader.SCHEMA, "h", "Linux", FIRST.at(), 1_000, List.of()))
            + "\n"
            + HostSampleLines.line(FIRST);
    try (HostSampleLines read = HostSampleLines.of(new StringReader(lines))) {
      read.header();

      assertThat(metric.value(reading(read.next().orElseThrow())))
          .as("the fixture has every metric")
          .isPresent()
          .isEqualTo(metric.value(reading(FIRST)));
    }
  }

  @ParameterizedTest
  @MethodSource("stored")
  void goesThroughTheFileOfAProcess(HostMetric metric) throws Exception {
    try (HostCsv csv =
        HostCsv.create(directory.resolve("host-node1.csv"), FilePermissions.OWNER, "node1")) {
      for (HostSample sample : List.of(FIRST, SECOND)) {
        csv.append(sample, sample.directories().stream().findFirst(), OptionalLong.of(1));
      }
    }
    HostTable table = HostTable.readAll(directory).getFirst();
    HostTable.Sample row = table.samples().getLast();

    assertThat(table.figure(row, metric.column()))
        .isEqualTo(OptionalDouble.of(metric.value(reading(SECOND)).orElseThrow().doubleValue()));
    if (metric.kind() == HostMetric.MetricKind.COUNTER) {
      assertThat(table.figure(row, metric.growthColumn()))
          .hasValue(metric.growth(reading(FIRST), reading(SECOND)).orElseThrow());
    }
  }

  private static List<HostMetric> stored() {
    return HostMetric.stored();
  }

  private static HostReading reading(HostSample sample) {
    return HostReading.of(
        sample, sample.process("node1"), sample.directories().stream().findFirst());
  }
}
