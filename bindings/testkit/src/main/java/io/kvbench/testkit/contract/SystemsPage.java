package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.Capability.Group;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The guide's page about all systems. Its tables have a row for each system, in the order of their
 * names; a system's contract owns its rows and does not touch the others.
 */
record SystemsPage(Path file) {
  private static final String NAME = "docs/guide/systems.md";
  private static final String NO = "–";
  private static final String YES = "yes";

  private static final List<Table> CAPABILITIES =
      List.of(Table.CAPABILITIES, Table.RANGES, Table.WATCHERS, Table.COORDINATION);

  /** The page of the system states the difference. */
  private static final String QUALIFIED = "yes*";

  /** The tables, each identified by its header. */
  enum Table {
    CAPABILITIES(Group.RECORDS, Group.ONE_SHOT),
    RANGES(Group.RANGES),
    WATCHERS(Group.WATCHERS),
    COORDINATION(Group.COORDINATION),
    PROMISES("system", "read, default", "read, linearizable", "read, stale"),
    ANSWERS(
        "system",
        "insert of an existing record",
        "update of a missing record",
        "delete of a missing record",
        "compare-and-set of a deleted record",
        "compare-and-set of a recreated record",
        "compare-and-set after a write of the same value"),
    TRANSACTIONS(
        "system",
        "insert of an existing record",
        "update of a missing record",
        "delete of a missing record",
        "compare-and-set of a deleted record",
        "largest value",
        "max writes"),
    LIMITS("system", "largest value", "keys", "longest key");

    final String header;

    @SuppressWarnings("ImmutableEnumChecker") // Sets of Set.of are immutable.
    private final Set<Group> groups;

    Table(String... names) {
      header = line(names);
      groups = Set.of();
    }

    Table(Group... groups) {
      this.groups = Set.of(groups);
      header =
          line(
              Stream.concat(Stream.of("system"), capabilities().map(Capability::column))
                  .toArray(String[]::new));
    }

    Stream<Capability> capabilities() {
      return Stream.of(Capability.values()).filter(each -> groups.contains(each.group()));
    }
  }

  /** The rows of a system. */
  record Row(Table table, String system, String line) {}

  private static String line(String... cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  /** Finds the page from a directory of the checkout. */
  static SystemsPage find(Path directory) {
    for (Path at = directory.toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.isRegularFile(at.resolve(NAME))) {
        return new SystemsPage(at.resolve(NAME));
      }
    }
    throw new AssertionError(NAME + " is not above " + directory.toAbsolutePath());
  }

  static List<Row> rows(SystemDescriptor system, SystemFacts facts) {
    List<Row> rows = new ArrayList<>();
    for (Table table : CAPABILITIES) {
      rows.add(row(table, system, capabilities(system, table)));
    }
    rows.add(row(Table.PROMISES, system, promises(system)));
    boolean deletes = system.capabilities().contains(Capability.DELETE);
    boolean compares = system.capabilities().contains(Capability.COMPARE_AND_SET);
    rows.add(
        row(
            Table.ANSWERS,
            system,
            Stream.concat(
                answers(facts.alone(), deletes, compares), versions(facts, deletes, compares))));
    if (system.capabilities().contains(Capability.TRANSACTION)) {
      rows.add(
          row(
              Table.TRANSACTIONS,
              system,
              Stream.concat(
                  answers(facts.together(), deletes, compares),
                  Stream.of(
                      kilobytes(facts.valuesTogether()), number(facts.transactionWrites())))));
    }
    rows.add(
        row(
            Table.LIMITS,
            system,
            Stream.of(
                kilobytes(facts.values()),
                facts.keys().words(),
                facts.keys().longest().isPresent()
                    ? number(facts.keys().longest()) + " bytes"
                    : NO)));
    return rows;
  }

  private static Row row(Table table, SystemDescriptor system, Stream<String> cells) {
    String name = "`" + system.name() + "`";
    return new Row(
        table, system.name(), line(Stream.concat(Stream.of(name), cells).toArray(String[]::new)));
  }

