package io.kvbench.bindings.support;

/**
 * The address of one server.
 *
 * @param host a name or an address, an IPv6 address without its brackets
 */
public record Endpoint(String host, int port) {

  /** Returns {@code host:port}, or {@code [IPv6 address]:port}. */
  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
