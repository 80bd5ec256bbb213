package io.kvbench.reports.plot;

/** Pictures cannot be drawn on this machine; the message says what to install. */
public final class PictureException extends Exception {
  private static final long serialVersionUID = 1L;

  PictureException(String message, Throwable cause) {
    super(message, cause);
  }
}
