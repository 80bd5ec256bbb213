package io.kvbench.results.directory;

import io.kvbench.core.file.FileReason;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file of a result directory, or a measurement from another process, that cannot be parsed. The
 * message is one sentence for the user: the file, the error and its place, and the remedy.
 */
public final class ResultFormatException extends Exception {
  private static final long serialVersionUID = 1L;

  ResultFormatException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  ResultFormatException(String message) {
    super(message);
  }

  /**
   * Returns what to say of a file that cannot be read.
   *
   * @param missing what to say where it is not there
   */
  static ResultFormatException of(Path file, IOException cause, String missing) {
    return new ResultFormatException(
        switch (cause) {
          case NoSuchFileException none -> missing;
          case CharacterCodingException coding ->
              file + " is not text in UTF-8. Copy it again from where it was written.";
          default ->
              file
                  + " cannot be read: "
                  + FileReason.of(cause)
                  + ". Check the path and its permissions.";
        },
        cause);
  }

  /** Returns the same of a file without which a directory is incomplete. */
  static ResultFormatException of(Path file, IOException cause) {
    return of(
        file, cause, "there is no " + file + ": the directory is incomplete. Copy all of it.");
  }
}
