package io.kvbench.reports.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.reports.FindFixtures;
import io.kvbench.reports.SeriesFixtures;
import io.kvbench.reports.StepFixtures;
import io.kvbench.reports.StoredFixtures;
import io.kvbench.reports.compare.ComparedRuns;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.content.LoadCharts;
import io.kvbench.reports.content.MainFigures;
import io.kvbench.reports.content.SuiteCharts;
import io.kvbench.reports.run.LoadCurve;
import io.kvbench.reports.series.Event;
import io.kvbench.reports.series.Plot;
import io.kvbench.reports.series.Plot.Line;
import io.kvbench.reports.series.Plot.Point;
import io.kvbench.reports.series.PlotAxis;
import io.kvbench.reports.series.Plots;
import io.kvbench.reports.series.RunSeries;
import io.kvbench.reports.suite.SuiteCells;
import io.kvbench.reports.suite.Suites;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.format.FindResult;
import io.kvbench.results.format.PhaseResult;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Tests of pictures, as far as a program can check them. */
class PictureTest {
  private static final Locale DEFAULT = Locale.getDefault();

  @TempDir private Path parent;

  @AfterEach
  void restoreLocale() {
    Locale.setDefault(DEFAULT);
  }

  @Test
  void everyPlotCanBeDrawn() throws Exception {
    List<RunSeries> runs =
        RunSeries.readAll(
                List.of(
                    SeriesFixtures.write(parent, "etcd"),
                    SeriesFixtures.writeSteps(parent, "consul")),
                problem -> {})
            .orElseThrow();

    for (Plot plot : Plots.of("a test", runs).plots()) {
      Picture picture = Picture.of(plot);
      assertThat(texts(parse(picture.svg())))
          .as(plot.name())
          .contains(plot.axis().words())
          .anyMatch(text -> text.startsWith("a test, " + plot.words() + " ("));
      BufferedImage png = ImageIO.read(new ByteArrayInputStream(picture.png()));
      assertThat(png.getWidth()).isEqualTo(1_440);
      assertThat(png.getHeight()).isEqualTo(810);
    }
  }

  @Test
  void aGapStaysAGap() throws Exception {
    String whole = path(parse(Picture.of(plot(line(0, "etcd", 1, 2, 3, 4, 5, 6))).svg()));
    String broken = path(parse(Picture.of(plot(line(0, "etcd", 1, 2, -1, 4, 5, 6))).svg()));

    assertThat(whole.chars().filter(sign -> sign == 'M')).hasSize(1);
    assertThat(broken.chars().filter(sign -> sign == 'M')).hasSize(2);
    assertThat(broken.chars().filter(sign -> sign == 'L'))
        .hasSameSizeAs(List.of("1-2", "4-5", "5-6"));
  }

  @Test
  void noLineLeadsToAPointThatStartsAnew() throws Exception {
    Line whole = line(0, "etcd", 1, 2, 3, 4, 5, 6);
    List<Point> points = new ArrayList<>(whole.points());
    Point fourth = points.get(3);
    points.set(3, new Point(fourth.x(), true, fourth.y(), fourth.low(), fourth.high()));
    Line broken = new Line(0, whole.label(), whole.system(), points);

    String path = path(parse(Picture.of(plot(broken)).svg()));

    assertThat(path.chars().filter(sign -> sign == 'M')).hasSize(2);
    assertThat(path.chars().filter(sign -> sign == 'L'))
        .hasSameSizeAs(List.of("1-2", "2-3", "4-5", "5-6"));
  }

  @Test
  void runsOfOneSystemHaveOneColourAndDifferByTheirDashes() throws Exception {
    String svg = Picture.of(plot(line(0, "etcd", 1, 2, 3), line(1, "etcd", 2, 3, 4))).svg();

    assertThat(svg).contains("stroke=\"rgb(0,114,178)\"", "stroke-dasharray=\"9,4\"");
    assertThat(Picture.of(plot(line(0, "etcd", 1, 2, 3))).svg())
        .contains("stroke=\"rgb(0,114,178)\"")
        .doesNotContain("stroke-dasharray=\"9,4\"");
  }

  @Test
  void whatWasOfferedIsADashedLineWithoutMarkersAboveTheOthers() throws Exception {
    Line run = line(0, "etcd", 900, 900, 900);
    String one = Picture.of(offered(List.of(run), List.of(line(0, "etcd", 1000, 1000)))).svg();
    String two =
        Picture.of(
                offered(
                    List.of(run, line(1, "consul", 900, 900)),
                    List.of(line(0, "etcd", 1000, 1000), line(1, "consul", 2000, 2000))))
            .svg();

    assertThat(texts(parse(one))).contains("etcd #0", "offered");
    assertThat(texts(parse(two))).contains("offered, etcd #0", "offered, consul #1", "2,000");
    assertThat(one).contains("stroke-dasharray=\"4,5\"");
    assertThat(Picture.of(plot(run)).svg()).doesNotContain("stroke-dasharray=\"4,5\"");
  }

