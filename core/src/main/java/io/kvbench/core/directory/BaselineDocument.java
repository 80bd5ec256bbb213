package io.kvbench.core.directory;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The content of a baseline file: the figures of benchmarks as they are accepted, to compare later
 * runs with. It is small, and meant to be kept in a repository.
 *
 * @param schema {@link #SCHEMA}
 * @param benchmarks each of another plan
 */
public record BaselineDocument(String schema, List<BenchmarkDocument> benchmarks) {
  public static final String SCHEMA = "kvbench-baseline/1";

  public BaselineDocument {
    benchmarks = List.copyOf(benchmarks);
  }

  public static BaselineDocument of(List<BenchmarkDocument> benchmarks) {
    return new BaselineDocument(SCHEMA, benchmarks);
  }

  /**
   * One benchmark.
   *
   * @param name for people
   * @param version of the last run: its label, or the version of its servers
   * @param lastRun when the last run began that is accepted
   * @param parts what is measured, by name: runs with other parts are not comparable
   * @param figures of the accepted runs, in their order, by the figure's name; times in nanoseconds
   */
  public record BenchmarkDocument(
      String name,
      String version,
      Instant lastRun,
      Map<String, String> parts,
      Map<String, List<Double>> figures) {
    public BenchmarkDocument {
      parts = Map.copyOf(parts);
      figures = Map.copyOf(figures);
    }
  }
}
