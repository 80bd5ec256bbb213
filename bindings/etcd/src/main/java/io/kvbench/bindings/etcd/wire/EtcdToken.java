package io.kvbench.bindings.etcd.wire;

/** An authentication token, which is secret, so the class has no printable accessors. */
public final class EtcdToken {
  private final String text;
  private final byte[] field;

  public EtcdToken(String text) {
    this.text = text;
    this.field = RequestHeaders.secret("token", text);
  }

  public String text() {
    return text;
  }

  /** Returns the header field as {@link RequestHeaders} encodes it; not to be changed. */
  byte[] field() {
    return field;
  }
}
