package io.kvbench.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.reports.PageFixtures;
import io.kvbench.reports.PhaseFixtures;
import io.kvbench.reports.StoredFixtures;
import io.kvbench.reports.compare.Noise.Judgement;
import io.kvbench.reports.series.RunSeries;
import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.statistics.BlockCount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComparedRunsTest {
  private static final Instant START = PhaseFixtures.START;
  private final List<String> problems = new ArrayList<>();

  @TempDir Path parent;

  @Test
  void whatRunsHaveLeftIsReadAndCompared() throws Exception {
    Path fast = StoredFixtures.write(parent, "etcd", 30, 1_500);
    Path slow = StoredFixtures.write(parent, "consul", 30, 1_000);

    List<ComparedRun> runs = ComparedRuns.read(List.of(fast, slow), problems::add).orElseThrow();

    assertThat(problems).isEmpty();
    assertThat(runs).extracting(ComparedRun::label).containsExactly("etcd 1.0", "consul 1.0");
    assertThat(runs)
        .allMatch(
            run ->
                run.blocks().size() >= BlockCount.FEWEST && run.blocks().size() <= BlockCount.MOST);
    assertThat(runs.getFirst().blocks().stream().mapToLong(Block::okCount).sum())
        .isEqualTo(runs.getFirst().result().phases().getFirst().okCount())
        .isEqualTo(
            runs.getFirst().blocks().stream().mapToLong(block -> block.response().count()).sum());
    Ranking throughput = Comparison.of(runs).standings().getFirst();
    assertThat(throughput.best()).isZero();
    assertThat(throughput.noise().judgement()).isEqualTo(Judgement.OUTSIDE);
  }

  @Test
  void aFewSecondsAreNothingToTellNoiseBy() throws Exception {
    Path one = StoredFixtures.write(parent, "etcd", Blocks.LEAST_INTERVALS - 1, 1_500);
    Path other = StoredFixtures.write(parent, "consul", Blocks.LEAST_INTERVALS, 1_000);

    List<ComparedRun> runs = ComparedRuns.read(List.of(one, other), problems::add).orElseThrow();

    assertThat(runs.get(0).blocks()).isEmpty();
    assertThat(runs.get(1).blocks()).hasSizeBetween(BlockCount.FEWEST, Blocks.LEAST_INTERVALS);
    assertThat(Comparison.of(runs).standings())
        .allMatch(standing -> standing.noise().judgement() == Judgement.UNKNOWN);
  }

  @Test
  void aWarmUpIsToldWithTheRateAfterIt() throws Exception {
    Path steady = StoredFixtures.write(parent, "steady", 60, 200);
    Path cold = StoredFixtures.writeRates(parent, "cold", 60, second -> second < 10 ? 50 : 200);
    Path rising = StoredFixtures.writeRates(parent, "rising", 60, second -> 100 + 4 * second);

    List<SteadyRun> runs =
        Comparison.of(ComparedRuns.read(List.of(steady, cold, rising), problems::add).orElseThrow())
            .steady();

    assertThat(runs).extracting(SteadyRun::label).containsExactly("cold 1.0", "rising 1.0");
    assertThat(runs.getFirst().isReached()).isTrue();
    assertThat(runs.getFirst().startSeconds()).isBetween(10.0, 16.0);
    assertThat(runs.getFirst().steadyPerSecond()).isBetween(190.0, 210.0);
    assertThat(runs.getFirst().wholePerSecond()).isBetween(165.0, 180.0);
    assertThat(runs.getLast().isReached()).isFalse();
  }

  @Test
  void runsOfTheSameSystemAreNumbered() throws Exception {
    Path one = StoredFixtures.write(parent, "etcd", 3, 100);
    Path other = StoredFixtures.write(parent, "etcd", 3, 100);

    assertThat(ComparedRuns.read(List.of(one, other), problems::add).orElseThrow())
        .extracting(ComparedRun::label)
        .containsExactly("etcd #1", "etcd #2");
  }

  @Test
  void runsOfTheSameSystemAreNamedByWhatDiffers() throws Exception {
    List<Path> runs =
        List.of(
            StoredFixtures.write(
                parent, "etcd", 3, 100, START, run -> run.set("clients", "5").set("b", "1")),
            StoredFixtures.write(
                parent, "etcd", 3, 100, START, run -> run.set("clients", "10").set("b", "1")),
            StoredFixtures.write(
                parent, "etcd", 3, 100, START, run -> run.set("clients", "10").set("b", "2")),
            StoredFixtures.write(
                parent, "consul", 3, 100, START, run -> run.set("clients", "5").set("b", "1")));

    assertThat(ComparedRuns.read(runs, problems::add).orElseThrow())
        .extracting(ComparedRun::label)
        .containsExactly(
            "etcd, b=1, clients=5",
            "etcd, b=1, clients=10",
            "etcd, b=2, clients=10",
            "consul, b=1, clients=5");
    assertThat(ComparedRuns.read(runs.subList(0, 2), problems::add).orElseThrow())
        .extracting(ComparedRun::label)
        .containsExactly("etcd, clients=5", "etcd, clients=10");
  }

  @Test
  void aLabelOfTheUsersComesBeforeSettings() throws Exception {
    List<Path> runs =
        List.of(
            StoredFixtures.writeBenchmark(parent, 100, START, "before"),
            StoredFixtures.writeBenchmark(parent, 100, START, "after"));

    assertThat(ComparedRuns.read(runs, problems::add).orElseThrow())
        .extracting(ComparedRun::label)
        .containsExactly("store, before", "store, after");
  }

  @ParameterizedTest
  @CsvSource({
    "result.json, ends in the middle",
    "plan.json, ends in the middle",
    "intervals.csv, ends in the middle of line",
    "histograms.hlog, is damaged in line",
  })
  void aTruncatedFileIsReportedInOneSentence(String file, String problem) throws Exception {
    Path directory = StoredFixtures.write(parent, "etcd", 12, 100);
    Path path = directory.resolve(file);
    byte[] whole = Files.readAllBytes(path);
    Files.write(path, Arrays.copyOf(whole, whole.length * 2 / 3));

    assertThat(read(directory)).isEmpty();
    assertThat(problems).singleElement().asString().contains(path.toString(), problem, "Copy it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "responseMeanMicros",
        "responseP50Micros",
        "responseP99Micros",
        "serviceMaxMicros",
        "okPerSecond",
      })
  void editedTimesAndRatesOfIntervalsAreRefused(String column) throws Exception {
    Path directory = StoredFixtures.write(parent, "etcd", 12, 1_500);
    assertThat(read(directory)).isPresent();
    Path path = directory.resolve("intervals.csv");
    List<String> lines = new ArrayList<>(Files.readAllLines(path));
    int at = List.of(lines.getFirst().split(",", -1)).indexOf(column);
    String[] cells = lines.get(7).split(",", -1);
    cells[at] = Long.toString(Math.round(Double.parseDouble(cells[at]) / 2));
    lines.set(7, String.join(",", cells));
    Files.write(path, lines);

    assertThat(read(directory)).isEmpty();
    assertThat(problems)
        .singleElement()
        .asString()
        .contains(path + " contradicts histograms.hlog in line 8: " + column + " is " + cells[at])
        .endsWith(". Copy the directory again, as a whole.");
  }

  @ParameterizedTest
  @CsvSource({
    "host-node-2.csv, 0, there is no",
    "host-client.csv, 0, there is no",
    "host-node-2.csv, 5, is not whole: it has 4 samples",
    "histograms.hlog, 5, is not whole",
    "intervals.csv, 5, is not whole",
  })
  void linesThatAreMissingAtTheEndAreMissed(String file, int lines, String problem)
      throws Exception {
    Path directory = PageFixtures.write(parent, "etcd", 30, "");
    Path path = directory.resolve(file);
    List<String> whole = Files.readAllLines(path);
    Files.delete(path);
    if (lines > 0) {
      Files.write(path, whole.subList(0, lines));
    }

    assertThat(ComparedRuns.read(List.of(directory), problems::add)).isEmpty();
    assertThat(RunSeries.readAll(List.of(directory), problems::add)).isEmpty();
    assertThat(problems)
        .hasSize(2)
        .allSatisfy(told -> assertThat(told).contains(path.toString(), problem, "Copy"));
  }

  @Test
  void aHostsFileThatWasCutOffIsToldToo() throws Exception {
    Path directory = PageFixtures.write(parent, "etcd", 30, "");
    Path path = directory.resolve("host-node-1.csv");
    String whole = Files.readString(path);
    Files.writeString(path, whole.substring(0, whole.length() - 5));

    assertThat(ComparedRuns.read(List.of(directory), problems::add)).isEmpty();
    assertThat(problems).singleElement().asString().contains(path.toString(), "was cut off");
  }

  @ParameterizedTest
  @CsvSource({"plan.json", "intervals.csv", "histograms.hlog"})
  void aFileThatIsMissingIsSaidInOneSentence(String file) throws Exception {
    Path directory = StoredFixtures.write(parent, "etcd", 12, 100);
    Files.delete(directory.resolve(file));

    assertThat(read(directory)).isEmpty();
    assertThat(problems).singleElement().asString().startsWith("there is no ").contains(file);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "result.json | kvbench-result/1 | kvbench-result/7 | \"kvbench-result/7\"",
        "plan.json | kvbench-plan/1 | kvbench-plan/0 | \"kvbench-plan/0\"",
        "plan.json | \"seed\": 1 | \"seed\": 2 | is the plan of another run",
        "intervals.csv | okCount | okCounted | no column \"okCount\"",
        "intervals.csv | INSERT | PUT | no operation \"PUT\"",
        "intervals.csv | 3,run | 4,run | lines are missing",
        "intervals.csv | INSERT, | INSERT,1 | is not whole, or of another run",
        "intervals.csv | INSERT, | INSERT,x | is not a number",
        "intervals.csv | T04 | T99 | is damaged in line 2",
        "histograms.hlog | 1.3] | 9.9] | is not a histogram log",
        "histograms.hlog | 1.000,1.001 | 1.500,1.001 | no interval at 1500 ms",
        "histograms.hlog | HISTFAAA | XXXXFAAA | is damaged in line 6",
      })
  void aFileThatIsAnotherOrDamagedIsSaidInOneSentence(
      String file, String from, String to, String problem) throws Exception {
    Path directory = StoredFixtures.write(parent, "etcd", 12, 100);
    Path path = directory.resolve(file);
    String text = Files.readString(path);
    assertThat(text).contains(from);
    Files.writeString(path, text.replace(from, to));

    assertThat(read(directory)).isEmpty();
    assertThat(problems).singleElement().asString().contains(path.toString(), problem);
    assertThat(problems.getFirst()).endsWith(".").doesNotContain("Exception", "\n");
  }

  @Test
  void everythingThatIsWrongWithSeveralIsSaidAtOnce() throws Exception {
    Path good = StoredFixtures.write(parent, "etcd", 3, 100);
    Path damaged = StoredFixtures.write(parent, "consul", 3, 100);
    Files.delete(damaged.resolve("plan.json"));
    Files.writeString(damaged.resolve("intervals.csv"), "");
    Path file = Files.writeString(parent.resolve("file"), "");
    Path empty = Files.createDirectory(parent.resolve("empty"));
    Path killed = Files.createDirectory(parent.resolve("killed"));
    Files.copy(good.resolve("plan.json"), killed.resolve("plan.json"));

    Optional<List<ComparedRun>> runs =
        ComparedRuns.read(
            List.of(good, good, damaged, parent.resolve("none"), file, empty, killed, parent),
            problems::add);

    assertThat(runs).isEmpty();
    assertThat(problems)
        .satisfiesExactly(
            problem -> assertThat(problem).contains("named twice"),
            problem -> assertThat(problem).contains("there is no", "plan.json"),
            problem -> assertThat(problem).contains("intervals.csv is empty"),
            problem -> assertThat(problem).contains("there is no directory", "none"),
            problem -> assertThat(problem).contains("is a file"),
            problem -> assertThat(problem).contains("it is not the result directory"),
            problem -> assertThat(problem).contains("the run has not ended"),
            problem -> assertThat(problem).contains("contains directories of runs"));
  }

  private Optional<List<ComparedRun>> read(Path directory)
      throws IOException, ResultDirectoryException {
    Path other = StoredFixtures.write(parent, "consul", 12, 100);
    return ComparedRuns.read(List.of(directory, other), problems::add);
  }
}