  private static Plot offered(List<Line> lines, List<Line> planned) {
    return new Plot(
        "AVG-THROUGHPUT",
        "test",
        PlotAxis.SECONDS,
        Metric.THROUGHPUT,
        Optional.empty(),
        Optional.empty(),
        lines,
        planned,
        List.of(),
        Collections.nCopies(lines.size(), List.of()),
        List.of(),
        List.of());
  }

  @Test
  void farApartTimesHaveALogarithmicScaleInEveryLocale() throws Exception {
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));

    List<String> texts = texts(parse(Picture.of(plot(line(0, "etcd", 1, 40, 5_000))).svg()));

    assertThat(texts).contains("ms (log scale)", "10", "100", "1,000");
    assertThat(texts(parse(Picture.of(plot(line(0, "etcd", 10, 12, 14))).svg())))
        .contains("ms", "0", "2")
        .doesNotContain("ms (log scale)");
  }

  @Test
  void whatHappenedIsMarkedAndExplained() throws Exception {
    Plot quiet = plot(line(0, "etcd", 1, 2, 3));
    Plot eventful =
        new Plot(
            quiet.name(),
            quiet.title(),
            quiet.axis(),
            quiet.y(),
            quiet.low(),
            quiet.high(),
            quiet.lines(),
            List.of(),
            List.of("consul 1.21"),
            List.of(List.of(new Event(1.5, Event.Kind.ELECTION, "node-1", "leads"))),
            List.of("etcd 3.5: snapshot, first 50 of 61"),
            List.of("dengine 0.2.4: writes are in memory when they are acknowledged"));

    assertThat(texts(parse(Picture.of(eventful).svg())))
        .contains(
            Event.Kind.ELECTION.title(),
            "no data: consul 1.21",
            "truncated events: etcd 3.5: snapshot, first 50 of 61",
            "dengine 0.2.4: writes are in memory when they are acknowledged");
    assertThat(texts(parse(Picture.of(quiet).svg()))).doesNotContain(Event.Kind.ELECTION.title());
  }

  @Test
  void textsFromElsewhereAreTexts() throws Exception {
    Line hostile =
        new Line(
            0,
            "</text><script>alert(1)</script>\u0000\u202E&",
            "etcd",
            line(0, "etcd", 1, 2).points());

    Document svg = parse(Picture.of(plot(hostile)).svg());

    assertThat(svg.getElementsByTagName("script").getLength()).isZero();
    assertThat(texts(svg)).anyMatch(text -> text.startsWith("</text><script>"));
  }

  @Test
  void longLabelsKeepTheirEndsAndNeedNotDifferOnceTheyAreCut() throws Exception {
    String name = "workload-with-a-name-that-is-longer-than-a-legend ";
    String faces = "\uD83D\uDE00".repeat(40);
    List<Point> points = line(0, "etcd", 1, 2).points();
    List<Line> lines = new ArrayList<>();
    for (String label : List.of(name + "#1", name + "#2", name + name + "#2", faces)) {
      lines.add(new Line(lines.size(), label, "etcd", points));
    }

    List<String> texts = texts(parse(Picture.of(plot(lines.toArray(Line[]::new))).svg()));

    assertThat(texts)
        .contains(
            "workload-with-a-name-that-i…-a-legend #1", "workload-with-a-name-that-i…-a-legend #2");
  }

  @Test
  void refersToNothingOutsideOfItself() throws Exception {
    String svg = Picture.of(plot(line(0, "etcd", 1, 2, 3))).svg();

    assertThat(svg).startsWith("<svg").doesNotContain("DOCTYPE", "href=");
    assertThat(Picture.of(plot(line(0, "etcd", 1, 2, 3))).svg()).isEqualTo(svg);
  }

  @Test
  void aCurveOverTheLoadHasThroughputPercentilesAndMarks() throws Exception {
    Picture steps =
        LoadPicture.of(
            "steps",
            LoadCharts.of(
                LoadCurve.ofSteps(PhaseResult.measured(StepFixtures.clientSteps().phases()))
                    .orElseThrow(),
                "etcd"));
    Picture search =
        LoadPicture.of(
            "search", LoadCharts.of(LoadCurve.of(FindFixtures.curve()).orElseThrow(), "etcd"));

    assertThat(texts(parse(steps.svg())))
        .contains("steps, by clients", "throughput", "p50", "p99", "p99.9", "clients (log scale)");
    assertThat(texts(parse(search.svg())))
        .contains("achieved", "offered", "knee", "collapse", "offered requests/s");
    assertThat(ImageIO.read(new ByteArrayInputStream(steps.png())).getWidth()).isEqualTo(1_440);
  }

  @Test
  void onALogarithmicScaleTheOfferedRateIsACurve() throws Exception {
    List<LoadCurve.Point> points = new ArrayList<>();
    for (double rate : new double[] {10, 100, 1_000}) {
      OptionalDouble nanos = OptionalDouble.of(1e6);
      points.add(
          new LoadCurve.Point(rate, rate * 0.9, nanos, nanos, nanos, FindResult.Outcome.PASSED));
    }
    LoadCurve curve = new LoadCurve(LoadCurve.Load.OFFERED_RATE, points, List.of());

    String svg = LoadPicture.of("search", LoadCharts.of(curve, "etcd")).svg();

    assertThat(texts(parse(svg))).contains("offered requests/s (log scale)", "offered");
    assertThat(path(parse(svg)).chars().filter(sign -> sign == 'L')).hasSize(50);
    assertThat(svg).doesNotContain("Infinity", "\u221E", "NaN");
  }

  @Test
  void heatMapsHaveEveryFigureAndTheirDifferences() throws Exception {
    SuiteCells cells = SuiteCells.of(Suites.grid(0.5));
    Metric figure = Metric.THROUGHPUT;

    String svg = GridPicture.of(SuiteCharts.grids("grid", cells, figure).orElseThrow()).svg();
    String differences =
        GridPicture.of(SuiteCharts.differences("grid", cells, figure).orElseThrow()).svg();

    assertThat(texts(parse(svg)))
        .contains("grid, Throughput", "one", "two", "valuesize ↓ clients →", "12,500/s", "–");
    assertThat(texts(parse(differences))).contains("two against one", "-50.0 %");
    assertThat(parse(svg).getElementsByTagName("rect").getLength()).isGreaterThanOrEqualTo(22);
  }

  @Test
  void barsHaveTheirLimitsAndOneColourForEachSystem() throws Exception {
    List<Path> two =
        List.of(
            StoredFixtures.write(parent, "zookeeper", 30, 400),
            StoredFixtures.write(parent, "etcd", 30, 800));
    Comparison comparison = Comparison.of(ComparedRuns.read(two, problem -> {}).orElseThrow());

    String svg = BarsPicture.of(MainFigures.bars("bars", comparison).orElseThrow()).svg();

    assertThat(texts(parse(svg)))
        .contains("bars", "Throughput", "Higher is better.", "p50 response time", "etcd 1.0")
        .anyMatch(text -> text.contains("confidence interval"));
    assertThat(svg).contains("rgb(213,94,0)", "rgb(0,114,178)", "<line");
  }

  private static Plot plot(Line... lines) {
    return new Plot(
        "AVG-LATENCY-MS",
        "test",
        PlotAxis.SECONDS,
        Metric.MEAN,
        Optional.empty(),
        Optional.empty(),
        List.of(lines),
        List.of(),
        List.of(),
        Collections.nCopies(lines.length, List.of()),
        List.of(),
        List.of());
  }

  /** Figures below 0 are not known. */
  private static Line line(int place, String system, double... figures) {
    List<Point> points = new ArrayList<>();
    for (double figure : figures) {
      OptionalDouble y = figure < 0 ? OptionalDouble.empty() : OptionalDouble.of(figure);
      points.add(
          new Point(points.size() + 1L, false, y, OptionalDouble.empty(), OptionalDouble.empty()));
    }
    return new Line(place, system + " #" + place, system, points);
  }

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newDefaultNSInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  private static List<String> texts(Document svg) {
    List<String> texts = new ArrayList<>();
    NodeList nodes = svg.getElementsByTagName("text");
    for (int at = 0; at < nodes.getLength(); at++) {
      texts.add(nodes.item(at).getTextContent());
    }
    return texts;
  }

  /** The line of the only run: the longest path that is neither round nor closed. */
  private static String path(Document svg) {
    NodeList nodes = svg.getElementsByTagName("path");
    String longest = "";
    for (int at = 0; at < nodes.getLength(); at++) {
      String shape = ((Element) nodes.item(at)).getAttribute("d");
      if (!shape.contains("C") && !shape.contains("Z") && shape.length() > longest.length()) {
        longest = shape;
      }
    }
    return longest;
  }
}
