package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The columns of the guide's tables of capabilities, without servers: one for each capability, with
 * what each system declares. {@code -Dgolden=write} adds columns. The contract of a system writes
 * the rest of its row and tests it on servers.
 */
class CapabilitiesPageTest {
  private static final Path PAGE = GuideCommands.ROOT.resolve("docs/guide/systems.md");
  private static final String NO = "–";

  static Stream<SystemDescriptor> systems() {
    return ServiceLoader.load(BindingProvider.class).stream()
        .flatMap(provider -> provider.get().systems().stream());
  }

  @ParameterizedTest
  @EnumSource
  void thePageHasAColumnOfEachCapability(Capability capability) throws IOException {
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(PAGE, withColumn(capability));
    }
    Map<String, String> cells = cells(capability);

    assertThat(cells)
        .as(
            "%s has the column \"%s\" of %s. Every provider of a system without it says so,"
                + " with lacking(reason, %3$s), or has it by the lack of a whole; -Dgolden=write"
                + " then adds the column.",
            PAGE.getFileName(), capability.column(), capability)
        .containsOnlyKeys(systems().map(SystemDescriptor::name).toList());
    assertThat(systems())
        .allSatisfy(
            system ->
                assertThat(cells.get(system.name()))
                    .as(
                        "%s of %s: its provider, and its row in systems.md",
                        capability, system.name())
                    .matches(cell -> !cell.equals(NO) || !has(system, capability)));
  }

  @ParameterizedTest
  @MethodSource("systems")
  void whatASystemLacksHasAReason(SystemDescriptor system) {
    assertThat(Capability.values())
        .filteredOn(capability -> !has(system, capability))
        .allSatisfy(
            capability ->
                assertThat(system.reasons())
                    .as("lacking(reason, %s) in the provider of %s", capability, system.name())
                    .containsKey(capability));
  }

  @Test
  void columnsOfATableAreOfOneGroup() {
    assertThat(Stream.of(Capability.values()).map(each -> each.group() + each.column()))
        .doesNotHaveDuplicates();
  }

  private static boolean has(SystemDescriptor system, Capability capability) {
    return system.capabilities().contains(capability);
  }

  /** Returns what the page says of a capability, by system; empty without such a column. */
  private static Map<String, String> cells(Capability capability) throws IOException {
    Map<String, String> cells = new LinkedHashMap<>();
    List<String> lines = Files.readAllLines(PAGE);
    int header = header(lines, capability);
    int column = split(lines.get(header)).indexOf(capability.column());
    for (int row = header + 2; column > 0 && lines.get(row).startsWith("|"); row++) {
      List<String> all = split(lines.get(row));
      cells.put(all.getFirst().replace("`", ""), all.get(column));
    }
    return cells;
  }

  /** Returns the page with a column of a capability behind that of the one before it. */
  private static String withColumn(Capability capability) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(PAGE));
    int header = header(lines, capability);
    List<String> names = split(lines.get(header));
    if (!names.contains(capability.column())) {
      int at = names.indexOf(table(capability).get(place(capability) - 1).column()) + 1;
      lines.set(header, with(lines.get(header), at, capability.column()));
      lines.set(header + 1, lines.get(header + 1) + "---|");
      for (int row = header + 2; lines.get(row).startsWith("|"); row++) {
        String name = split(lines.get(row)).getFirst().replace("`", "");
        boolean yes = systems().anyMatch(each -> each.name().equals(name) && has(each, capability));
        lines.set(row, with(lines.get(row), at, yes ? "yes" : NO));
      }
    }
    return String.join("\n", lines) + "\n";
  }

  /** Returns the line with the headings of a capability's table, which begin with its first. */
  private static int header(List<String> lines, Capability capability) {
    String start = "| system | " + table(capability).getFirst().column() + " |";
    return IntStream.range(0, lines.size())
        .filter(line -> lines.get(line).startsWith(start))
        .findFirst()
        .orElseThrow(() -> new AssertionError(PAGE + " has no table that begins with " + start));
  }

  private static int place(Capability capability) {
    return table(capability).indexOf(capability);
  }

  /** Returns the capabilities in the same table. */
  private static List<Capability> table(Capability capability) {
    return Stream.of(Capability.values())
        .filter(each -> main(each.group()) == main(capability.group()))
        .toList();
  }

  /** One-shot reads are in the table of records. */
  private static Capability.Group main(Capability.Group group) {
    return group == Capability.Group.ONE_SHOT ? Capability.Group.RECORDS : group;
  }

  private static List<String> split(String line) {
    return Stream.of(line.split("\\|")).map(String::strip).skip(1).toList();
  }

  private static String with(String line, int at, String cell) {
    List<String> cells = new ArrayList<>(split(line));
    cells.add(at, cell);
    return "| " + String.join(" | ", cells) + " |";
  }
}
