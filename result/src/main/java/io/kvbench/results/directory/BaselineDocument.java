package io.kvbench.results.directory;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

  public static BaselineDocument read(Path file) throws ResultFormatException {
    if (!Files.exists(file)) {
      throw new ResultFormatException(
          "there is no baseline "
              + file
              + ": write one with kvbench history DIR --write-baseline "
              + file
              + ".");
    }
    return DocumentReader.read(file, BaselineDocument.SCHEMA, BaselineDocument.class);
  }

  /** Returns the content of its file, always the same for the same document. */
  public String text() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      JsonDocument.write(this, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /**
   * A benchmark of the baseline.
   *
   * @param name for people
   * @param version of the last run: its label, or the version of its servers
   * @param lastRun when the last run began that is accepted
   * @param parts what is measured, by name: runs with other parts are not comparable
   * @param figures of the accepted runs, in their order, by the figure's name, each more than 0;
   *     times in nanoseconds
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
      figures.forEach(
          (figure, values) -> {
            if (!values.stream().allMatch(BenchmarkDocument::isFigure)) {
              throw new IllegalArgumentException(
                  "\"" + figure + "\" has values that are not more than 0");
            }
          });
    }

    /** JSON may have a null or an infinite number in its place. */
    private static boolean isFigure(@Nullable Double value) {
      return value != null && value > 0 && Double.isFinite(value);
    }
  }
}
