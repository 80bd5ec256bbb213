package io.kvbench.core.setting;

/** A part of a value that was refused; the message is a hint for the user, without a period. */
public final class UnreadableException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public UnreadableException(String hint) {
    super(hint);
  }
}