  private static Stream<String> capabilities(SystemDescriptor system, Table table) {
    return table
        .capabilities()
        .map(
            capability ->
                !system.capabilities().contains(capability)
                    ? NO
                    : system.remarks().containsKey(capability) ? QUALIFIED : YES);
  }

  private static Stream<String> promises(SystemDescriptor system) {
    return Stream.of(
            Map.entry(Capability.READ_DEFAULT, ReadConsistency.DEFAULT),
            Map.entry(Capability.READ_LINEARIZABLE, ReadConsistency.LINEARIZABLE),
            Map.entry(Capability.READ_STALE, ReadConsistency.STALE))
        .map(
            read ->
                system.capabilities().contains(read.getKey())
                    ? system.promises().of(read.getValue()).name()
                    : NO);
  }

  private static Stream<String> answers(WriteAnswers answers, boolean deletes, boolean compares) {
    return Stream.of(
        answer(answers.insertOfPresent()),
        answer(answers.updateOfAbsent()),
        deletes ? answer(answers.deleteOfAbsent()) : NO,
        deletes && compares ? answer(answers.compareAndSetOfAbsent()) : NO);
  }

  private static Stream<String> versions(SystemFacts facts, boolean deletes, boolean compares) {
    VersionRule rule = facts.versions();
    return Stream.of(
        deletes && compares ? conflictIf(rule.recreationConflicts()) : NO,
        compares ? conflictIf(rule.rewriteConflicts()) : NO);
  }

  private static String conflictIf(boolean conflicts) {
    return answer(conflicts ? Outcome.CONFLICT : Outcome.OK);
  }

  private static String answer(Outcome outcome) {
    return outcome.name();
  }

  private static String number(OptionalInt number) {
    return number.isPresent() ? String.format(Locale.ROOT, "%,d", number.getAsInt()) : NO;
  }

  /** Whole ones, so that the length of a path or a header does not show. */
  private static String kilobytes(Optional<SizeLimit> limit) {
    return limit.map(known -> number(OptionalInt.of(known.largest() / 1024)) + " KB").orElse(NO);
  }

  /** Compares the page with the rows, or writes them into it with {@code -Dgolden=write}. */
  void check(List<Row> rows) {
    check(rows, "write".equals(System.getProperty("golden")));
  }

  void check(List<Row> rows, boolean write) {
    try {
      String there = Files.readString(file);
      String right = with(there, rows);
      if (write) {
        Files.writeString(file, right);
        return;
      }
      assertThat(there)
          .as(
              "%s does not say what the contract has shown. If the difference is meant, run this"
                  + " test again with -Dgolden=write and look at what git diff says.",
              NAME)
          .isEqualTo(right);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a page with these rows added or replaced. */
  static String with(String page, List<Row> rows) {
    String result = page;
    for (Row row : rows) {
      result = with(result, row);
    }
    return result;
  }

  private static String with(String page, Row row) {
    List<String> lines = new ArrayList<>(page.lines().toList());
    int first = firstRow(lines, row.table());
    int end = first;
    TreeMap<String, String> rows = new TreeMap<>();
    while (end < lines.size() && lines.get(end).startsWith("|")) {
      rows.put(system(lines.get(end)), lines.get(end));
      end++;
    }
    rows.put(row.system(), row.line());
    lines.subList(first, end).clear();
    lines.addAll(first, rows.values());
    return String.join("\n", lines) + "\n";
  }

  /** The headers of the tables of answers begin alike, so the whole header counts. */
  private static int firstRow(List<String> lines, Table table) {
    int header = lines.indexOf(table.header);
    if (header == -1) {
      throw new AssertionError(
          "%s has no table with the header %s; CapabilitiesPageTest in runner/app adds columns"
              .formatted(NAME, table.header));
    }
    return header + 2;
  }

  private static String system(String line) {
    String[] parts = line.split("`", 3);
    if (parts.length < 3) {
      throw new AssertionError(NAME + " has a row that does not begin with a system: " + line);
    }
    return parts[1];
  }
}
