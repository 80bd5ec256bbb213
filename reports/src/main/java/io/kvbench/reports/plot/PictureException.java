package io.kvbench.reports.plot;

/** A failure to draw pictures on this machine; the message says what to install. */
public final class PictureException extends Exception {
  private static final long serialVersionUID = 1L;

  PictureException(String message, Throwable cause) {
    super(message, cause);
  }
}
