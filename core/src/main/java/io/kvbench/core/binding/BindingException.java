package io.kvbench.core.binding;

import io.kvbench.core.setting.Secrets;

/**
 * A system cannot be reached or used. The message is meant for the user: what was tried, what
 * happened, what to do.
 */
public final class BindingException extends Exception {
  private static final long serialVersionUID = 1L;

  /** An exception that tells the user everything. */
  public BindingException(String message) {
    super(Secrets.mask(message));
  }

  /** The same, with what led to it for developers; users see the message only. */
  public BindingException(String message, Throwable cause) {
    super(Secrets.mask(message), cause);
  }
}
