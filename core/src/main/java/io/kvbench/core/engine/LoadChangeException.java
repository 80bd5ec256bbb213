package io.kvbench.core.engine;

/** A change of the load that is not possible; the message says why, and what to do instead. */
public final class LoadChangeException extends Exception {
  private static final long serialVersionUID = 1;

  public LoadChangeException(String message) {
    super(message);
  }
}
