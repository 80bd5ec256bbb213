package io.kvbench.core.workload.family;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.OperationType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rule that only a family names its types of operations, besides the places listed here. */
class OperationPlacesTest {
  private static final Path CORE = Path.of("src/main/java/io/kvbench/core");

  /** Where operations are declared, made, recorded, replayed and checked. */
  private static final List<String> PACKAGES =
      List.of("consistency", "history", "operation", "trace", "workload/family", "workload/replay");

  /** Where the effect of a type on other operations, or on the clock, is known. */
  private static final Set<String> FILES =
      Set.of(
          "engine/OperationInFlight.java",
          "engine/OwnershipLedger.java",
          "engine/Watchers.java",
          "plan/CoordinationNotes.java",
          "plan/OwnConnectionCount.java",
          "plan/ReplayPlanner.java");

  /** The types of single records, which every part of core may name. */
  private static final Set<OperationType> COMMON =
      EnumSet.of(
          OperationType.INSERT,
          OperationType.READ,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.SCAN,
          OperationType.READ_MODIFY_WRITE);

  @Test
  void onlyItsFamilyNamesAType() throws IOException {
    Pattern type =
        Pattern.compile(
            EnumSet.complementOf(EnumSet.copyOf(COMMON)).stream()
                .map(OperationType::name)
                .collect(
                    Collectors.joining("|", "(\\bOperationType\\.|\\bcase (\\w+, )*)(", ")\\b")));
    try (Stream<Path> files = Files.walk(CORE)) {
      assertThat(
              files
                  .filter(file -> file.toString().endsWith(".java"))
                  .map(CORE::relativize)
                  .filter(file -> PACKAGES.stream().noneMatch(file::startsWith))
                  .filter(file -> type.matcher(text(file)).find())
                  .map(file -> file.toString().replace('\\', '/')))
          .as("files that name a type; let its family say what they need")
          .containsExactlyInAnyOrderElementsOf(FILES);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(CORE.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
