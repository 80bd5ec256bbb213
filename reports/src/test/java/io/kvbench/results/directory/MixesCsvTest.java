package io.kvbench.results.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.operation.OperationType;
import io.kvbench.reports.PhaseFixtures;
import io.kvbench.reports.TimeFixtures;
import io.kvbench.results.format.TimeResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MixesCsvTest {
  private static final TimeResult TIMES = TimeFixtures.lognormal(1_000, 1_000_000, 0.5);

  @TempDir private Path directory;

  @Test
  void allTypesOfOperationAreTogetherInOneRow() throws Exception {
    Path file = directory.resolve(ResultDirectory.MIXES);
    try (IntervalsCsv csv = IntervalsCsv.ofMixes(file, FilePermissions.OWNER)) {
      csv.append(
          "a",
          PhaseFixtures.interval(
              0,
              Map.of(
                  OperationType.READ,
                  TimeFixtures.ok(10, TIMES),
                  OperationType.UPDATE,
                  TimeFixtures.ok(10, TIMES),
                  OperationType.READ_MODIFY_WRITE,
                  TimeFixtures.ok(10, TIMES)),
              TIMES));
      csv.append("b", PhaseFixtures.interval(1, Map.of(), TimeFixtures.none()));
      assertThat(Files.readAllLines(file)).hasSize(3);
    }

    List<MixInterval> read = MixInterval.read(file);

    assertThat(read)
        .containsExactly(
            new MixInterval(
                "a",
                "run",
                PhaseFixtures.START,
                1_001_000_000,
                OptionalDouble.of(500),
                20,
                OptionalLong.of(TIMES.p99Micros())),
            new MixInterval(
                "b",
                "run",
                PhaseFixtures.START.plusSeconds(1),
                1_001_000_000,
                OptionalDouble.of(500),
                0,
                OptionalLong.empty()));
    assertThat(read.get(1).follows(read.get(0))).isTrue();
  }

  @Test
  void aRunOfOneMixHasNoFile() throws Exception {
    assertThat(MixInterval.read(directory.resolve(ResultDirectory.MIXES))).isEmpty();
  }

  @Test
  void aDamagedLineIsNamed() throws Exception {
    Path file = directory.resolve(ResultDirectory.MIXES);
    IntervalsCsv.ofMixes(file, FilePermissions.OWNER).close();
    String header = Files.readString(file);
    String row = "a,run,yesterday,1" + ",".repeat(header.split(",", -1).length - 4) + "\n";
    Files.writeString(file, header + row);

    assertThatThrownBy(() -> MixInterval.read(file))
        .isInstanceOf(ResultFormatException.class)
        .hasMessageContaining("mixes.csv is damaged in line 2");
  }
}
