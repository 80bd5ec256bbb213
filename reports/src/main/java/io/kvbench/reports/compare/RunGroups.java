package io.kvbench.reports.compare;

import io.kvbench.core.plan.RunSettings;
import io.kvbench.results.directory.PlanDocument;
import io.kvbench.results.format.RunResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The grouping of the runs of a comparison into repeats of each other. */
final class RunGroups {
  /** Two runs of one plan are for comparing with each other: something else has changed. */
  private static final int MOST_TO_COMPARE = 2;

  private RunGroups() {}

  /** Returns the groups, in the order of their first runs. */
  static List<RunGroup> of(List<ComparedRun> runs) {
    List<RunGroup> repeats = repeats(runs);
    return repeats.size() == 1 && runs.size() <= MOST_TO_COMPARE
        ? IntStream.range(0, runs.size())
            .mapToObj(run -> new RunGroup(runs.get(run).label(), List.of(run)))
            .toList()
        : repeats;
  }

  /** Returns the same where also two runs of one plan are a group. */
  static List<RunGroup> repeats(List<ComparedRun> runs) {
    List<List<Integer>> groups = alike(runs);
    List<String> labels = labels(runs, groups);
    return IntStream.range(0, groups.size())
        .mapToObj(index -> new RunGroup(labels.get(index), groups.get(index)))
        .toList();
  }

  private static List<List<Integer>> alike(List<ComparedRun> runs) {
    Map<List<Object>, List<Integer>> groups = new LinkedHashMap<>();
    for (int run = 0; run < runs.size(); run++) {
      PlanDocument plan = runs.get(run).plan();
      RunResult result = runs.get(run).result();
      Optional<String> title = runs.get(run).title();
      Benchmark benchmark = Benchmark.of(plan, result);
      List<Object> key =
          List.of(
              // Servers that runs of a suite share have other ports after each start.
              title.isPresent() ? benchmark.without(RunSettings.ENDPOINTS) : benchmark,
              Benchmark.versions(result),
              Benchmark.label(plan),
              title);
      groups.computeIfAbsent(key, none -> new ArrayList<>()).add(run);
    }
    Comparator<Integer> byStart = Comparator.comparing(run -> startedAt(runs, run));
    groups.values().forEach(group -> group.sort(byStart));
    return List.copyOf(groups.values());
  }

  private static Instant startedAt(List<ComparedRun> runs, int run) {
    return runs.get(run).result().origin().startedAt();
  }

  /** A group of one is called like its run; others by their titles, or what they differ in. */
  private static List<String> labels(List<ComparedRun> runs, List<List<Integer>> groups) {
    List<ComparedRun> firsts = groups.stream().map(group -> runs.get(group.getFirst())).toList();
    if (groups.size() == runs.size()) {
      return firsts.stream().map(ComparedRun::label).toList();
    }
    List<String> titles = firsts.stream().flatMap(run -> run.title().stream()).toList();
    return titles.size() == firsts.size()
        ? RunLabels.numbered(titles)
        : RunLabels.of(firsts.stream().map(ComparedRun::stored).toList());
  }

  /** Returns the runs with labels that say which of a group's runs they are. */
  static List<ComparedRun> labelled(List<ComparedRun> runs) {
    List<RunGroup> groups = of(runs);
    List<ComparedRun> labelled = new ArrayList<>(runs);
    for (RunGroup group : groups) {
      for (int number = 1; number <= group.runs().size(); number++) {
        int run = group.runs().get(number - 1);
        String label = group.label() + (group.isRepeated() ? " run " + number : "");
        labelled.set(run, runs.get(run).labelled(label));
      }
    }
    return List.copyOf(labelled);
  }

  /**
   * Returns whether runs of two groups took turns, so that what changed with time changed for both:
   * of every two runs that follow one another, one is of each group.
   */
  static boolean areInterleaved(List<ComparedRun> runs, RunGroup one, RunGroup other) {
    List<Integer> sorted =
        Stream.concat(one.runs().stream(), other.runs().stream())
            .sorted(Comparator.comparing(run -> startedAt(runs, run)))
            .toList();
    return one.runs().size() == other.runs().size()
        && IntStream.range(0, one.runs().size())
            .allMatch(
                pair ->
                    one.runs().contains(sorted.get(2 * pair))
                        != one.runs().contains(sorted.get(2 * pair + 1)));
  }
}
