package io.kvbench.reports.content;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.reports.compare.Measured;
import io.kvbench.reports.compare.RunLabels;
import io.kvbench.reports.document.Element.Checked;
import io.kvbench.reports.document.Element.Checklist;
import io.kvbench.reports.document.Element.Statement;
import io.kvbench.reports.document.Tone;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.SloResult;
import io.kvbench.results.format.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The first lines: whether to trust the figures, and if not, why. */
public final class Headline {
  /** Below this share of busy time in successes, response times describe too little of the run. */
  private static final double ENOUGH_COVERED = 0.95;

  private static final int MOST_REASONS = 3;

  static final String EMPTY_STORE = "the store was empty: run -load first, or omit -t.";

  /** Where updates create missing records, few answers are NOT_FOUND. */
  private static final double MANY_MISSES = 0.05;

  private final RunResult result;
  private final Measured measured;
  private final ClientTime time;

  private Headline(RunResult result) {
    this.result = result;
    this.measured = Measured.of(result);
    this.time = measured.clientTime();
  }

  public static Headline of(RunResult result) {
    return new Headline(result);
  }

  /** Returns the verdict with all reasons. */
  Statement statement() {
    return new Statement(tone(), word(), sentence(), "", reasons());
  }

  /**
   * Returns the verdict with up to three reasons, checks of one cause together. Further checks are
   * named.
   */
  Statement brief() {
    List<String> reasons = new ArrayList<>(special());
    List<List<Verdict.Reason>> causes = List.copyOf(causes().values());
    int shown = Math.min(causes.size(), Math.max(0, MOST_REASONS - reasons.size()));
    causes.subList(0, shown).forEach(cause -> reasons.add(line(cause)));
    if (shown < causes.size()) {
      List<Verdict.Reason> others =
          causes.subList(shown, causes.size()).stream().flatMap(List::stream).toList();
      reasons.add(others.size() + " more: " + names(others));
    }
    return new Statement(tone(), word(), sentence(), "", reasons);
  }

  /** Returns the checks that did not pass by their cause, most severe first. */
  private Map<String, List<Verdict.Reason>> causes() {
    Map<String, List<Verdict.Reason>> byCause = new LinkedHashMap<>();
    for (Verdict.Reason reason : failed()) {
      byCause.computeIfAbsent(cause(reason), cause -> new ArrayList<>()).add(reason);
    }
    return byCause;
  }

  private static String line(List<Verdict.Reason> reasons) {
    Verdict.Reason gravest = reasons.getFirst();
    return reasons.size() == 1
        ? sentence(gravest)
        : "%s (%s): %s".formatted(cause(gravest), names(reasons), observed(gravest));
  }

  private static String names(List<Verdict.Reason> reasons) {
    return reasons.stream()
        .map(reason -> PlainText.of(reason.check()))
        .collect(Collectors.joining(", "));
  }

  /** Checks with one cause share a line; a check of an unknown name has its own cause. */
  private static String cause(Verdict.Reason reason) {
    return switch (reason.check()) {
      case "cpu",
          "steal",
          "gc share",
          "gc pause",
          "hiccup p99",
          "longest hiccup",
          "pinned",
          "pinned share",
          "clock",
          "busy thread",
          "run delay",
          "throttled",
          "other load" ->
          "client machine";
      case "achieved rate",
          "lag",
          "concurrency",
          "imbalance",
          "two rates",
          "drift",
          "load changed" ->
          "load";
      case "too short", "warm-up", "thresholds" -> "length";
      case "answers",
          "errors",
          "outcomes",
          "overwritten",
          "not found",
          "short scans",
          "conflicts",
          "values",
          Verdict.CLIENT_TIME ->
          "answers";
      case Verdict.STORE, "store check", "servers" -> "records";
      case Verdict.FAULT, "fault plan" -> "faults";
      default -> reason.check();
    };
  }

  /**
   * Returns the reasons for doubt about the figures, one sentence each; names in them are escaped.
   */
  public List<String> reasons() {
    List<String> reasons = new ArrayList<>(special());
    failed().stream().map(Headline::sentence).forEach(reasons::add);
    return reasons;
  }

  /** Returns notes on the system and the run; names are escaped. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    result.system().notes().orElse(List.of()).stream().map(PlainText::of).forEach(notes::add);
    result.verdict().notes().orElse(List.of()).stream().map(Headline::note).forEach(notes::add);
    return notes;
  }

  private static String note(Verdict.Reason note) {
    String limit = " (" + PlainText.of(note.limit()) + ")";
    return PlainText.of(note.check()) + ", " + PlainText.of(note.observed()) + limit;
  }

  /** Reasons that come from no check. */
  private List<String> special() {
    List<String> reasons = new ArrayList<>();
    if (anything() && !isCovered() && isOfEmptyStore()) {
      reasons.add(coverage());
    }
    result.statusReason().ifPresent(reason -> reasons.add(PlainText.of(reason)));
    return reasons;
  }

