package io.kvbench.runner.run.network;

/** The kind of connections to a server that conditions apply to. */
public enum NetworkSide {
  CLIENTS("net", ""),
  /** Other servers. */
  PEERS("net.peers", " from other servers");

  private final String group;
  private final String words;

  NetworkSide(String group, String words) {
    this.group = group;
    this.words = words;
  }

  /** Returns what the names of settings begin with. */
  String group() {
    return group;
  }

  /** Returns what follows a server in messages. */
  public String words() {
    return words;
  }
}
