package io.kvbench.results.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.reports.HostFixtures;
import io.kvbench.results.host.HostSample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostCsvTest {
  @TempDir private Path directory;

  @Test
  void hasEachCounterAndWhatItGrewBy() throws Exception {
    Map<String, String> second = rows(HostFixtures.sample(0), HostFixtures.sample(1)).get(1);

    assertThat(second)
        .containsEntry("UNIX-SECOND", "1795255201")
        .containsEntry("UNIX-NANOSECOND", "1795255201000000000")
        .containsEntry("PROGRAM", "etcd")
        .containsEntry("STATE", "sleeping")
        .containsEntry("PID", "42")
        .containsEntry("PPID", "1")
        .containsEntry("CPU", "50.0")
        .containsEntry("VMRSS", String.valueOf(101L << 20))
        .containsEntry("VMSIZE", String.valueOf(1L << 30))
        .containsEntry("FD", "31")
        .containsEntry("THREADS", "12")
        .containsEntry("VOLUNTARY-CTXT-SWITCHES", "1250")
        .containsEntry("VOLUNTARY-CTXT-SWITCHES-DELTA", "250")
        .containsEntry("NON-VOLUNTARY-CTXT-SWITCHES-DELTA", "2")
        .containsEntry("WRITE-BYTES-DELTA", String.valueOf(1 << 20))
        .containsEntry("LOAD-AVERAGE-1-MINUTE", "1.50")
        .containsEntry("DEVICE", "vda")
        .containsEntry("READS-COMPLETED-DELTA", "1")
        .containsEntry("SECTORS-READ", "808")
        .containsEntry("SECTORS-READ-DELTA", "8")
        .containsEntry("TIME(READS)-DELTA", "1")
        .containsEntry("WRITES-COMPLETED-DELTA", "10")
        .containsEntry("SECTORS-WRITTEN-DELTA", "2048")
        .containsEntry("TIME(WRITES)-DELTA", "20")
        .containsEntry("INTERFACE", "eth0+lo")
        .containsEntry("RECEIVE-BYTES-DELTA", "1002000")
        .containsEntry("TRANSMIT-BYTES-DELTA", "1000000")
        .containsEntry("RECEIVE-PACKETS-DELTA", "920")
        .containsEntry("DISK-SPACE-USAGE", String.valueOf(1 << 20))
        .containsEntry("DISK-SPACE-FREE", String.valueOf(1L << 40))
        .containsEntry("CLIENT-NUM", "500");
  }

  @Test
  void leavesDifferencesEmptyWhereThereIsNothingBefore() throws Exception {
    List<Map<String, String>> rows = rows(HostFixtures.sample(0), HostFixtures.sample(2));

    assertThat(rows).hasSize(2);
    assertThat(rows)
        .allSatisfy(
            row ->
                assertThat(row)
                    .containsEntry("CPU", "")
                    .containsEntry("SECTORS-WRITTEN-DELTA", "")
                    .containsEntry("RECEIVE-BYTES-DELTA", ""));
    assertThat(rows.getLast()).containsEntry("SECTORS-READ", "816");
  }

  /**
   * Traffic of an interface before it appeared is not counted, and its removal subtracts nothing.
   */
  @Test
  void countsTheGrowthOfInterfacesThatBothSamplesHave() throws Exception {
    HostSample without = HostFixtures.sampleWithout("eth0", 1);

    List<Map<String, String>> rows = rows(HostFixtures.sample(0), without, HostFixtures.sample(2));

    assertThat(rows.get(1))
        .containsEntry("INTERFACE", "lo")
        .containsEntry("RECEIVE-BYTES", "1000000")
        .containsEntry("RECEIVE-BYTES-DELTA", "1000000")
        .containsEntry("SECTORS-READ-DELTA", "8");
    assertThat(rows.get(2))
        .containsEntry("INTERFACE", "eth0+lo")
        .containsEntry("RECEIVE-BYTES", "2009000")
        .containsEntry("RECEIVE-BYTES-DELTA", "1000000");
  }

  @Test
  void leavesCellsEmptyForWhatIsNotKnown() throws Exception {
    assertThat(rows(HostFixtures.bareSample(0), HostFixtures.bareSample(1)).get(1))
        .containsEntry("PID", "42")
        .containsEntry("VMRSS", "")
        .containsEntry("CPU", "")
        .containsEntry("SECTORS-READ", "")
        .containsEntry("RECEIVE-BYTES", "")
        .containsEntry("WRITE-BYTES-DELTA", "");
  }

  @Test
  void hasNoRowWhereTheProcessWasNotThere() throws Exception {
    assertThat(rows("node2", HostFixtures.sample(0))).isEmpty();
  }

  private List<Map<String, String>> rows(HostSample... samples) throws Exception {
    return rows("node1", samples);
  }

  private List<Map<String, String>> rows(String target, HostSample... samples) throws Exception {
    Path file = directory.resolve("host.csv");
    try (HostCsv csv = HostCsv.create(file, FilePermissions.OWNER, target)) {
      for (HostSample sample : samples) {
        csv.append(sample, sample.directories().stream().findFirst(), OptionalLong.of(500));
      }
    }
    List<String> lines = Files.readAllLines(file);
    String[] names = lines.getFirst().split(",", -1);
    List<Map<String, String>> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      assertThat(cells).hasSameSizeAs(names);
      Map<String, String> row = new HashMap<>();
      for (int i = 0; i < names.length; i++) {
        row.put(names[i], cells[i]);
      }
      rows.add(row);
    }
    return rows;
  }
}
