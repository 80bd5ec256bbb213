package io.kvbench.reports.text;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.PhaseResult;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** One phase: totals, throughput, times, their spread, errors and the client-time account. */
final class PhaseSection {
  private static final int LINES_FOR_ONE = 11;
  private static final int LINES_FOR_SEVERAL = 6;

  private final PhaseResult phase;
  private final Totals totals;

  PhaseSection(PhaseResult phase) {
    this.phase = phase;
    this.totals = Totals.of(phase);
  }

  /** Writes a phase that is not what the run was about in one line, and its errors. */
  static void renderBriefly(PhaseResult phase, Page page) {
    Totals totals = Totals.of(phase);
    String name = phase.name().toString();
    page.field(
        name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1),
        "%s operations in %s, %s ops/s: %s"
            .formatted(
                Quantities.count(totals.count()),
                Quantities.elapsed(phase.wallNanos()),
                Quantities.rate(phase.throughputPerSecond()),
                totals.inWords()));
    NotOkSection.render(phase, page);
  }

  void render(Page page) {
    page.blank();
    page.title(phase.name().name(), shape());
    page.field(
        "Operations",
        totals.count() == 0
            ? "none ended"
            : Quantities.count(totals.count()) + ": " + totals.inWords());
    if (totals.count() > 0) {
      rates(page);
      new TimesTable(phase).render(page);
      spreads(page);
    }
    NotOkSection.render(phase, page);
    ClientTimeBar.render(phase, page);
  }

  private String shape() {
    return "%s clients on %s connections, %s, %s"
        .formatted(
            Quantities.count(phase.clients()),
            Quantities.count(phase.connections()),
            PlainText.of(phase.loadModel()),
            Quantities.elapsed(phase.wallNanos()));
  }

  private void rates(Page page) {
    page.field(
        "Throughput",
        Quantities.rate(phase.throughputPerSecond()) + " ops/s OK on average" + extremes());
    phase.offeredPerSecond().ifPresent(offered -> offered(offered, page));
    page.field(
        "Concurrency",
        "%s operations under way on average, of %s clients"
            .formatted(
                Quantities.rate(phase.meanConcurrency()), Quantities.count(phase.clients())));
  }

  private String extremes() {
    return phase.wallNanos() < 1_000_000_000L
        ? ", over less than a second"
        : "; full seconds: %s at most, %s at least"
            .formatted(
                Quantities.rate(phase.maxThroughputPerSecond()),
                Quantities.rate(phase.minThroughputPerSecond()));
  }

  private void offered(double offered, Page page) {
    double achieved = phase.wallNanos() == 0 ? 0 : phase.requests() * 1e9 / phase.wallNanos();
    page.field(
        "Arrivals",
        "%s/s offered, %s/s achieved (%s)"
            .formatted(
                Quantities.rate(offered),
                Quantities.rate(achieved),
                Quantities.percent(achieved, offered)));
  }

  private void spreads(Page page) {
    Map<OperationType, OperationResult> operations = new TreeMap<>(phase.operations());
    int lines = operations.size() == 1 ? LINES_FOR_ONE : LINES_FOR_SEVERAL;
    String kind = phase.offeredPerSecond().isPresent() ? "response" : "service";
    operations.forEach(
        (type, operation) -> {
          if (operation.response().count() > 0) {
            page.blank();
            page.title(type + " " + kind + " times", "on a logarithmic scale");
            new Spread(operation.response(), lines).render(page);
          }
        });
  }
}
