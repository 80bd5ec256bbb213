package io.kvbench.core.setting;

/** A rejected part of a value; the message is a hint for the user, without a full stop. */
public final class UnreadableException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public UnreadableException(String hint) {
    super(hint);
  }
}
