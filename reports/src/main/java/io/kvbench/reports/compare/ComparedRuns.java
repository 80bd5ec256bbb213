package io.kvbench.reports.compare;

import io.kvbench.results.directory.IntervalAnalysis;
import io.kvbench.results.directory.StoredRun;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A reader of the runs of a comparison from their result directories. */
public final class ComparedRuns {
  private ComparedRuns() {}

  /**
   * Reads result directories, all of them before it gives up.
   *
   * @param problems takes a sentence for everything that is wrong in any of them
   * @param others what else to read of them
   * @return the runs in the order of the directories; empty if anything was wrong
   */
  public static Optional<List<ComparedRun>> read(
      List<Path> directories, Consumer<String> problems, IntervalAnalysis<?>... others) {
    return read(directories, List.of(), List.of(), problems, others);
  }

  /**
   * Reads result directories in the same way, of runs that have names already, or of a suite.
   *
   * @param labels what to call the runs of the directories, unlike each other; none for what they
   *     differ in
   * @param titles what to call all repeats of the run of each directory; none outside of a suite
   */
  public static Optional<List<ComparedRun>> read(
      List<Path> directories,
      List<String> labels,
      List<String> titles,
      Consumer<String> problems,
      IntervalAnalysis<?>... others) {
    IntervalAnalysis<?>[] readings =
        Stream.concat(Stream.of(Blocks.READING), Stream.of(others))
            .toArray(IntervalAnalysis<?>[]::new);
    Set<Path> seen = new HashSet<>();
    Map<Boolean, List<Path>> isFirst =
        directories.stream()
            .collect(
                Collectors.partitioningBy(each -> seen.add(each.toAbsolutePath().normalize())));
    List<Path> twice = isFirst.getOrDefault(false, List.of());
    twice.forEach(each -> problems.accept(each + " is named twice: omit one of the two."));
    return StoredRun.readAll(isFirst.getOrDefault(true, List.of()), problems, readings)
        .filter(runs -> twice.isEmpty())
        .map(runs -> compared(runs, labels, titles));
  }

  private static List<ComparedRun> compared(
      List<StoredRun> runs, List<String> given, List<String> titles) {
    List<String> labels = given.isEmpty() ? RunLabels.of(runs) : given;
    List<ComparedRun> compared =
        IntStream.range(0, runs.size())
            .mapToObj(
                run ->
                    ComparedRun.of(
                        labels.get(run),
                        titles.stream().skip(run).findFirst(),
                        runs.get(run),
                        runs.get(run).get(Blocks.READING)))
            .toList();
    return titles.isEmpty() ? RunGroups.labelled(compared) : compared;
  }
}
