package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.setting.Setting;
import io.kvbench.runner.app.options.CommandLinePlanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests of the guide's reference of properties: the output of {@code kvbench plan --properties}, by
 * the first part of their names. {@code -Dgolden=write} writes the page.
 */
class PropertiesPageTest {
  private static final Path PAGE = GuideCommands.ROOT.resolve("docs/guide/properties.md");

  private static final Pattern OTHER_NODES = Pattern.compile("\\bnode[2-9]\\b");

  private static final String INTRODUCTION =
      """
      # Properties

      All properties, generated from their declarations. `kvbench plan --properties FILTER` lists those of your version
      whose name contains FILTER, with the values that they accept. [Workload files](workload-files.md) describes how they
      are set, and how sizes and times are written. Properties of `node1` exist for up to nine nodes.
      """;

  @Test
  void thePageHasEveryPropertyAsItIsDeclared() throws IOException {
    String right = page();
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(PAGE, right);
      return;
    }
    assertThat(Files.readString(PAGE))
        .as("%s differs from the declared properties; update it with -Dgolden=write", PAGE)
        .isEqualTo(right);
  }

  private static String page() {
    Map<String, List<Setting<?>>> groups =
        new CommandLinePlanner()
            .settings().stream()
                .filter(setting -> !OTHER_NODES.matcher(setting.name()).find())
                .collect(
                    Collectors.groupingBy(
                        PropertiesPageTest::group, TreeMap::new, Collectors.toList()));
    StringBuilder page = new StringBuilder(INTRODUCTION);
    groups.forEach(
        (group, settings) -> {
          page.append("\n## ").append(group.isEmpty() ? "Requests and runs" : group).append("\n\n");
          page.append("| property | default | meaning |\n|---|---|---|\n");
          settings.forEach(setting -> page.append(row(setting)).append('\n'));
        });
    return page.toString();
  }

  private static String group(Setting<?> setting) {
    int dot = setting.name().indexOf('.');
    return dot < 0 ? "" : setting.name().substring(0, dot);
  }

  private static String row(Setting<?> setting) {
    List<String> names = new ArrayList<>(List.of(setting.name()));
    names.addAll(setting.aliases());
    return Stream.of(
            names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", ")),
            setting.defaultText().orElse("–"),
            setting.description() + choices(setting))
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }

  private static String choices(Setting<?> setting) {
    return setting.choices().isEmpty() || setting.choices().contains("true")
        ? ""
        : setting.choices().stream().collect(Collectors.joining("`, `", " Values: `", "`."));
  }
}
