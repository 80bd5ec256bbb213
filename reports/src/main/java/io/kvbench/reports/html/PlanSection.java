package io.kvbench.reports.html;

import io.kvbench.reports.compare.Labels;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.text.CellText;
import io.kvbench.results.directory.PlanDocument;
import io.kvbench.results.directory.PlanDocument.PhaseDocument;
import io.kvbench.results.directory.PlanDocument.SettingDocument;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.RunResult;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Everything to do the same again: the environment, the plan and every setting in force. */
final class PlanSection {
  private static final List<String> SETTINGS = List.of("property", "value", "source");
  private static final List<String> PHASES =
      List.of("phase", "clients", "connections", "load model", "requests", "max time", "mix");

  private final PlanDocument plan;
  private final RunResult result;

  PlanSection(PlanDocument plan, RunResult result) {
    this.plan = plan;
    this.result = result;
  }

  /**
   * Adds the section.
   *
   * @param heading the element for its headings
   */
  void render(Markup page, String heading) {
    page.element(heading, "As a workload file");
    page.element(
        "p",
        "All settings that were given; secrets are masked. Saved to a file: kvbench"
            + " -db "
            + plan.system()
            + " -P FILE");
    page.open("pre", "tabindex", "0").lines(properties()).close();
    page.element(heading, "Environment");
    page.table("Environment", "words", List.of("what", "which"), environment());
    page.element(heading, "Planned phases");
    page.table("Planned phases", "words", PHASES, plan.phases().stream().map(this::row).toList());
    faults(page);
    Parts.list(page, plan.notes());
    page.open("details").element("summary", "All settings");
    page.table("Settings", "words", SETTINGS, settings());
    page.close();
  }

  private void faults(Markup page) {
    List<List<String>> faults =
        plan.faults().orElse(List.of()).stream()
            .map(
                fault ->
                    List.of(
                        fault.action(),
                        fault.target(),
                        Quantities.elapsed(fault.atNanos()),
                        elapsed(fault.everyNanos()),
                        elapsed(fault.forNanos())))
            .toList();
    if (!faults.isEmpty()) {
      page.table(
          "Planned faults", "words", List.of("action", "target", "at", "every", "for"), faults);
    }
  }

  private static String elapsed(OptionalLong nanos) {
    return nanos.isEmpty() ? "" : Quantities.elapsed(nanos.getAsLong());
  }

  private String properties() {
    StringBuilder lines = new StringBuilder();
    new TreeMap<>(plan.settings())
        .forEach(
            (name, setting) -> {
              if (setting.origin().isPresent()) {
                lines.append(name).append('=').append(escaped(setting.value())).append('\n');
              }
            });
    return lines.toString();
  }

  /** As in a workload file: no value has a line for another setting. */
  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }

  private List<List<String>> environment() {
    RunResult.EnvironmentResult host = result.environment();
    return List.of(
        List.of("system", Labels.system(result)),
        List.of("client library", result.system().client()),
        List.of("servers", result.cluster().description()),
        List.of("endpoints", String.join(", ", result.cluster().endpoints())),
        List.of("kvbench", host.kvbenchVersion()),
        List.of("Java", host.javaVersion()),
        List.of("operating system", host.operatingSystem()),
        List.of("processors", Quantities.count(host.processors())),
        List.of("memory", Quantities.bytes(host.memoryBytes())),
        List.of("started", result.origin().startedAt().truncatedTo(ChronoUnit.SECONDS).toString()),
        List.of("seed", Long.toString(result.origin().seed())));
  }

  private List<String> row(PhaseDocument phase) {
    String step = phase.step().map(part -> ", " + part).orElse("");
    return List.of(
        phase.name() + step,
        Quantities.count(phase.clients()),
        phase.connections() == 0 ? CellText.ABSENT : Quantities.count(phase.connections()),
        phase.loadModel(),
        CellText.plain(Cell.of(phase.requests(), Unit.COUNT)),
        phase.maxWallNanos().stream()
            .mapToObj(Quantities::elapsed)
            .findFirst()
            .orElse(CellText.ABSENT),
        mix(phase.mix()));
  }

  private static String mix(Map<String, Double> mix) {
    return new TreeMap<>(mix)
        .entrySet().stream()
            .map(entry -> entry.getKey() + " " + Quantities.percent(entry.getValue(), 1))
            .collect(Collectors.joining(", "));
  }

  private List<List<String>> settings() {
    return new TreeMap<>(plan.settings())
        .entrySet().stream().map(entry -> row(entry.getKey(), entry.getValue())).toList();
  }

  private static List<String> row(String name, SettingDocument setting) {
    return List.of(name, setting.value(), setting.origin().orElse("default"));
  }
}
