package io.kvbench.results.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.results.directory.SuiteDocument.Cell;
import io.kvbench.results.directory.SuiteDocument.CellOutcome;
import io.kvbench.results.directory.SuiteDocument.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteDirectoryTest {
  private static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");

  @TempDir private Path temporary;

  private SuiteDirectory open() throws Exception {
    return SuiteDirectory.open(temporary.resolve("s"), FilePermissions.OWNER).orElseThrow();
  }

  private static SuiteDocument suite() {
    Cell pending =
        Cell.pending("002-b-1", "b", 2, "b", "w", Map.of("db", "b", "valuesize", "2"), 1);
    Cell done =
        Cell.pending("001-a-1", "a", 1, "a", "w", Map.of("db", "a"), 1)
            .running(NOW)
            .ended(
                Status.DONE,
                Optional.empty(),
                Optional.of("cells/001-a-1/run"),
                Optional.of(
                    new CellOutcome(
                        "SUSPECT",
                        List.of("cluster"),
                        0,
                        5,
                        OptionalDouble.of(12.5),
                        OptionalDouble.of(100),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        7,
                        1)));
    return new SuiteDocument(
        SuiteDocument.SCHEMA,
        "s",
        NOW,
        NOW,
        Map.of("axis.db", "a,b"),
        List.of("db", "valuesize"),
        List.of(done, pending));
  }

  @Test
  void whatIsWrittenIsRead() throws Exception {
    try (SuiteDirectory directory = open()) {
      assertThat(directory.read()).isEmpty();
      directory.write(suite());

      assertThat(directory.read()).contains(suite());
      assertThat(Files.readString(directory.path().resolve("suite.json")))
          .contains(
              "\"schema\": \"kvbench-suite/1\"",
              "\"status\": \"done\"",
              "\"resultDirectory\": \"cells/001-a-1/run\"",
              "\"status\": \"pending\"");
    }
  }

  @Test
  void onlyOneHasItOpen() throws Exception {
    Path path = temporary.resolve("s");
    try (SuiteDirectory directory = open()) {
      assertThat(SuiteDirectory.open(path, FilePermissions.OWNER)).isEmpty();
      directory.write(suite());
    }
    try (SuiteDirectory again = open()) {
      assertThat(again.read()).contains(suite());
    }
  }

  @Test
  void aDamagedSuiteIsSaidToBeOne() throws Exception {
    try (SuiteDirectory directory = open()) {
      directory.write("suite.json", "{\"schema\": \"kvbench-suite/1\", \"name\": \"s\"}");

      assertThatThrownBy(directory::read)
          .isInstanceOf(ResultFormatException.class)
          .hasMessageContaining("suite.json");
    }
  }

  @Test
  void filesWithSecretsAreTheUsersOnly() throws Exception {
    try (SuiteDirectory directory =
        SuiteDirectory.open(temporary.resolve("open"), FilePermissions.UMASK).orElseThrow()) {
      Path file = directory.writePrivately("c", "w", "password=x\n");

      assertThat(Files.getPosixFilePermissions(file)).hasToString("[OWNER_READ, OWNER_WRITE]");
      assertThat(directory.runs("c")).isEmpty();
    }
  }
}
