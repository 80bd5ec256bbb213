package io.kvbench.results.directory;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A {@link BaselineDocument} as a file, and back. */
public final class BaselineFile {
  private BaselineFile() {}

  /**
   * Reads a file.
   *
   * @throws ResultFormatException if there is none, or it is anything else
   */
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

  /** Returns the content of a file, always the same for the same document. */
  public static String text(BaselineDocument document) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      JsonDocument.write(document, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
