package io.kvbench.reports.text;

import io.kvbench.core.measure.PoolUse;
import io.kvbench.core.measure.Silences;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.reports.run.NotOkSheet;
import io.kvbench.reports.run.PhasesSheet;
import io.kvbench.reports.run.ReplaySheet;
import io.kvbench.reports.run.TimesSheets;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.AuditResult;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PrimaryOperations;
import io.kvbench.results.format.TimeResult;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/** One phase: totals, throughput, times, their spread, errors and the client-time account. */
final class PhaseSection {
  private static final long SHORT_NANOS = 3_000_000_000L;

  /** A drain that takes a smaller part of the phase goes without saying. */
  private static final double LONG_DRAIN = 0.01;

  /** A smaller part of the median goes without saying. */
  private static final double LEAST_OWN_TIME = 0.01;

  /** Response and service times. */
  private static final int MOST_TABLES = 2;

  private static final int LINES_FOR_ONE = 11;
  private static final int LINES_FOR_SEVERAL = 6;

  /** What runs of expiring leases and of watchers are about. */
  private static final Set<OperationType> SUBJECTS =
      EnumSet.of(OperationType.LEASE_EXPIRY, OperationType.WATCH_DELIVERY);

  private final PhaseResult phase;

  PhaseSection(PhaseResult phase) {
    this.phase = phase;
  }

