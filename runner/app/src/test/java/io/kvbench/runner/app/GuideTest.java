package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What the guide has to say of every system of the jar. The contract tells what its rows say. */
class GuideTest {
  private static final Path GUIDE = Path.of("..", "..", "docs", "guide");

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
}
