package io.kvbench.results.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.reports.StoredFixtures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntervalAnalysisTest {
  /** Keeps the index and the number of primary operations of every interval. */
  private static final IntervalAnalysis<List<String>> COUNTS = run -> new Counts();

  @TempDir private Path parent;

  private final List<String> problems = new ArrayList<>();

  private static final class Counts implements IntervalAnalysis.Pass<List<String>> {
    private final List<String> counts = new ArrayList<>();

    @Override
    public void interval(
        StoredInterval interval, Map<OperationType, TimeHistogram> times, TimeHistogram primary) {
      counts.add(interval.index() + " " + primary.count());
    }

    @Override
    public List<String> finish() {
      return counts;
    }
  }

  @Test
  void everyIntervalWithAnswersIsTakenOnceAndInOrder() throws Exception {
    Path directory = StoredFixtures.write(parent, "store", 5, 100);

    StoredRun run = StoredRun.read(directory, problems::add, COUNTS).orElseThrow();

    assertThat(run.get(COUNTS))
        .hasSize(4)
        .isEqualTo(
            run.intervals().stream()
                .filter(interval -> interval.okCount() > 0)
                .map(interval -> interval.index() + " " + interval.okCount())
                .toList());
    assertThatThrownBy(() -> run.get(IntervalTrack.READING))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anIntervalOutOfOrderIsRefused() throws Exception {
    Path directory = StoredFixtures.write(parent, "store", 5, 100);
    Path file = directory.resolve(ResultDirectory.HISTOGRAMS);
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    String moved =
        lines.stream()
            .filter(line -> line.startsWith("Tag=run.INSERT.response,"))
            .findFirst()
            .orElseThrow();
    lines.remove(moved);
    lines.add(moved);
    Files.write(file, lines);

    assertThat(StoredRun.read(directory, problems::add, COUNTS)).isEmpty();
    assertThat(problems)
        .singleElement()
        .asString()
        .contains(file + " is damaged in line " + lines.size() + ": the interval at 0 ms is out");
  }
}
