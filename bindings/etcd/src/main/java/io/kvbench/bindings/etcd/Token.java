package io.kvbench.bindings.etcd;

/** What shows a server who asks. A class without a way to print it, since it is a secret. */
final class Token {
  private final String text;

  Token(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }
}
