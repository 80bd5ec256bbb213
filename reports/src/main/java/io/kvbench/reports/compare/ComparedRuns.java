package io.kvbench.reports.compare;

import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.directory.StoredRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Reads the runs of a comparison from their result directories. */
public final class ComparedRuns {
  private ComparedRuns() {}

  /**
   * Reads result directories, all of them before it gives up.
   *
   * @param problems takes a sentence for everything that is wrong in any of them
   * @return the runs in the order of the directories; empty if anything was wrong
   */
  public static Optional<List<ComparedRun>> read(
      List<Path> directories, Consumer<String> problems) {
    return read(directories, Labels::of, problems);
  }

  /**
   * Reads result directories in the same way, of runs that have names already.
   *
   * @param labels what to call the runs of the directories, unlike each other
   */
  public static Optional<List<ComparedRun>> read(
      List<Path> directories, List<String> labels, Consumer<String> problems) {
    return read(directories, stored -> labels, problems);
  }

  /**
   * Reads the runs of a suite in the same way.
   *
   * @param titles what to call all repeats of the run of each directory
   */
  public static Optional<List<ComparedRun>> read(
      List<Path> directories, List<String> labels, List<String> titles, Consumer<String> problems) {
    return read(directories, labels, problems)
        .map(
            runs ->
                IntStream.range(0, runs.size())
                    .mapToObj(
                        run -> runs.get(run).labelled(labels.get(run)).titled(titles.get(run)))
                    .toList());
  }

  private static Optional<List<ComparedRun>> read(
      List<Path> directories,
      Function<List<StoredRun>, List<String>> labels,
      Consumer<String> problems) {
    List<StoredRun> stored = new ArrayList<>();
    List<List<Block>> blocks = new ArrayList<>();
    Set<Path> seen = new LinkedHashSet<>();
    for (Path directory : directories) {
      if (!seen.add(directory.toAbsolutePath().normalize())) {
        problems.accept(directory + " is named twice: omit one of the two.");
        continue;
      }
      Optional<StoredRun> run = StoredRun.read(directory, problems);
      if (run.isPresent()) {
        blocks(run.get(), problems).ifPresent(blocks::add);
        stored.add(run.get());
      }
    }
    return blocks.size() == directories.size()
        ? Optional.of(runs(stored, labels.apply(stored), blocks))
        : Optional.empty();
  }

  private static Optional<List<Block>> blocks(StoredRun run, Consumer<String> problems) {
    try {
      return Optional.of(Blocks.of(run));
    } catch (ResultFormatException e) {
      problems.accept(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private static List<ComparedRun> runs(
      List<StoredRun> stored, List<String> labels, List<List<Block>> blocks) {
    List<ComparedRun> runs = new ArrayList<>();
    for (int index = 0; index < stored.size(); index++) {
      runs.add(ComparedRun.of(labels.get(index), stored.get(index), blocks.get(index)));
    }
    return RunGroups.labelled(runs);
  }
}
