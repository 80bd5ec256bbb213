package com.example.pocket;

/** The rejection of an operation by the store. */
public final class PocketException extends Exception {
  private static final long serialVersionUID = 1L;

  /** The reason for a rejection. */
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
