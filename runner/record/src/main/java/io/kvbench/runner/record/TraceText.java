package io.kvbench.runner.record;

import java.io.IOException;

/** A converter of another tool's text, line by line, into the operations of a trace. */
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
