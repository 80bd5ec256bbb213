package io.kvbench.runner.record;

import java.io.IOException;

/** Reads the text of another tool line by line and writes its operations to a trace. */
public interface TraceText {
  /**
   * Reads a line.
   *
   * @param line one character for each byte
   * @throws IOException if it is not of the format, and has been passed over; the message is a
   *     clause for the user
   */
  void line(String line) throws IOException;

  /** The text has ended. */
  void end();
}
