package io.kvbench.reports.html;

import io.kvbench.core.result.FindResult;
import io.kvbench.core.result.FindResult.Probe;
import io.kvbench.reports.html.FindChart.Mark;
import io.kvbench.reports.run.ProbesSheet;
import io.kvbench.reports.table.Quantities;
import io.kvbench.reports.text.FindText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/** What a search found, at the top of the page of its run: the answer, and the capacity curve. */
final class FindSection {
  private final FindResult found;
  private final Markup page;

  FindSection(FindResult found, Markup page) {
    this.found = found;
    this.page = page;
  }

  /** Adds the answer and its charts. */
  void render() {
    page.element("h1", FindText.answer(found));
    page.element("p", found.status() + ": " + found.reason(), "class", "subject");
    List<String> facts = new ArrayList<>();
    if (!found.thresholds().isEmpty()) {
      facts.add("Thresholds: " + String.join(", ", found.thresholds()));
    }
    found
        .confidence()
        .ifPresent(confidence -> facts.add("Confidence: " + Quantities.percent(confidence, 1)));
    facts.add("Method: " + found.method());
    facts.addAll(found.notes());
    Parts.list(page, facts);
    charts();
  }

  private void charts() {
    boolean rates = found.ratePerSecond().isPresent();
    List<Probe> probes =
        found.probes().stream()
            .filter(probe -> !rates || probe.offeredPerSecond().isPresent())
            .sorted(Comparator.comparingDouble(FindSection::load))
            .toList();
    if (probes.isEmpty()) {
      return;
    }
    FindChart chart = new FindChart(probes.stream().map(FindSection::load).toList(), marks(), page);
    String axis = rates ? "offered requests/s" : "clients";
    chart.render(
        "Achieved requests/s by " + axis,
        false,
        List.of(line("achieved", 0, probes, probe -> probe.achievedPerSecond())),
        rates);
    chart.render(
        "Response times in ms by " + axis + ", on a logarithmic scale",
        true,
        List.of(
            line("p50", 0, probes, probe -> millis(probe.p50Micros())),
            line("p99", 1, probes, probe -> millis(probe.p99Micros())),
            line("p99.9", 2, probes, probe -> millis(probe.p999Micros()))),
        false);
    page.element("p", "The same figures are in find.csv.", "class", "subject");
    page.table(ProbesSheet.of(found));
  }

  private List<Mark> marks() {
    List<Mark> marks = new ArrayList<>();
    found
        .ratePerSecond()
        .or(found::clients)
        .ifPresent(
            range -> {
              mark(marks, "low", range.low());
              mark(marks, "high", range.high());
            });
    if (found.kneePerSecond().isPresent()) {
      marks.clear();
      mark(marks, "knee", found.kneePerSecond());
    }
    mark(marks, "collapse", found.collapsePerSecond());
    return marks;
  }

  private static void mark(List<Mark> marks, String name, OptionalDouble at) {
    if (at.isPresent()) {
      marks.add(new Mark(name, at.getAsDouble()));
    }
  }

  private static FindChart.Line line(
      String name, int index, List<Probe> probes, Function<Probe, Double> value) {
    return new FindChart.Line(name, Strokes.part(index), probes.stream().map(value).toList());
  }

  private static double millis(OptionalLong micros) {
    return micros.isPresent() ? Math.max(1, micros.getAsLong()) / 1e3 : Double.NaN;
  }

  private static double load(Probe probe) {
    return probe.offeredPerSecond().orElse(probe.clients());
  }
}
