package io.kvbench.core.binding;

/**
 * A system cannot be reached or used. The message is meant for the user: what was tried, what
 * happened, what to do.
 */
public final class BindingException extends Exception {
  private static final long serialVersionUID = 1L;

  public BindingException(String message) {
    super(message);
  }

  public BindingException(String message, Throwable cause) {
    super(message, cause);
  }
}
