package io.kvbench.results.directory;

import io.kvbench.results.format.RunResult;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * The codec of {@code result.json}: a {@link RunResult} as JSON, and back. The same result is
 * always the same bytes, in every locale. The format is described by {@code
 * kvbench-result-1.schema.json} beside this package; within version 1 it only grows, so the reader
 * ignores unknown fields.
 */
public final class ResultCodec {
  /** The JSON Schema of the format, as a resource of this class. */
  public static final String JSON_SCHEMA = "/io/kvbench/results/kvbench-result-1.schema.json";

  private ResultCodec() {}

  /** Writes a result in UTF-8; the stream stays open. */
  public static void write(RunResult result, OutputStream out) throws IOException {
    JsonDocument.write(result, out);
  }

  /**
   * Reads a result and checks that it is whole: every field there, every histogram readable and of
   * as many times as the file says.
   *
   * @param file a {@code result.json}
   * @throws ResultFormatException if there is no such file, or it is anything else
   */
  public static RunResult read(Path file) throws ResultFormatException {
    RunResult result = DocumentReader.read(file, RunResult.SCHEMA, RunResult.class);
    new HistogramCheck(file).check(result);
    return result;
  }
}
