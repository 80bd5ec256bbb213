package io.kvbench.reports.content;

import io.kvbench.core.measure.Drain;
import io.kvbench.core.measure.PoolUse;
import io.kvbench.core.measure.Silences;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.reports.document.Chart;
import io.kvbench.reports.document.Element;
import io.kvbench.reports.document.Element.CellForm;
import io.kvbench.reports.document.Element.Entries;
import io.kvbench.reports.document.Element.Entry;
import io.kvbench.reports.document.Element.Subsection;
import io.kvbench.reports.document.Element.Tabulation;
import io.kvbench.reports.run.NotOkSheet;
import io.kvbench.reports.run.PhasesSheet;
import io.kvbench.reports.run.TimesSheets;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.AuditResult;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PrimaryOperations;
import io.kvbench.results.format.TimeResult;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The document parts about one phase: totals, throughput, the distribution of its times, and more.
 */
final class PhaseParts {
  private static final long SHORT_NANOS = 3_000_000_000L;

  /** A drain that takes a smaller part of the phase goes without saying. */
  private static final double LONG_DRAIN = 0.01;

  /** A smaller part of the median goes without saying. */
  private static final double LEAST_OWN_TIME = 0.01;

  private static final int BINS_FOR_ONE = 11;
  private static final int BINS_FOR_SEVERAL = 6;

  /** The subjects of runs of expiring leases and of watchers. */
  private static final Set<OperationType> SUBJECTS =
      EnumSet.of(OperationType.LEASE_EXPIRY, OperationType.WATCH_DELIVERY);

  private final PhaseResult phase;

  PhaseParts(PhaseResult phase) {
    this.phase = phase;
  }

