package io.kvbench.reports.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.reports.PageFixtures;
import io.kvbench.reports.SeriesFixtures;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.figure.HostFigure;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.host.HostMetric;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunSeriesTest {
  @TempDir private Path parent;

  @Test
  void aSecondWithoutAnswersHasNoTimesAndARateOfNothing() throws Exception {
    RunSeries run = read(SeriesFixtures.write(parent, "etcd"));

    assertThat(of(run, Metric.MEAN, 2)).isCloseTo(4, within(0.01));
    assertThat(of(run, Metric.MIN, 2)).isCloseTo(2, within(0.01));
    assertThat(of(run, Metric.MAX, 2)).isCloseTo(6, within(0.01));
    assertThat(of(run, Metric.THROUGHPUT, 2)).isCloseTo(1_000 / 1.001, within(0.1));
    assertThat(of(run, Metric.MEAN, SeriesFixtures.SILENT)).isNaN();
    assertThat(of(run, Metric.THROUGHPUT, SeriesFixtures.SILENT)).isZero();
    assertThat(of(run, Metric.THROUGHPUT, 7)).isNaN();
    assertThat(run.okCount()).isEqualTo(500 * (1 + 2 + 4 + 5 + 6));
  }

  /** Answers in the last two seconds are counted, and have no rate. */
  @Test
  void theDrainHasTimesAndNoThroughput() throws Exception {
    RunSeries run = read(SeriesFixtures.writeDrained(parent, "etcd"));

    assertThat(of(run, Metric.THROUGHPUT, 4)).isCloseTo(2_000 / 1.001, within(0.1));
    assertThat(of(run, Metric.THROUGHPUT, 5)).isNaN();
    assertThat(of(run, Metric.MAX, 5)).isCloseTo(15, within(0.1));
    assertThat(run.okCount()).isEqualTo(500 * (1 + 2 + 4 + 5 + 6));
  }

  /** A short drain is no part of the second before it, in which nothing was answered. */
  @Test
  void theLatencyOfADrainIsNotBesideAThroughputOfZero() throws Exception {
    RunSeries run = read(SeriesFixtures.writeLateDrain(parent, "etcd"));

    assertThat(of(run, Metric.THROUGHPUT, 1)).isZero();
    assertThat(of(run, Metric.MAX, 1)).isNaN();
    assertThat(of(run, Metric.THROUGHPUT, 2)).isNaN();
    assertThat(of(run, Metric.MAX, 2)).isCloseTo(1_100, within(2.0));
  }

  @Test
  void whatTheScheduleAskedForIsKnownWhileItWasSent() throws Exception {
    RunSeries run = read(SeriesFixtures.writeDrained(parent, "etcd"));

    assertThat(of(run, Metric.OFFERED, 1)).isCloseTo(500, within(0.1));
    assertThat(of(run, Metric.OFFERED, SeriesFixtures.SILENT)).isCloseTo(500, within(0.1));
    assertThat(of(run, Metric.OFFERED, 5)).as("the drain").isNaN();
    assertThat(Plots.of("test", List.of(run)).plots())
        .filteredOn(plot -> !plot.planned().isEmpty())
        .singleElement()
        .satisfies(plot -> assertThat(plot.y()).isEqualTo(Metric.THROUGHPUT));
  }

  @Test
  void spikesAreEventsWithTheirCauses() throws Exception {
    RunSeries run = read(PageFixtures.write(parent, "etcd", 40, ""));

    assertThat(run.events())
        .filteredOn(event -> event.kind() == Event.Kind.SPIKE)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.second()).isCloseTo(PageFixtures.GAP, within(0.01));
              assertThat(event.text()).isEqualTo("no OK answers: no cause found");
            });
  }

  @Test
  void serversAreKnownWhereTheyWereSampled() throws Exception {
    RunSeries run = read(SeriesFixtures.write(parent, "etcd"));

    assertThat(of(run, Metric.AVG_CPU, 1)).as("nothing before it").isNaN();
    assertThat(of(run, Metric.AVG_CPU, 2)).isCloseTo((50 + 150) / 2.0, within(0.1));
    assertThat(of(run, Metric.MAX_CPU, 2)).isCloseTo(150, within(0.1));
    assertThat(of(run, Metric.AVG_MEMORY, 2)).isCloseTo(102 * 1.048576, within(0.01));
    assertThat(of(run, Metric.MAX_MEMORY, 2)).isCloseTo(103 * 1.048576, within(0.01));
    assertThat(of(run, Metric.SECTORS_READ, 2)).isCloseTo(8, within(0.01));
    assertThat(of(run, Metric.VOLUNTARY_SWITCHES, 2)).isCloseTo(500, within(0.1));
    assertThat(of(run, Metric.AVG_MEMORY, SeriesFixtures.UNSEEN)).isNaN();
    assertThat(of(run, Metric.AVG_MEMORY, 6)).isPositive();
    assertThat(of(run, Metric.WRITES, 6)).as("after a gap").isNaN();
  }

  @Test
  void whatIsNotKnownOfOneServerIsNotKnownOfAll() throws Exception {
    Path directory = SeriesFixtures.write(parent, "etcd");
    Path file = directory.resolve("host-node-2.csv");
    Files.write(file, Files.readAllLines(file).subList(0, 3));

    RunSeries run = read(directory);

    assertThat(of(run, Metric.AVG_MEMORY, 2)).isPositive();
    assertThat(of(run, Metric.AVG_MEMORY, 3)).isNaN();
    assertThat(run.nodes().getFirst().figure(HostFigure.of(HostMetric.RESIDENT_BYTES), 3))
        .isPresent();
  }

  @Test
  void eventsAreThoseOfThePhase() throws Exception {
    RunSeries run = read(SeriesFixtures.write(parent, "etcd"));

    assertThat(run.events())
        .extracting(Event::second, Event::kind)
        .containsExactly(tuple(1.5, Event.Kind.SNAPSHOT), tuple(2.25, Event.Kind.GC_PAUSE));
  }

  @Test
  void keysAreOfTheSecondsInWhichTheyWereWritten() throws Exception {
    RunSeries run = read(SeriesFixtures.write(parent, "etcd"));

    List<PlotAxis.Group> groups = PlotAxis.byKeys(run, 1_000);

    assertThat(groups).extracting(PlotAxis.Group::x).startsWith(1_000L, 2_000L).endsWith(9_000L);
    assertThat(groups.get(0).seconds()).containsExactly(1, 2);
    assertThat(groups.get(1).seconds()).containsExactly(2, 4);
    assertThat(groups.getLast().seconds()).containsExactly(6);
    assertThat(PlotAxis.byKeys(run, 4_000))
        .extracting(PlotAxis.Group::x)
        .containsExactly(4_000L, 8_000L, 9_000L);
  }

  @Test
  void stepsAreOfTheirClients() throws Exception {
    RunSeries run = read(SeriesFixtures.writeSteps(parent, "etcd"));

    List<PlotAxis.Group> groups = PlotAxis.byClients(run);

    assertThat(groups).extracting(PlotAxis.Group::x).containsExactly(10L, 20L);
    assertThat(groups.get(0).seconds()).containsExactly(1, 2, 3);
    assertThat(groups.get(1).seconds()).containsExactly(4, 5, 6);
    assertThat(Metric.MEAN.inColumn(run.during(groups.get(0).seconds())).orElseThrow())
        .as("weighted by how many there were")
        .isCloseTo((2 * 500 + 4 * 1_000) / 1_500.0, within(0.01));
  }

  @Test
  void noLineLeadsFromStepToStepInWhatClientsSaw() throws Exception {
    RunSeries steps = read(SeriesFixtures.writeSteps(parent, "etcd"));
    RunSeries sampled = read(SeriesFixtures.write(parent, "etcd"));

    assertThat(startsAnew(steps, "AVG-THROUGHPUT")).containsExactly(1L, 4L);
    assertThat(startsAnew(steps, "AVG-LATENCY-MS")).containsExactly(1L, 4L);
    assertThat(startsAnew(sampled, "AVG-THROUGHPUT")).containsExactly(1L);
    assertThat(startsAnew(sampled, "AVG-CPU")).isEmpty();
  }

  private static List<Long> startsAnew(RunSeries run, String name) {
    return Plots.of("test", List.of(run)).plots().stream()
        .filter(plot -> plot.name().equals(name))
        .flatMap(plot -> plot.lines().getFirst().points().stream())
        .filter(Plot.Point::startsAnew)
        .map(Plot.Point::x)
        .toList();
  }

  @Test
  void aDamagedFileIsToldAndNothingIsRead() throws Exception {
    Path directory = SeriesFixtures.write(parent, "etcd");
    Path file = directory.resolve("host-node-1.csv");
    Files.writeString(file, Files.readString(file).replaceFirst("sleeping,42", "sleeping,4x2"));
    List<String> problems = new ArrayList<>();

    assertThat(RunSeries.readAll(List.of(directory), problems::add)).isEmpty();
    assertThat(problems).hasSize(1);
    assertThat(problems.getFirst())
        .contains("host-node-1.csv is damaged in line 2", "\"4x2\" is not a number");
  }

  @Test
  void plotsAreThoseOfWhichAnythingIsKnown() throws Exception {
    Path sampled = SeriesFixtures.write(parent, "etcd");
    Path steps = SeriesFixtures.writeSteps(parent, "zookeeper");
    List<RunSeries> both = RunSeries.readAll(List.of(sampled, steps), problem -> {}).orElseThrow();

    Plots.Found found = Plots.of("test", both);

    assertThat(found.plots()).extracting(Plot::name).doesNotHaveDuplicates().hasSize(21 + 2);
    assertThat(found.missing()).hasSize(13).allMatch(name -> name.endsWith("-BY-CLIENT-NUM"));
    Plot memory =
        found.plots().stream()
            .filter(plot -> plot.name().equals("AVG-VMRSS-MB"))
            .findFirst()
            .orElseThrow();
    assertThat(memory.unknown()).hasSize(1).first().asString().startsWith("zookeeper");
    assertThat(memory.lines().getFirst().points())
        .extracting(point -> point.y().isPresent())
        .containsExactly(IntStream.rangeClosed(1, 6).mapToObj(n -> n != 5).toArray(Boolean[]::new));
  }

  @Test
  void everyPlotSaysWhatHasToBeKnownOfASystem() throws Exception {
    Path noted = SeriesFixtures.write(parent, "dengine");
    Path result = noted.resolve(ResultDirectory.RESULT);
    Files.writeString(
        result,
        Files.readString(result)
            .replaceFirst("\"system\"\\s*:\\s*\\{", "$0 \"notes\": [\"in memory first\"],"));
    List<RunSeries> both =
        RunSeries.readAll(List.of(SeriesFixtures.write(parent, "etcd"), noted), problem -> {})
            .orElseThrow();

    assertThat(both.get(0).notes()).isEmpty();
    assertThat(both.get(1).notes()).containsExactly("dengine 1.0: in memory first");
    assertThat(Plots.of("test", both).plots())
        .isNotEmpty()
        .allMatch(plot -> plot.notes().equals(both.get(1).notes()));
  }

  private static double of(RunSeries run, Metric metric, int second) {
    OptionalDouble figure = metric.inColumn(run.during(List.of(second)));
    return figure.orElse(Double.NaN);
  }

  private static RunSeries read(Path directory) {
    List<String> problems = new ArrayList<>();
    List<RunSeries> runs = RunSeries.readAll(List.of(directory), problems::add).orElse(List.of());
    assertThat(problems).isEmpty();
    return runs.getFirst();
  }
}
