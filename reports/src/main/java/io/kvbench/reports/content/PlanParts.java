package io.kvbench.reports.content;

import io.kvbench.reports.compare.RunLabels;
import io.kvbench.reports.document.Element;
import io.kvbench.reports.document.Element.Entries;
import io.kvbench.reports.document.Element.Entry;
import io.kvbench.reports.document.Element.Folded;
import io.kvbench.reports.document.Element.Listing;
import io.kvbench.reports.document.Element.Notes;
import io.kvbench.reports.document.Element.Subsection;
import io.kvbench.reports.document.Element.Tabulation;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.directory.PlanDocument;
import io.kvbench.results.directory.PlanDocument.FaultDocument;
import io.kvbench.results.directory.PlanDocument.PhaseDocument;
import io.kvbench.results.directory.PlanDocument.SettingDocument;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.RunResult;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The document parts needed to reproduce a run: the environment, the plan and every setting in
 * force.
 */
final class PlanParts {
  private static final List<Figure<PhaseDocument>> PHASES =
      List.of(
          Figure.of(
              "phase",
              phase -> Cell.words(phase.name() + phase.step().map(part -> ", " + part).orElse(""))),
          Figure.of("clients", phase -> Cell.of(phase.clients(), Unit.COUNT)),
          Figure.of(
              "connections",
              phase ->
                  phase.connections() == 0
                      ? new Cell.Absent()
                      : Cell.of(phase.connections(), Unit.COUNT)),
          Figure.of("load model", phase -> Cell.words(phase.loadModel())),
          Figure.of("requests", phase -> Cell.of(phase.requests(), Unit.COUNT)),
          Figure.of("max time", phase -> elapsed(phase.maxWallNanos())),
          Figure.of("mix", phase -> Cell.words(mix(phase.mix()))));

  private static final List<Figure<FaultDocument>> FAULTS =
      List.of(
          Figure.of("action", fault -> Cell.words(fault.action())),
          Figure.of("target", fault -> Cell.words(fault.target())),
          Figure.of("at", fault -> Cell.words(Quantities.elapsed(fault.atNanos()))),
          Figure.of("every", fault -> elapsed(fault.everyNanos())),
          Figure.of("for", fault -> elapsed(fault.forNanos())));

  private static final List<Figure<Map.Entry<String, SettingDocument>>> SETTINGS =
      List.of(
          Figure.of("property", each -> Cell.words(each.getKey())),
          Figure.of("value", each -> Cell.words(each.getValue().value())),
          Figure.of("source", each -> Cell.words(each.getValue().origin().orElse("default"))));

  private PlanParts() {}

  /** Returns what a run was made of, as far as its result says. */
  static List<Element> environment(RunResult result) {
    RunResult.EnvironmentResult host = result.environment();
    List<Entry> entries = new ArrayList<>();
    entries.add(Entry.of("System", RunLabels.system(result)));
    Headline.of(result).client().ifPresent(client -> entries.add(Entry.of("Client", client)));
    if (!result.cluster().endpoints().isEmpty()) {
      entries.add(Entry.of("Endpoints", String.join(", ", result.cluster().endpoints())));
    }
    entries.add(
        Entry.of(
            "Client host",
            "kvbench %s, Java %s, %s, %s processors, %s"
                .formatted(
                    host.kvbenchVersion(),
                    host.javaVersion(),
                    host.operatingSystem(),
                    host.processors(),
                    Quantities.bytes(host.memoryBytes()))));
    entries.add(
        Entry.of(
            "Started",
            result.origin().startedAt().truncatedTo(ChronoUnit.SECONDS)
                + ", seed "
                + result.origin().seed()));
    return List.of(new Entries(entries));
  }

  /** Returns everything to do the same again. */
  static List<Element> of(PlanDocument plan, RunResult result) {
    List<Element> elements = new ArrayList<>(environment(result));
    elements.add(
        new Subsection(
            "As a workload file",
            "All settings that were given; secrets are masked. Saved to a file: kvbench -db "
                + plan.system()
                + " -P FILE",
            List.of(new Listing("", properties(plan)))));
    elements.add(Tabulation.of(Sheet.of("Planned phases", "", PHASES, plan.phases())));
    elements.add(
        Tabulation.of(Sheet.of("Planned faults", "", FAULTS, plan.faults().orElse(List.of()))));
    elements.add(new Notes(plan.notes()));
    List<Map.Entry<String, SettingDocument>> settings =
        List.copyOf(new TreeMap<>(plan.settings()).entrySet());
    Sheet all = Sheet.of("Settings", "", SETTINGS, settings);
    elements.add(new Folded("All settings", List.of(Tabulation.of(all))));
    return elements;
  }

  private static Cell elapsed(OptionalLong nanos) {
    return nanos.isEmpty() ? new Cell.Absent() : Cell.words(Quantities.elapsed(nanos.getAsLong()));
  }

  private static String properties(PlanDocument plan) {
    return new TreeMap<>(plan.settings())
        .entrySet().stream()
            .filter(each -> each.getValue().origin().isPresent())
            .map(each -> each.getKey() + "=" + escaped(each.getValue().value()) + "\n")
            .collect(Collectors.joining());
  }

  /** As in a workload file: no value has a line for another setting. */
  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }

  private static String mix(Map<String, Double> mix) {
    return new TreeMap<>(mix)
        .entrySet().stream()
            .map(entry -> entry.getKey() + " " + Quantities.percent(entry.getValue(), 1))
            .collect(Collectors.joining(", "));
  }
}
