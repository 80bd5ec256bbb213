package com.example.pocket;

/** What the store refuses with. */
public final class PocketException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Why. */
  public enum Code {
    CLOSED,
    BUSY,
    TOO_LARGE
  }

  private final Code code;

  public PocketException(Code code) {
    super("the store refuses: " + code);
    this.code = code;
  }

  public Code code() {
    return code;
  }
}
