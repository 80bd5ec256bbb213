package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that the guide covers every system of the jar. The contract defines the content of its
 * rows.
 */
class GuideTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final Path GUIDE = ROOT.resolve("docs/guide");

  /** A link to a file or a heading of the checkout. */
  private static final Pattern LINK =
      Pattern.compile("\\]\\((?!\\w+:)([^)\\s#]*)(?:#([^)\\s]*))?\\)");

  private static List<String> systems() {
    return ServiceLoader.load(BindingProvider.class).stream()
        .flatMap(provider -> provider.get().systems().stream())
        .map(SystemDescriptor::name)
        .sorted()
        .toList();
  }

  /** Returns the systems that have rows in the first table below a heading. */
  private static List<String> rows(String heading) throws Exception {
    return Files.readAllLines(GUIDE.resolve("systems.md")).stream()
        .dropWhile(Predicate.not(("## " + heading)::equals))
        .dropWhile(line -> !line.startsWith("| `"))
        .takeWhile(line -> line.startsWith("| `"))
        .map(line -> line.split("`", 3)[1])
        .toList();
  }

  @Test
  void everySystemHasItsRowsAndThereAreNoOthers() throws Exception {
    for (String heading : List.of("Operations", "Write outcomes", "Limits")) {
      assertThat(rows(heading)).as(heading).isEqualTo(systems());
    }
  }

  @Test
  void everySystemWithServersHasAPage() {
    assertThat(systems())
        .filteredOn(system -> !system.equals("memory"))
        .allSatisfy(system -> assertThat(GUIDE.resolve(system + ".md")).isNotEmptyFile());
  }

  @Test
  void everyPageIsOnTheMap() throws IOException {
    String map = Files.readString(ROOT.resolve("docs/README.md"));
    try (Stream<Path> pages = Files.list(GUIDE)) {
      assertThat(pages.map(page -> "(guide/" + page.getFileName()))
          .isNotEmpty()
          .allMatch(map::contains);
    }
  }

  static Stream<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(
          Stream.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")),
          files.filter(
              file -> file.toString().endsWith(".md") && !file.toString().contains("target")))
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyLinkLeadsToAFileAndAHeading(Path page) throws IOException {
    assertThat(LINK.matcher(text(page)).results())
        .allSatisfy(
            link -> {
              Path file =
                  link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1)).normalize();
              assertThat(file).exists();
              if (link.group(2) != null) {
                assertThat(anchors(file)).as(link.group()).contains(link.group(2));
              }
            });
  }

  private static String text(Path page) throws IOException {
    return Files.readString(page).replaceAll("(?s)```.*?```", "");
  }

  /** Returns what GitHub makes of headings. */
  private static List<String> anchors(Path page) {
    try {
      return text(page)
          .lines()
          .filter(line -> line.matches("#+ .*"))
          .map(line -> line.replaceFirst("#+ ", "").strip().toLowerCase(Locale.ROOT))
          .map(heading -> heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
