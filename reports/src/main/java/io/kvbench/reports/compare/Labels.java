package io.kvbench.reports.compare;

import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.RunStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What to call runs: by their systems, and by more only where that is the same. */
public final class Labels {
  private static final String UNKNOWN = "unknown";

  private Labels() {}

  /** Returns a label for each run, unlike the others. */
  public static List<String> of(List<RunResult> runs) {
    return of(runs, Collections.nCopies(runs.size(), ""));
  }

  /**
   * Returns a label for each run, unlike the others.
   *
   * @param own the labels that the user gave them, or empty
   */
  static List<String> of(List<RunResult> runs, List<String> own) {
    List<String> labels = runs.stream().map(Labels::system).toList();
    for (List<String> more : List.of(runs.stream().map(RunResult::workload).toList(), own)) {
      if (!twice(labels).isEmpty() && more.stream().distinct().count() > 1) {
        labels = with(labels, more);
      }
    }
    return numbered(labels);
  }

  /** Returns what to call directories: by their names, and by their paths where two have one. */
  public static List<String> directories(List<Path> directories) {
    List<String> names = directories.stream().map(Labels::name).toList();
    Set<String> twice = twice(names);
    List<String> labels = new ArrayList<>();
    for (int index = 0; index < names.size(); index++) {
      String name = names.get(index);
      labels.add(twice.contains(name) ? directories.get(index).toString() : name);
    }
    return List.copyOf(labels);
  }

  private static String name(Path directory) {
    Path name = directory.toAbsolutePath().normalize().getFileName();
    return name == null ? directory.toString() : name.toString();
  }

  /** Returns the system of a run with its version, where that is known. */
  public static String system(RunResult run) {
    String version = run.system().version();
    return version.isBlank() || version.equals(UNKNOWN)
        ? run.system().name()
        : run.system().name() + " " + version;
  }

  /** Returns the verdict on a run, and its status where it did not come to its end. */
  public static String verdict(RunResult run) {
    String status = run.status() == RunStatus.COMPLETE ? "" : ", " + run.status().name();
    return run.verdict().validity().name() + status;
  }

  private static List<String> with(List<String> labels, List<String> more) {
    List<String> longer = new ArrayList<>();
    for (int run = 0; run < labels.size(); run++) {
      longer.add((labels.get(run) + " " + more.get(run)).strip());
    }
    return longer;
  }

  /** Returns labels that are unlike each other: with a number where there are several of one. */
  static List<String> numbered(List<String> labels) {
    Set<String> twice = twice(labels);
    List<String> numbered = new ArrayList<>();
    for (int run = 0; run < labels.size(); run++) {
      String label = labels.get(run);
      int before = Collections.frequency(labels.subList(0, run), label);
      numbered.add(twice.contains(label) ? label + " #" + (before + 1) : label);
    }
    return numbered;
  }

  private static Set<String> twice(List<String> labels) {
    Set<String> twice = new TreeSet<>();
    labels.stream().filter(label -> Collections.frequency(labels, label) > 1).forEach(twice::add);
    return twice;
  }
}