  /** Writes a phase that is not what the run was about in one line, and its errors. */
  static void renderBriefly(PhaseResult phase, Page page) {
    String name = phase.name().toString();
    page.field(
        name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1),
        "%s in %s, %s ops/s: %s"
            .formatted(
                Quantities.count(phase.operationCount(), "operation"),
                Quantities.elapsed(phase.span().wallNanos()),
                Quantities.rate(phase.rates().throughputPerSecond()),
                Totals.parts(List.of(phase))));
    notOk(phase, page);
  }

  /** Writes what was not OK: all of it where there is room, else the most frequent. */
  static void notOk(PhaseResult phase, Page page) {
    page.table(page.isFull() ? NotOkSheet.of(phase) : NotOkSheet.brief(phase), Ink.FAILED);
  }

  private String kind() {
    return phase.name() == PhaseName.PROBE ? "probe" : "step";
  }

  private String number() {
    return phase
        .step()
        .map(step -> " " + (phase.name() == PhaseName.PROBE ? step.index() : step))
        .orElse("");
  }

  void render(Page page) {
    page.blank();
    page.title(phase.name().name() + number(), shape());
    page.field("Operations", Totals.line(List.of(phase)));
    if (phase.operationCount() > 0) {
      rates(page);
      page.table(PhasesSheet.mixes(phase));
      page.table(page.isFull() ? FaultsSheet.of(phase) : FaultsSheet.brief(phase));
      TimesSheets.of(phase).stream().limit(page.isFull() ? MOST_TABLES : 1).forEach(page::table);
    }
    if (page.isFull()) {
      spread(page);
    }
    notOk(phase, page);
    if (page.isFull()) {
      details(page);
    }
  }

  private void details(Page page) {
    page.table(ReplaySheet.of(phase));
    ClientTimeBar.render(phase, page);
    phase
        .client()
        .condition()
        .ifPresent(
            condition -> {
              page.blank();
              ConditionLine.render(
                  condition, phase.span().wallNanos(), phase.operationCount(), ownNanos(), page);
            });
  }

  /** Returns kvbench's own time in each operation, where it is a part of the shortest times. */
  private OptionalLong ownNanos() {
    OptionalLong own = phase.audit().map(AuditResult::ownNanos).orElse(OptionalLong.empty());
    long median =
        phase.operations().values().stream()
            .map(operation -> operation.service().times())
            .filter(times -> times.count() > 0)
            .mapToLong(times -> times.percentileNanos(50))
            .min()
            .orElse(Long.MAX_VALUE);
    return own.orElse(0) < LEAST_OWN_TIME * median ? OptionalLong.empty() : own;
  }

  private String shape() {
    return "%s%s on %s, %s, %s"
        .formatted(
            phase.step().isPresent() ? kind() + " with the highest throughput: " : "",
            ClientTimeBar.clients(phase),
            phase.load().connections() == 0
                ? "an unknown number of connections"
                : connections() + ownConnections() + openedAgain(),
            PlainText.of(phase.load().loadModel()),
            Quantities.elapsed(phase.span().wallNanos()));
  }

  private String connections() {
    String most = Quantities.count(phase.mostConnections(), "connection");
    return phase.mostConnections() == phase.load().connections()
        ? most
        : Quantities.count(phase.load().connections()) + " to " + most;
  }

  private String ownConnections() {
    return phase.connectionUse().ownConnections().isPresent()
        ? " and "
            + Quantities.count(phase.connectionUse().ownConnections().getAsLong())
            + " more for locks, leases or watchers"
        : "";
  }

  private String openedAgain() {
    long times =
        phase.audit().map(AuditResult::connectionsOpened).orElse(OptionalLong.empty()).orElse(0);
    return times == 0 ? "" : ", opened again " + Quantities.count(times, "time");
  }

  /** Waits that the response times of a closed loop do not show. */
  private void silences(Silences.Summary found, Page page) {
    if (found.p99WaitNanos() > phase.response().percentileNanos(99)) {
      page.field(
          "Gaps",
          "%s of 20 ms or more without an answer, %s in all, the longest %s; p99 wait of an arrival at any moment %s"
              .formatted(
                  Quantities.count(found.count()),
                  Quantities.elapsed(found.totalNanos()),
                  Quantities.elapsed(found.longestNanos()),
                  Quantities.elapsed(found.p99WaitNanos())));
    }
  }

  private void rates(Page page) {
    page.field(
        "Throughput",
        Quantities.rate(phase.rates().throughputPerSecond()) + " ops/s OK on average" + extremes());
    phase.rates().offeredPerSecond().ifPresent(offered -> offered(offered, page));
    phase.pool().filter(PoolUse::wasShort).ifPresent(pool -> noneFree(pool, page));
    if (!page.isFull()) {
      return;
    }
    page.field(
        "Concurrency",
        "%s operations in flight on average with %s"
            .formatted(
                Quantities.rate(phase.rates().meanConcurrency()), ClientTimeBar.clients(phase)));
    phase.audit().flatMap(AuditResult::silences).ifPresent(found -> silences(found, page));
    phase
        .span()
        .drain()
        .filter(drain -> drain.nanos() >= LONG_DRAIN * phase.span().wallNanos())
        .ifPresent(
            drain ->
                page.field(
                    "Drain",
                    "%s after sending ended: %s, %s of them OK, oldest %s; excluded from the rates"
                        .formatted(
                            Quantities.elapsed(drain.nanos()),
                            Quantities.count(drain.operations(), "operation"),
                            Quantities.count(drain.okCount()),
                            Quantities.elapsed(drain.oldestNanos()))));
  }

  private static void noneFree(PoolUse pool, Page page) {
    page.field(
        "Free clients",
        "none for %s with %s, the limit (clients, clients.max): %s delayed; %s would have been enough"
            .formatted(
                Quantities.duration(pool.noneFreeNanos()),
                Quantities.count(pool.most(), "client"),
                Quantities.count(pool.delayed(), "request"),
                Quantities.count(pool.needed())));
  }

  /** The extremes of one or two full seconds would say less than the average. */
  private String extremes() {
    if (phase.span().wallNanos() < SHORT_NANOS) {
      return ", over less than " + SHORT_NANOS / 1_000_000_000L + " seconds";
    }
    OptionalDouble most = phase.rates().maxThroughputPerSecond();
    OptionalDouble least = phase.rates().minThroughputPerSecond();
    return most.isEmpty() || least.isEmpty()
        ? "; no full second"
        : "; full seconds: max %s, min %s"
            .formatted(Quantities.rate(most.getAsDouble()), Quantities.rate(least.getAsDouble()));
  }

  private void offered(double offered, Page page) {
    double achieved = phase.achievedPerSecond();
    page.field(
        "Arrivals",
        "%s/s offered, %s/s achieved (%s)"
            .formatted(
                Quantities.rate(offered),
                Quantities.rate(achieved),
                Quantities.percent(achieved, offered)));
  }

  /**
   * One screen has room for one distribution: that of the time between operations which the run is
   * about, else of all primary operations.
   */
  private void spread(Page page) {
    List<OperationType> shown =
        SUBJECTS.stream()
            .filter(this::hasTimes)
            .findFirst()
            .map(List::of)
            .orElseGet(
                () ->
                    PrimaryOperations.of(List.of(phase)).stream().filter(this::hasTimes).toList());
    if (shown.isEmpty()) {
      return;
    }
    String kind = phase.rates().offeredPerSecond().isPresent() ? "response" : "service";
    page.blank();
    page.title(
        "%s %s times".formatted(shown.size() == 1 ? shown.getFirst() : "All", kind),
        "on a logarithmic scale");
    int lines = phase.operations().size() == 1 ? LINES_FOR_ONE : LINES_FOR_SEVERAL;
    OperationResult only = phase.operations().get(shown.getFirst());
    TimeResult times =
        shown.size() == 1 && only != null ? only.response() : TimeResult.of(phase.response());
    new Spread(times, lines).render(page);
  }

  private boolean hasTimes(OperationType type) {
    OperationResult operation = phase.operations().get(type);
    return operation != null && operation.response().count() > 0;
  }
}
