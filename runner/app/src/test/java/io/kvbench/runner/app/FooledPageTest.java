package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.setting.Setting;
import io.kvbench.results.verdict.VerdictSettings;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The guide's table of ways to fool a benchmark names tests and limits that exist. */
class FooledPageTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final Path PAGE =
      ROOT.resolve(Path.of("docs", "guide", "how-kvbench-can-be-fooled.md"));
  private static final int MUST_BE_DETECTED = 30;

  private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|IT|Contract))(?:#(\\w+))?`");
  private static final Pattern LIMIT = Pattern.compile("`(verdict\\.[a-z0-9.]+)`");

  /** A row of the table; nothing is named where a way is not detected. */
  private record Row(int number, boolean detected, String tests) {}

  private static List<Row> rows() throws IOException {
    return Files.readAllLines(PAGE).stream()
        .filter(line -> line.matches("\\| \\d+ \\|.*"))
        .map(line -> line.split("\\|", -1))
        .map(
            cells ->
                new Row(
                    Integer.parseInt(cells[1].strip()),
                    !cells[3].strip().startsWith("**not detected**"),
                    cells[4].strip()))
        .toList();
  }

  @Test
  void mostWaysAreDetectedAndEachOfThoseHasATest() throws IOException {
    List<Row> rows = rows();
    assertThat(rows)
        .extracting(Row::number)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, rows.size()).boxed().toList());
    assertThat(rows.stream().filter(Row::detected)).hasSizeGreaterThanOrEqualTo(MUST_BE_DETECTED);
    assertThat(rows).allMatch(row -> row.detected() == TEST.matcher(row.tests()).find());
  }

  @Test
  void everyTestThatIsNamedExists() throws IOException {
    Map<String, String> sources = tests();
    assertThat(TEST.matcher(Files.readString(PAGE)).results())
        .isNotEmpty()
        .allSatisfy(test -> assertExists(test, sources));
  }

  private static void assertExists(MatchResult test, Map<String, String> sources) {
    assertThat(sources).as("the classes of tests").containsKey(test.group(1));
    if (test.group(2) != null) {
      assertThat(sources.get(test.group(1)))
          .as(test.group())
          .contains(" void " + test.group(2) + "(");
    }
  }

  /** Returns the sources of all modules that hold tests, those of one name together. */
  private static Map<String, String> tests() throws IOException {
    Map<String, String> sources = new HashMap<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes ignored) {
            String name = String.valueOf(directory.getFileName());
            return Set.of("target", ".git", "docs").contains(name)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes ignored)
              throws IOException {
            String name = String.valueOf(file.getFileName());
            if (name.matches("\\w+(Test|IT|Contract)\\.java")) {
              sources.merge(name.replace(".java", ""), Files.readString(file), String::concat);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return sources;
  }

  @Test
  void everyLimitThatIsNamedExists() throws IOException {
    Set<String> known =
        VerdictSettings.all().stream().map(Setting::name).collect(Collectors.toSet());
    assertThat(LIMIT.matcher(Files.readString(PAGE)).results())
        .isNotEmpty()
        .extracting(limit -> limit.group(1))
        .allMatch(known::contains);
  }
}
