package io.kvbench.reports.text;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.RunStatus;
import io.kvbench.core.result.Verdict;
import java.util.ArrayList;
import java.util.List;

/** The first lines: whether to trust the figures, and if not, why. */
public final class Headline {
  /** With less of the clients' busy time in successes, their times tell less than half the tale. */
  private static final double ENOUGH_COVERED = 0.95;

  private final RunResult result;
  private final List<PhaseResult> measured;
  private final ClientTime time;

  Headline(RunResult result, List<PhaseResult> measured) {
    this.result = result;
    this.measured = measured;
    this.time =
        measured.stream().map(PhaseResult::clientTime).reduce(ClientTime.none(), ClientTime::plus);
  }

  /** Returns the headline of a run. */
  public static Headline of(RunResult result) {
    return new Headline(result, PhaseResult.measured(result.phases()));
  }

  void render(Page page) {
    String word = word();
    List<String> lines = PlainText.wrap(word + ": " + sentence(), page.width());
    String first = lines.getFirst();
    int end = word.length();
    page.line(ink().on(first.substring(0, end), page.style()) + first.substring(end));
    lines.stream().skip(1).forEach(page::line);
    reasons().forEach(page::item);
  }

  /** Returns why not to trust the figures, one sentence each; names in them are made harmless. */
  public List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    if (anything() && !covered()) {
      reasons.add("the rest of it went to " + rest());
    }
    result.statusReason().ifPresent(reason -> reasons.add(PlainText.of(reason)));
    for (Verdict.Reason reason : failed()) {
      String limit =
          reason.limit().isBlank() ? "" : " (expected: " + PlainText.of(reason.limit()) + ")";
      reasons.add(PlainText.of(reason.check()) + ": " + PlainText.of(reason.observed()) + limit);
    }
    return reasons;
  }

  /** Returns the verdict's word, and the run's status where it did not come to its end. */
  public String word() {
    String status = result.status() == RunStatus.COMPLETE ? "" : ", " + result.status().name();
    return result.verdict().validity().name() + status;
  }

  /** Returns what there is to say to it in one sentence. */
  public String sentence() {
    if (!anything()) {
      return "no operation ended, so there are no figures.";
    }
    if (!covered()) {
      return "the times below cover only "
          + Quantities.percent(time.okNanos(), occupied())
          + " of the clients' busy time.";
    }
    int failed = result.verdict().reasons().size();
    if (!failed().isEmpty()) {
      return failed == 1 ? "one check did not pass." : failed + " checks did not pass.";
    }
    return result.status() == RunStatus.COMPLETE
        ? "every check passed."
        : "the figures are of the part that ran.";
  }

  /**
   * The checks that did not pass, without those whose reasons have lines of their own: the status,
   * and what the times cover.
   */
  private List<Verdict.Reason> failed() {
    return result.verdict().reasons().stream()
        .filter(reason -> !reason.check().equals(Verdict.STATUS))
        .filter(reason -> covered() || !reason.check().equals(Verdict.CLIENT_TIME))
        .toList();
  }

  private boolean anything() {
    return measured.stream().anyMatch(phase -> Totals.of(phase).count() > 0);
  }

  private boolean covered() {
    return time.okNanos() >= ENOUGH_COVERED * occupied();
  }

  /** Time in operations, and without a session to have one on. */
  private long occupied() {
    return time.busyNanos() + time.reconnectNanos();
  }

  private String rest() {
    long notOk = time.busyNanos() - time.okNanos();
    String operations =
        "operations that were not OK (" + Quantities.percent(notOk, occupied()) + ")";
    return time.reconnectNanos() == 0
        ? operations
        : operations
            + " and to reconnecting ("
            + Quantities.percent(time.reconnectNanos(), occupied())
            + ")";
  }

  private Ink ink() {
    if (result.status() == RunStatus.FAILED) {
      return Ink.BAD;
    }
    return switch (result.verdict().validity()) {
      case VALID -> result.status() == RunStatus.COMPLETE ? Ink.GOOD : Ink.WARNING;
      case SUSPECT -> Ink.WARNING;
      case INVALID -> Ink.BAD;
    };
  }
}