  /** Returns a phase that is not what the run was about in one entry. */
  Entry brief() {
    String name = phase.name().toString();
    return Entry.of(
        name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1),
        "%s in %s, %s ops/s: %s"
            .formatted(
                Quantities.count(phase.operationCount(), "operation"),
                Quantities.elapsed(phase.span().wallNanos()),
                Quantities.rate(phase.rates().throughputPerSecond()),
                parts(List.of(phase))));
  }

  /** Returns what was not OK: all of it, or the most frequent. */
  Element notOk(boolean full) {
    return new Tabulation(
        full ? NotOkSheet.of(phase) : NotOkSheet.brief(phase), CellForm.PLAIN, true);
  }

  /** Returns the phase under its name and its load. */
  Subsection subsection(List<Element> elements) {
    boolean probe = phase.name() == PhaseName.PROBE;
    String number = phase.step().map(step -> " " + (probe ? step.index() : step)).orElse("");
    return new Subsection(phase.name().name() + number, shape(probe ? "probe" : "step"), elements);
  }

  /** Returns the phase as the summary of a run has it. */
  Subsection summary() {
    List<Element> elements = new ArrayList<>();
    elements.add(new Entries(entries(false)));
    if (phase.operationCount() > 0) {
      elements.add(Tabulation.of(PhasesSheet.mixes(phase)));
      elements.add(Tabulation.of(FaultsSheet.brief(phase)));
      elements.add(Tabulation.of(TimesSheets.of(phase).getFirst()));
    }
    elements.add(notOk(false));
    return subsection(elements);
  }

  /** Returns how the kvbench process and its host were doing, where it is known. */
  Optional<Entry> condition() {
    return phase
        .client()
        .condition()
        .map(
            each ->
                Entry.of(
                    "Condition",
                    ConditionLine.of(
                        each, phase.span().wallNanos(), phase.operationCount(), ownNanos())));
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

  private String shape(String kind) {
    return "%s%s on %s, %s, %s"
        .formatted(
            phase.step().isPresent() ? kind + " with the highest throughput: " : "",
            clients(phase),
            phase.load().connections() == 0
                ? "an unknown number of connections"
                : connections() + ownConnections() + openedAgain(),
            PlainText.of(phase.load().loadModel()),
            Quantities.elapsed(phase.span().wallNanos()));
  }

  private String connections() {
    return upTo(phase.load().connections(), phase.mostConnections(), "connection");
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

  List<Entry> entries(boolean full) {
    List<Entry> entries = new ArrayList<>();
    entries.add(Entry.of("Operations", totals(List.of(phase))));
    if (phase.operationCount() == 0) {
      return entries;
    }
    entries.add(
        Entry.of(
            "Throughput",
            Quantities.rate(phase.rates().throughputPerSecond())
                + " ops/s OK on average"
                + extremes()));
    phase.rates().offeredPerSecond().ifPresent(offered -> entries.add(offered(offered)));
    phase.pool().filter(PoolUse::wasShort).ifPresent(pool -> entries.add(noneFree(pool)));
    if (full) {
      entries.add(
          Entry.of(
              "Concurrency",
              "%s operations in flight on average with %s"
                  .formatted(Quantities.rate(phase.rates().meanConcurrency()), clients(phase))));
      phase.audit().flatMap(AuditResult::silences).flatMap(this::gaps).ifPresent(entries::add);
      phase.span().drain().flatMap(this::drain).ifPresent(entries::add);
    }
    return entries;
  }

  /** Waits that the response times of a closed loop do not show. */
  private Optional<Entry> gaps(Silences.Summary found) {
    return found.p99WaitNanos() <= phase.response().percentileNanos(99)
        ? Optional.empty()
        : Optional.of(
            Entry.of(
                "Gaps",
                "%s of 20 ms or more without an answer, %s in all, the longest %s; p99 wait of an arrival at any moment %s"
                    .formatted(
                        Quantities.count(found.count()),
                        Quantities.elapsed(found.totalNanos()),
                        Quantities.elapsed(found.longestNanos()),
                        Quantities.elapsed(found.p99WaitNanos()))));
  }

  private Optional<Entry> drain(Drain drain) {
    return drain.nanos() < LONG_DRAIN * phase.span().wallNanos()
        ? Optional.empty()
        : Optional.of(
            Entry.of(
                "Drain",
                "%s after sending ended: %s, %s of them OK, oldest %s; excluded from the rates"
                    .formatted(
                        Quantities.elapsed(drain.nanos()),
                        Quantities.count(drain.operations(), "operation"),
                        Quantities.count(drain.okCount()),
                        Quantities.elapsed(drain.oldestNanos()))));
  }

  private static Entry noneFree(PoolUse pool) {
    return Entry.of(
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

  private Entry offered(double offered) {
    double achieved = phase.achievedPerSecond();
    return Entry.of(
        "Arrivals",
        "%s/s offered, %s/s achieved (%s)"
            .formatted(
                Quantities.rate(offered),
                Quantities.rate(achieved),
                Quantities.percent(achieved, offered)));
  }

  /**
   * One screen has room for one distribution: that of the time between operations that is the
   * subject of the run, else of all primary operations.
   */
  List<Chart> spread() {
    List<OperationType> shown =
        SUBJECTS.stream()
            .filter(this::hasTimes)
            .findFirst()
            .map(List::of)
            .orElseGet(
                () ->
                    PrimaryOperations.of(List.of(phase)).stream().filter(this::hasTimes).toList());
    if (shown.isEmpty()) {
      return List.of();
    }
    String kind = phase.rates().offeredPerSecond().isPresent() ? "response" : "service";
    int most = phase.operations().size() == 1 ? BINS_FOR_ONE : BINS_FOR_SEVERAL;
    OperationResult only = phase.operations().get(shown.getFirst());
    TimeResult times =
        shown.size() == 1 && only != null ? only.response() : TimeResult.of(phase.response());
    return List.of(
        TimesHistogram.of(
            "spread",
            "%s %s times".formatted(shown.size() == 1 ? shown.getFirst() : "All", kind),
            "on a logarithmic scale",
            times,
            most));
  }

  private boolean hasTimes(OperationType type) {
    OperationResult operation = phase.operations().get(type);
    return operation != null && operation.response().count() > 0;
  }

  /** Returns how many clients there were, and how many they became in an open loop. */
  static String clients(PhaseResult phase) {
    return upTo(phase.load().clients(), phase.mostClients(), "client");
  }

  private static String upTo(long planned, long most, String thing) {
    return (planned == most ? "" : Quantities.count(planned) + " to ")
        + Quantities.count(most, thing);
  }

  /**
   * Returns the operations of phases in sum, such as {@code 1,000: 990 OK, 10 errors (1.0 %)}.
   * Composites are left out, since their parts are in it.
   */
  static String totals(List<PhaseResult> phases) {
    long count = phases.stream().mapToLong(PhaseResult::operationCount).sum();
    return count == 0 ? "none completed" : Quantities.count(count) + ": " + parts(phases);
  }

  private static String parts(List<PhaseResult> phases) {
    long count = phases.stream().mapToLong(PhaseResult::operationCount).sum();
    long ok = phases.stream().mapToLong(PhaseResult::okCount).sum();
    long errors = phases.stream().mapToLong(PhaseResult::errorCount).sum();
    long others = count - ok - errors;
    return "%s OK%s, %s%s"
        .formatted(
            Quantities.count(ok),
            others == 0
                ? ""
                : ", " + Quantities.count(others, "other outcome") + share(others, count),
            Quantities.count(errors, "error"),
            errors == 0 ? "" : share(errors, count));
  }

  private static String share(long part, long count) {
    return " (" + Quantities.percent(part, count) + ")";
  }
}