  /** Returns what ran: the workload with the operations of its measured phases, and the system. */
  public String subject() {
    String size = anything() ? " (" + Quantities.count(measured.count(), "operation") + ")" : "";
    return PlainText.of(result.origin().workload())
        + size
        + " on "
        + PlainText.of(RunLabels.system(result));
  }

  /** Returns the client library, as {@code group:artifact:1.0}, where it is known. */
  public Optional<String> client() {
    return Optional.of(result.system().client())
        .filter(client -> !client.isBlank() && !client.equals("unknown"))
        .map(PlainText::of);
  }

  private static String sentence(Verdict.Reason reason) {
    return PlainText.of(reason.check()) + ": " + observed(reason);
  }

  private static String observed(Verdict.Reason reason) {
    String limit =
        reason.limit().isBlank() ? "" : " (expected: " + PlainText.of(reason.limit()) + ")";
    return PlainText.of(reason.observed()) + limit;
  }

  /** Returns the verdict, with the run's status unless it is complete. */
  public String word() {
    return RunLabels.verdict(result);
  }

  /** Returns what there is to say to it in one sentence. */
  public String sentence() {
    if (!anything()) {
      return "no operation completed.";
    }
    if (isOfEmptyStore()) {
      return EMPTY_STORE;
    }
    if (!isCovered()) {
      return coverage() + ".";
    }
    int failed = failed().size();
    if (failed > 0) {
      return failed == 1 ? "one check failed." : failed + " checks failed.";
    }
    return result.status() == RunStatus.COMPLETE
        ? "all checks passed."
        : "the figures cover only the part that ran.";
  }

  /**
   * The checks that did not pass, without those whose reasons have separate lines: the status, and
   * what the times cover.
   */
  private List<Verdict.Reason> failed() {
    return result.verdict().reasons().stream()
        .filter(reason -> !reason.check().equals(Verdict.STATUS))
        .filter(reason -> isCovered() || !reason.check().equals(Verdict.CLIENT_TIME))
        .toList();
  }

  private boolean anything() {
    return measured.count() > 0;
  }

  private String coverage() {
    return "the times below cover only %s of the clients' busy time; the rest went to %s"
        .formatted(Quantities.percent(measured.coveredNanos(), time.occupiedNanos()), rest());
  }

  /** Returns whether the response times describe nearly all of the clients' busy time. */
  boolean isCovered() {
    return measured.coveredNanos() >= ENOUGH_COVERED * time.occupiedNanos();
  }

  private String rest() {
    long notOk = time.busyNanos() - measured.coveredNanos();
    return "operations that were not OK (%s)%s"
        .formatted(
            Quantities.percent(notOk, time.occupiedNanos()),
            time.reconnectNanos() == 0
                ? ""
                : " and to reconnecting (%s)"
                    .formatted(Quantities.percent(time.reconnectNanos(), time.occupiedNanos())));
  }

  /** Returns the weight of the verdict. */
  Tone tone() {
    if (result.status() == RunStatus.FAILED) {
      return Tone.BAD;
    }
    return switch (result.verdict().validity()) {
      case VALID -> result.status() == RunStatus.COMPLETE ? Tone.GOOD : Tone.DOUBTFUL;
      case SUSPECT -> Tone.DOUBTFUL;
      case INVALID -> Tone.BAD;
    };
  }

  /** The user's own thresholds, each with what was seen. */
  Checklist thresholds() {
    List<SloResult> slos = result.slos().orElse(List.of());
    long broken = slos.stream().filter(slo -> !slo.met()).count();
    return new Checklist(
        "Thresholds",
        broken == 0
            ? "all met"
            : Quantities.count(broken) + " of " + Quantities.count(slos.size()) + " failed",
        slos.stream().map(slo -> new Checked(slo.met(), slo.observed())).toList());
  }

  /** Of a run without a load phase ({@code -t}), whose answers were NOT_FOUND for that. */
  private boolean isOfEmptyStore() {
    return result.store().storeCheck().filter(check -> check.keysBefore() == 0).isPresent()
        && result.phases().stream().noneMatch(phase -> phase.name() == PhaseName.LOAD)
        && result.phases().stream().anyMatch(Headline::misses);
  }

  private static boolean misses(PhaseResult phase) {
    long missing =
        phase.operations().entrySet().stream()
            .filter(entry -> !entry.getKey().isComposite() && !entry.getKey().coordinates())
            .mapToLong(entry -> entry.getValue().outcomes().getOrDefault(Outcome.NOT_FOUND, 0L))
            .sum();
    return missing > 0 && missing >= MANY_MISSES * phase.operationCount();
  }
}
