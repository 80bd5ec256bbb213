package io.kvbench.reports.text;

import io.kvbench.reports.run.ProbesSheet;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.FindResult;
import io.kvbench.results.format.FindResult.Outcome;
import io.kvbench.results.format.FindResult.Probe;
import io.kvbench.results.format.FindResult.Range;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/** What a search found, for a terminal: the answer first, then a picture and its probes. */
public final class FindText {
  private static final int MOST_BARS = 24;
  private static final int BAR = 40;

  private final FindResult found;
  private final Page page;

  private FindText(FindResult found, TextStyle style) {
    this.found = found;
    page = new Page(style);
  }

  /** Returns the text. */
  public static String of(FindResult found, TextStyle style) {
    FindText text = new FindText(found, style);
    text.render();
    return text.page.toString();
  }

  /**
   * Returns the answer in one sentence, such as {@code 1,020 to 1,060 requests/s: highest rate of
   * workloada on memory}.
   */
  public static String answer(FindResult found) {
    String of = " of " + found.workload() + " on " + found.system();
    return found
        .ratePerSecond()
        .map(rate -> interval(rate, "requests/s") + ": highest rate" + of)
        .or(
            () ->
                found
                    .clients()
                    .map(
                        clients ->
                            interval(clients, "clients") + ": smallest number that saturates" + of))
        .map(PlainText::of)
        .orElse("nothing found");
  }

  private static String interval(Range range, String unit) {
    if (range.low().isPresent() && range.high().isPresent()) {
      return number(range.low()) + " to " + number(range.high()) + " " + unit;
    }
    if (range.low().isPresent()) {
      return "at least " + number(range.low()) + " " + unit;
    }
    return range.high().isPresent()
        ? "at most " + number(range.high()) + " " + unit
        : "unknown number of " + unit;
  }

  private static String number(OptionalDouble value) {
    return Quantities.rate(value.orElse(0));
  }

  private void render() {
    page.title(answer(found), "");
    page.line(found.status().name() + ": " + PlainText.of(found.reason()));
    page.blank();
    if (!found.thresholds().isEmpty()) {
      page.field("Thresholds", PlainText.of(String.join(", ", found.thresholds())));
    }
    found
        .confidence()
        .ifPresent(
            confidence ->
                page.field(
                    "Confidence",
                    Quantities.percent(confidence, 1)
                        + ", for an interval of at most "
                        + Quantities.percent(found.precision(), 1)));
    page.field("Method", found.method());
    curve();
    found.notes().forEach(note -> page.field("Note", PlainText.of(note)));
    picture();
    page.table(ProbesSheet.of(found));
    List<Probe> failed =
        found.probes().stream().filter(probe -> probe.reason().isPresent()).toList();
    if (!failed.isEmpty()) {
      page.blank();
      page.title("Failed probes", "");
      failed.forEach(
          probe ->
              page.item(
                  "probe " + probe.number() + ": " + PlainText.of(probe.reason().orElse(""))));
    }
    page.blank();
  }

  private void curve() {
    found
        .capacityPerSecond()
        .ifPresent(
            rate -> page.field("Closed loop", Quantities.rate(rate) + " requests/s at most"));
    found.kneePerSecond().ifPresent(rate -> page.field("Knee", Quantities.rate(rate) + "/s"));
    found
        .collapsePerSecond()
        .ifPresent(
            rate ->
                page.field(
                    "Collapse",
                    "from "
                        + Quantities.rate(rate)
                        + "/s on, less than "
                        + Quantities.percent(FindResult.COLLAPSE, 1)
                        + " of the peak is achieved"));
  }

  /** A bar for each probe by what it achieved, in the order of the load. */
  private void picture() {
    boolean rates = found.ratePerSecond().isPresent();
    List<Probe> shown =
        found.probes().stream()
            .filter(probe -> !rates || probe.offeredPerSecond().isPresent())
            .sorted(Comparator.comparingDouble(FindText::distance))
            .limit(MOST_BARS)
            .sorted(Comparator.comparingDouble(FindText::load))
            .toList();
    double most = shown.stream().mapToDouble(Probe::achievedPerSecond).max().orElse(0);
    if (most == 0) {
      return;
    }
    page.blank();
    page.title("Achieved", rates ? "by offered requests/s" : "by number of clients");
    int width = shown.stream().mapToInt(probe -> label(probe).length()).max().orElse(0);
    String block = page.style().unicode() ? "█" : "#";
    for (Probe probe : shown) {
      int length = (int) Math.round(BAR * probe.achievedPerSecond() / most);
      page.line(
          "  %s %s %s%s"
              .formatted(
                  Columns.right(label(probe), width),
                  Columns.left(block.repeat(length), BAR),
                  Quantities.rate(probe.achievedPerSecond()),
                  probe.outcome() == Outcome.MEASURED ? "" : "  " + ProbesSheet.outcome(probe)));
    }
  }

  private static String label(Probe probe) {
    return Quantities.rate(load(probe));
  }

  private static double load(Probe probe) {
    return probe.offeredPerSecond().orElse(probe.clients());
  }

  /** Later probes of a search are nearer to what it looks for. */
  private static double distance(Probe probe) {
    return -probe.number();
  }
}
