package io.kvbench.results.verdict;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.setting.Setting;
import io.kvbench.results.format.Verdict.Validity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The guide's sections about checks: one for each check that is declared, in the same order. Each
 * begins with generated lines about its verdict and its limits, which {@code -Dgolden=write}
 * updates; the explanation below them is written by hand.
 */
class VerdictPageTest {
  private static final Path PAGE = Path.of("..", "docs", "guide", "verdict.md");
  private static final Path SOURCES = Path.of("src", "main", "java");
  private static final String FIRST = "## The run as a whole";
  private static final String END = "## Keys read back";
  private static final String SECTION = "### ";

  /** The prefixes of generated lines. */
  private static final Set<String> FACTS = Set.of("**SUSPECT**", "**INVALID**", "**Note**", "- `");

  @Test
  void everyCheckHasASectionAndEverySectionACheck() throws IOException {
    assertThat(sections())
        .isEqualTo(Stream.of(VerdictCheck.values()).map(each -> each.title).toList());
  }

  @Test
  void everySectionHasTheFactsOfItsCheckAndAnExplanation() throws IOException {
    String there = Files.readString(PAGE);
    String right = withFacts(there.lines().toList());
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(PAGE, right);
      return;
    }
    assertThat(there)
        .as("%s differs from the declared checks; update it with -Dgolden=write", PAGE)
        .isEqualTo(right);
  }

  @Test
  void everyLimitOfTheVerdictIsOneOfACheck() {
    Set<String> limits =
        VerdictSettings.all().stream()
            .map(Setting::name)
            .filter(name -> name.startsWith("verdict."))
            .collect(Collectors.toSet());

    assertThat(
            Stream.of(VerdictCheck.values())
                .flatMap(check -> check.limits.stream())
                .map(Setting::name)
                .collect(Collectors.toSet()))
        .isEqualTo(limits);
  }

  @Test
  void everyCheckIsPerformed() throws IOException {
    String sources;
    try (Stream<Path> files = Files.walk(SOURCES)) {
      sources =
          files
              .filter(
                  file -> file.toString().endsWith(".java") && !file.endsWith("VerdictCheck.java"))
              .map(VerdictPageTest::read)
              .collect(Collectors.joining());
    }
    assertThat(VerdictCheck.values())
        .allMatch(
            check ->
                sources.contains('"' + check.title + '"')
                    || (check.title.startsWith("slowest ") && sources.contains("\"slowest \" +")));
  }

  @Test
  void aCheckThatIsNotDeclaredIsRefused() {
    assertThatThrownBy(() -> new Findings().suspect("moon", "is full", "a new one"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("moon");
    assertThatThrownBy(() -> new Findings().suspect("values", "wrong", "right"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SUSPECT");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> sections() throws IOException {
    return Files.readAllLines(PAGE).stream()
        .dropWhile(not(FIRST::equals))
        .takeWhile(not(END::equals))
        .filter(line -> line.startsWith(SECTION))
        .map(line -> line.substring(SECTION.length()))
        .toList();
  }

  private static String withFacts(List<String> page) {
    int end = page.indexOf(END);
    List<String> right = new ArrayList<>(page.subList(0, page.indexOf(FIRST)));
    Set<Setting<?>> explained = new HashSet<>();
    int line = right.size();
    while (line < end) {
      String text = page.get(line++);
      right.add(text);
      if (text.startsWith(SECTION)) {
        right.add("");
        right.addAll(facts(text.substring(SECTION.length()), explained));
        right.add("");
        while (isGenerated(page.get(line))) {
          line++;
        }
        assertThat(page.get(line)).as("the explanation of %s", text).doesNotStartWith("#");
      }
    }
    right.addAll(page.subList(end, page.size()));
    return String.join("\n", right) + "\n";
  }

  private static boolean isGenerated(String line) {
    return line.isEmpty() || FACTS.stream().anyMatch(line::startsWith);
  }

  private static List<String> facts(String title, Set<Setting<?>> explained) {
    VerdictCheck check =
        Arrays.stream(VerdictCheck.values())
            .filter(each -> each.title.equals(title))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no check is called " + title));
    List<String> lines = new ArrayList<>();
    lines.add(
        check.least == check.most
            ? "**" + name(check.most) + "**"
            : "**" + name(check.most) + "** or **" + name(check.least) + "**");
    for (Setting<?> limit : check.limits) {
      if (lines.size() == 1) {
        lines.add("");
      }
      lines.add(
          "- `%s`, %s%s"
              .formatted(
                  limit.name(),
                  limit.defaultText().orElseThrow(),
                  explained.add(limit) ? ": " + limit.description() : ""));
    }
    return lines;
  }

  private static String name(Validity validity) {
    return validity == Validity.VALID ? "Note" : validity.name();
  }
}
