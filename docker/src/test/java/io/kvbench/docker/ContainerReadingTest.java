package io.kvbench.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.Statistics;
import io.kvbench.results.host.HostSample.InterfaceFigures;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.testcontainers.shaded.com.github.dockerjava.core.DockerClientConfig;

/**
 * Tests with shortened answers of engines about the same container: 50 MiB of its own, 20 MiB
 * locked, a file of 30 MiB mapped and one of 25 MiB in {@code tmpfs} that is not.
 */
class ContainerReadingTest {
  private static Optional<ContainerReading> read(String name) throws IOException {
    try (InputStream answer = ContainerReadingTest.class.getResourceAsStream(name)) {
      return ContainerReading.of(
          DockerClientConfig.getDefaultObjectMapper()
              .readValue(Objects.requireNonNull(answer), Statistics.class));
    }
  }

  @Test
  void readsTheFirstVersionOfCgroups() throws IOException {
    assertThat(read("stats-cgroup-v1.json"))
        .contains(
            new ContainerReading(
                2,
                OptionalLong.of(319_954_745),
                OptionalLong.of(73_584_640 + 31_457_280),
                OptionalLong.of(7),
                OptionalLong.empty(),
                OptionalLong.empty(),
                List.of(new InterfaceFigures("eth0", 876, 10, 0, 0))));
  }

  @Test
  void readsTheSecondVersionOfCgroups() throws IOException {
    assertThat(read("stats-cgroup-v2.json"))
        .contains(
            new ContainerReading(
                1,
                OptionalLong.of(14_490_105_000L),
                OptionalLong.of(73_576_448 + 31_457_280),
                OptionalLong.of(7),
                OptionalLong.of(104_865_792),
                OptionalLong.of(136_323_072),
                List.of(new InterfaceFigures("eth0", 1252, 14, 0, 0))));
  }

  @Test
  void countsOnceWhatWentThroughADeviceMapperToItsDisk() throws IOException {
    assertThat(read("stats-device-mapper.json"))
        .hasValueSatisfying(
            reading -> {
              assertThat(reading.readBytes()).hasValue(10_240);
              assertThat(reading.writtenBytes()).hasValue(40 << 20);
            });
  }

  @Test
  void tellsNothingOfAContainerThatDoesNotRun() throws IOException {
    assertThat(read("stats-ended.json")).isEmpty();
  }
}
