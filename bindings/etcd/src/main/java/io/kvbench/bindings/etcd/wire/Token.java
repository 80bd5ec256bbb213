package io.kvbench.bindings.etcd.wire;

/** What shows a server who asks. A class without a way to print it, since it is a secret. */
public final class Token {
  private final String text;
  private final byte[] field;

  public Token(String text) {
    this.text = text;
    this.field = RequestHeaders.secret("token", text);
  }

  public String text() {
    return text;
  }

  /** Returns the header field as {@link RequestHeaders} writes it; not to be changed. */
  byte[] field() {
    return field;
  }
}
