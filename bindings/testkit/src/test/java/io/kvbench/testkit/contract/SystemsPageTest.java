package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemsPageTest {
  @TempDir private Path directory;

  private static List<SystemsPage.Row> rows(String name, Optional<SizeLimit> values) {
    return SystemsPage.rows(
        new SystemDescriptor(
            name, name, EnumSet.allOf(Capability.class), Map.of(), List.of(), false),
        new SystemFacts(
            WriteAnswers.TELLING,
            WriteAnswers.TELLING,
            VersionRule.EVERY_WRITE,
            values,
            values,
            OptionalInt.of(1280),
            KeyRule.anyBytes()));
  }

  /** Returns the real page's tables without their rows. */
  private static String empty() throws Exception {
    StringBuilder page = new StringBuilder();
    for (String line : Files.readAllLines(SystemsPage.find(Path.of("")).file())) {
      if (!line.startsWith("| `")) {
        page.append(line).append('\n');
      }
    }
    return page.toString();
  }

  @Test
  void rowsStandInTheOrderOfNamesWhoeverComesFirst() throws Exception {
    List<SystemsPage.Row> a = rows("a", Optional.empty());
    List<SystemsPage.Row> b = rows("b", Optional.of(new SizeLimit(1_048_600, 2_000_000)));

    String page = SystemsPage.with(SystemsPage.with(empty(), b), a);

    assertThat(page).isEqualTo(SystemsPage.with(SystemsPage.with(empty(), a), b));
    assertThat(SystemsPage.with(page, a)).isEqualTo(page);
    assertThat(page.lines().filter(line -> line.startsWith("| `")).count())
        .isEqualTo(2L * SystemsPage.Table.values().length);
    assertThat(page)
        .contains("| `a` | – | any bytes | – |\n| `b` | 1,024 KB | any bytes | – |")
        .contains(
            "| `b` | ALREADY_EXISTS | NOT_FOUND | NOT_FOUND | NOT_FOUND | 1,024 KB | 1,280 |");
  }

  @Test
  void aDifferenceFailsWithTheRemedyAndCanBeWritten() throws Exception {
    SystemsPage page = new SystemsPage(Files.writeString(directory.resolve("page"), empty()));
    List<SystemsPage.Row> rows = rows("a", Optional.empty());

    assertThatThrownBy(() -> page.check(rows, false))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("-Dgolden=write");
    page.check(rows, true);
    page.check(rows, false);
  }
}
