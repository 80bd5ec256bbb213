package io.kvbench.reports.compare;

import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The names of runs: their systems, and their differences where these are the same. */
public final class RunLabels {
  private static final String UNKNOWN = "unknown";

  private RunLabels() {}

  /**
   * Returns a label for each run, unlike the others: its system and version, or else its system
   * with what the runs differ in, such as {@code store, clients=5}.
   */
  public static List<String> of(List<StoredRun> runs) {
    List<String> systems = runs.stream().map(run -> system(run.result())).toList();
    return twice(systems).isEmpty()
        ? systems
        : of(names(runs), runs.stream().map(RunLabels::parts).toList());
  }

  /** The version is part of a name where two runs of a system have different ones. */
  private static List<String> names(List<StoredRun> runs) {
    return runs.stream()
        .map(
            run -> {
              String name = run.result().system().name();
              Stream<String> versions =
                  runs.stream()
                      .filter(other -> other.result().system().name().equals(name))
                      .map(other -> system(other.result()));
              return versions.distinct().count() > 1 ? system(run.result()) : name;
            })
        .toList();
  }

  /** Returns what runs of a system may differ in, the most telling first. */
  private static Map<String, String> parts(StoredRun run) {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("workload", run.result().origin().workload());
    parts.put("label", Benchmark.label(run.plan()));
    Benchmark.of(run.plan(), run.result())
        .settings()
        .forEach((name, value) -> parts.put(name, name + "=" + value));
    parts.put("servers", Quantities.count(run.result().cluster().nodes(), "server"));
    return parts;
  }

  /**
   * Returns names unlike each other: with parts in which they differ, as few as it takes, or else
   * with a number.
   *
   * @param parts of each name, in the order in which they are added
   */
  public static List<String> of(List<String> names, List<Map<String, String>> parts) {
    return numbered(differing(names, parts));
  }

  /** Returns the same without numbers, so that names whose parts are the same are the same. */
  public static List<String> differing(List<String> names, List<Map<String, String>> parts) {
    List<String> labels = names;
    Set<String> keys = new LinkedHashSet<>();
    parts.forEach(each -> keys.addAll(each.keySet()));
    for (String key : keys) {
      List<String> values = parts.stream().map(each -> each.getOrDefault(key, "")).toList();
      if (isTelling(labels, values)) {
        labels = with(labels, values);
      }
    }
    return labels;
  }

  /** Returns whether values differ where labels do not. */
  private static boolean isTelling(List<String> labels, List<String> values) {
    return twice(labels).stream()
        .anyMatch(
            label ->
                IntStream.range(0, labels.size())
                        .filter(index -> labels.get(index).equals(label))
                        .mapToObj(values::get)
                        .distinct()
                        .count()
                    > 1);
  }

  /** Returns what to call directories: by their names, and by their paths where two have one. */
  public static List<String> directories(List<Path> directories) {
    List<String> names = directories.stream().map(RunLabels::name).toList();
    return directories.stream()
        .map(each -> Collections.frequency(names, name(each)) > 1 ? each.toString() : name(each))
        .toList();
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

  /** Returns the verdict on a run, with its status unless it is complete. */
  public static String verdict(RunResult run) {
    String status = run.status() == RunStatus.COMPLETE ? "" : ", " + run.status().name();
    return run.verdict().validity().name() + status;
  }

  private static List<String> with(List<String> labels, List<String> more) {
    return IntStream.range(0, labels.size())
        .mapToObj(run -> labels.get(run) + (more.get(run).isEmpty() ? "" : ", " + more.get(run)))
        .toList();
  }

  /** Returns labels that are unlike each other: with a number where there are several of one. */
  static List<String> numbered(List<String> labels) {
    List<String> numbered = new ArrayList<>();
    for (String label : labels) {
      int before = Collections.frequency(labels.subList(0, numbered.size()), label);
      boolean several = Collections.frequency(labels, label) > 1;
      numbered.add(several ? label + " #" + (before + 1) : label);
    }
    return numbered;
  }

  private static Set<String> twice(List<String> labels) {
    return labels.stream()
        .filter(label -> Collections.frequency(labels, label) > 1)
        .collect(Collectors.toSet());
  }
}
