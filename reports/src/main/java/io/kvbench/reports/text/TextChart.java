package io.kvbench.reports.text;

import io.kvbench.reports.document.Chart;
import io.kvbench.reports.document.Chart.Bin;
import io.kvbench.reports.document.Chart.Distribution;
import io.kvbench.reports.document.Chart.LoadPoint;
import io.kvbench.reports.document.Chart.OverLoad;
import io.kvbench.reports.document.Chart.Share;
import io.kvbench.reports.document.Chart.ShareKind;
import io.kvbench.reports.document.Chart.Shares;
import io.kvbench.reports.document.Chart.Whole;
import io.kvbench.reports.document.Tone;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Charts drawn as text: those that need neither a time axis nor more than one colour. */
final class TextChart {
  private static final int TIME_WIDTH = 8;
  private static final int COUNT_WIDTH = 12;
  private static final int SHARE_WIDTH = 9;
  private static final int MARKS_WIDTH = 20;
  private static final int BAR = 40;
  private static final String EIGHTHS = " ▏▎▍▌▋▊▉█";

  private final Page page;

  TextChart(Page page) {
    this.page = page;
  }

  static boolean canDraw(Chart chart) {
    return switch (chart) {
      case Shares shares -> true;
      case Distribution distribution -> true;
      case OverLoad load -> load.unit() == Unit.PER_SECOND;
      default -> false;
    };
  }

  void draw(Chart chart) {
    page.blank();
    switch (chart) {
      case Shares shares when shares.wholes().size() == 1 ->
          shares(shares, shares.wholes().getFirst());
      case Shares shares -> page.table(table(shares));
      case Distribution distribution -> distribution(distribution);
      case OverLoad load -> load(load);
      default -> throw new IllegalArgumentException(chart.id());
    }
  }

  private void shares(Shares chart, Whole whole) {
    page.title(chart.title(), PlainText.of(whole.about()));
    page.line(bar(chart, whole.shares()));
    page.beside(
        0,
        whole.shares().stream()
            .map(
                each ->
                    chart.kind(each).sign()
                        + " "
                        + each.name()
                        + " "
                        + Quantities.percent(each.share(), 1))
            .toList());
  }

  /** Every part has at least one column; the rest of the columns goes by share. */
  private String bar(Shares chart, List<Share> parts) {
    int width = page.width() - 2;
    StringBuilder bar = new StringBuilder("[");
    int drawn = 0;
    double shares = 0;
    for (int index = 0; index < parts.size(); index++) {
      ShareKind kind = chart.kind(parts.get(index));
      shares += parts.get(index).share();
      int after = parts.size() - 1 - index;
      int until = Math.clamp(Math.round(shares * width), drawn + 1, width - after);
      bar.append(ink(kind.tone()).on(kind.sign().repeat(until - drawn), page.style()));
      drawn = until;
    }
    return bar.append(']').toString();
  }

  private static TextColour ink(Tone tone) {
    return switch (tone) {
      case GOOD -> TextColour.BAR;
      case BAD, DOUBTFUL -> TextColour.FAILED;
      case PLAIN -> TextColour.OTHER;
    };
  }

  private static Sheet table(Shares chart) {
    List<Figure<Whole>> columns = new ArrayList<>();
    columns.add(Figure.of("", whole -> Cell.words(whole.name())));
    for (ShareKind kind : chart.kinds()) {
      columns.add(
          Figure.of(
              kind.name(),
              whole ->
                  Cell.of(
                      whole.shares().stream()
                          .filter(each -> each.name().equals(kind.name()))
                          .mapToDouble(Share::share)
                          .sum(),
                      Unit.SHARE)));
    }
    return Sheet.of(chart.title(), "", columns, chart.wholes());
  }

  private void distribution(Distribution chart) {
    page.title(chart.title(), chart.note());
    long most = chart.bins().stream().mapToLong(Bin::count).max().orElse(1);
    chart.bins().forEach(bin -> page.line(line(bin, Math.max(1, most))));
  }

  private String line(Bin bin, long most) {
    int width = page.width() - 2 * TIME_WIDTH - 5 - COUNT_WIDTH - SHARE_WIDTH - MARKS_WIDTH;
    String bar = Page.left(bar(bin.count(), most, width), width);
    return Page.right(Quantities.micros(bin.fromMicros()), TIME_WIDTH)
        + " – "
        + Page.right(Quantities.micros(bin.toMicros()), TIME_WIDTH)
        + " │"
        + TextColour.BAR.on(bar, page.style())
        + Page.right(Quantities.count(bin.count()), COUNT_WIDTH)
        + Page.right(Quantities.percent(bin.share(), 1), SHARE_WIDTH)
        + (bin.marks().isEmpty() ? "" : " ◂ " + bin.marks());
  }

  /** A bar in eighths of a column; every non-zero value is at least a hairline. */
  private static String bar(long count, long most, int width) {
    long eighths = Math.round((double) count / most * width * 8);
    eighths = count > 0 ? Math.max(1, eighths) : 0;
    String whole = "█".repeat((int) (eighths / 8));
    int rest = (int) (eighths % 8);
    return rest == 0 ? whole : whole + EIGHTHS.charAt(rest);
  }

  /** A bar for each point of the first line, in the order of the load. */
  private void load(OverLoad chart) {
    List<LoadPoint> points =
        chart.lines().getFirst().points().stream()
            .sorted(Comparator.comparingDouble(LoadPoint::load))
            .toList();
    double most = points.stream().mapToDouble(LoadPoint::value).max().orElse(0);
    boolean differ = points.stream().map(LoadPoint::kind).distinct().count() > 1;
    page.title(chart.title(), "");
    int width =
        points.stream().mapToInt(point -> Quantities.rate(point.load()).length()).max().orElse(0);
    String block = page.style().unicode() ? "█" : "#";
    for (LoadPoint point : points) {
      int length = most > 0 ? (int) Math.round(BAR * point.value() / most) : 0;
      page.line(
          "  %s %s %s%s"
              .formatted(
                  Page.right(Quantities.rate(point.load()), width),
                  Page.left(block.repeat(length), BAR),
                  Quantities.rate(point.value()),
                  differ ? "  " + chart.kinds().get(point.kind()).name() : ""));
    }
  }
}
