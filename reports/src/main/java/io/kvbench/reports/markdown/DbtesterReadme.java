package io.kvbench.reports.markdown;

import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.compare.RowNotes;
import io.kvbench.reports.content.ComparisonSheets;
import io.kvbench.reports.document.Element.Tabulation;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.text.CellText;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.HostUse;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.HostsResult.SamplerResult;
import io.kvbench.results.format.PhaseResult.ErrorMessage;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunResult.EnvironmentResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A section of dbtester's README: machines and versions, the table with the errors of every run,
 * and the plots. Verdicts, differences, notes, client time and costs, which that README lacks, are
 * in it too.
 */
public final class DbtesterReadme {
  private final Comparison comparison;
  private final MarkdownPage page = new MarkdownPage();

  private DbtesterReadme(Comparison comparison) {
    this.comparison = comparison;
  }

  /**
   * Returns the document, each line ended by {@code \n}.
   *
   * @param plots the names of the pictures beside the document, without {@code .svg}
   */
  public static String of(String title, Comparison comparison, List<String> plots) {
    return new DbtesterReadme(comparison).render(title, plots);
  }

  private String render(String title, List<String> plots) {
    page.heading(title);
    machines().forEach(page::item);
    comparison.runs().forEach(run -> page.item(run.label() + " is " + run.verdict()));
    page.line("");
    page.line("```");
    table(ComparisonSheets.summary(comparison)).forEach(page::line);
    comparison.runs().forEach(this::errors);
    page.line("```");
    section(ComparisonSheets.differences(comparison));
    page.line("");
    RowNotes.summary(comparison.runs())
        .forEach(note -> page.item(note.rows() + ": " + note.text()));
    section(ComparisonSheets.account(comparison));
    section(ComparisonSheets.costs(comparison));
    for (String plot : plots) {
      page.line("");
      page.line("<img src=\"%s.svg\" alt=\"%s\">".formatted(plot, plot));
    }
    return page.toString();
  }

  private void section(Sheet sheet) {
    if (!sheet.rows().isEmpty()) {
      page.table(Tabulation.of(sheet));
    }
  }

  /** Properties common to all runs are listed once. */
  private Set<String> machines() {
    Set<String> lines = new LinkedHashSet<>();
    for (ComparedRun run : comparison.runs()) {
      RunResult result = run.result();
      lines.add(client(result.environment()));
      result.hosts().ifPresent(hosts -> lines.addAll(machines(hosts)));
      lines.add("servers: " + result.cluster().description());
      lines.add(
          "%s %s (client library %s)"
              .formatted(
                  result.system().name(), result.system().version(), result.system().client()));
    }
    return lines;
  }

  private static String client(EnvironmentResult machine) {
    return "client machine: %s + %s memory, %s, kvbench %s, Java %s"
        .formatted(
            Quantities.count(machine.processors(), "processor"),
            memory(machine.memoryBytes()),
            machine.operatingSystem(),
            machine.kvbenchVersion(),
            machine.javaVersion());
  }

  /** The other machines that were sampled; those that are alike are one line. */
  private static List<String> machines(HostsResult hosts) {
    Map<String, Long> alike = new LinkedHashMap<>();
    for (HostUse host : hosts.overall().map(HostsResult.Span::hosts).orElse(List.of())) {
      if (!host.host().equals(HostsResult.LOCAL) && host.hardware().processors().isPresent()) {
        alike.merge(machine(hosts, host), 1L, Long::sum);
      }
    }
    return alike.entrySet().stream()
        .map(each -> Quantities.count(each.getValue(), "other machine") + each.getKey())
        .toList();
  }

  private static String machine(HostsResult hosts, HostUse host) {
    String memory =
        host.memory().memoryTotalBytes().isEmpty()
            ? ""
            : " + " + memory(host.memory().memoryTotalBytes().getAsLong()) + " memory";
    String system =
        hosts.samplers().stream()
            .filter(sampler -> sampler.host().equals(host.host()))
            .findFirst()
            .flatMap(SamplerResult::operatingSystem)
            .map(name -> ", " + name)
            .orElse("");
    return " of "
        + Quantities.count(host.hardware().processors().orElseThrow(), "processor")
        + memory
        + system;
  }

  private static String memory(long bytes) {
    return CellText.plain(new Cell.Figure(bytes, Unit.BYTES));
  }

  private static List<String> table(Sheet sheet) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(sheet.columns().stream().map(column -> plain(column.name())).toList());
    sheet
        .rows()
        .forEach(
            row ->
                rows.add(
                    row.stream().map(cell -> CellText.summary(cell).replace('`', '\'')).toList()));
    int[] widths =
        IntStream.range(0, sheet.columns().size())
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toArray();
    String rule =
        Arrays.stream(widths)
            .mapToObj(width -> "-".repeat(width + 2))
            .collect(Collectors.joining("+", "+", "+"));
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      lines.add(
          IntStream.range(0, widths.length)
              .mapToObj(at -> " ".repeat(widths[at] - row.get(at).length()) + row.get(at))
              .collect(Collectors.joining(" | ", "| ", " |")));
    }
    lines.add(1, rule);
    lines.addFirst(rule);
    lines.add(rule);
    return lines;
  }

  private void errors(ComparedRun run) {
    if (run.errors().isEmpty()) {
      return;
    }
    page.line("");
    page.line(plain(run.label()) + " errors:");
    run.errors()
        .forEach(
            (kind, count) -> {
              List<ErrorMessage> messages = run.errorMessages(kind);
              messages.forEach(message -> error(kind + ": " + message.message(), message.count()));
              long untold = count - messages.stream().mapToLong(ErrorMessage::count).sum();
              if (untold > 0) {
                error(kind.toString(), untold);
              }
            });
  }

  private void error(String message, long count) {
    page.line("\"%s\" (count %s)".formatted(plain(message), Quantities.count(count)));
  }

  /** A backtick could end the block. */
  private static String plain(String text) {
    return PlainText.of(text).replace('`', '\'');
  }
}
