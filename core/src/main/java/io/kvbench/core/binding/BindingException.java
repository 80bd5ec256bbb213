package io.kvbench.core.binding;

import io.kvbench.core.setting.Secrets;

/**
 * A failure to reach or use a system. The message is for the user: what was tried, what happened,
 * what to do.
 */
public final class BindingException extends Exception {
  private static final long serialVersionUID = 1L;

  /** An exception with a message for the user. */
  public BindingException(String message) {
    super(Secrets.mask(message));
  }

  /** The same with a cause for developers; users see the message only. */
  public BindingException(String message, Throwable cause) {
    super(Secrets.mask(message), cause);
  }
}
