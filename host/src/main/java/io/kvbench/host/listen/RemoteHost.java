package io.kvbench.host.listen;

import java.util.Arrays;
import java.util.List;

/**
 * A host with a sidecar or an agent that listens.
 *
 * @param name what its figures go by
 */
public record RemoteHost(String name, HostAddress address) {

  /**
   * Reads {@code [NAME=]HOST[:PORT]}.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static RemoteHost parse(String text) {
    int at = text.indexOf('=');
    HostAddress address = HostAddress.parse(text.substring(at + 1).strip());
    String name = at < 0 ? address.host() : text.substring(0, at).strip();
    if (address.port() == 0 || name.isEmpty()) {
      throw new IllegalArgumentException(text);
    }
    return new RemoteHost(name, address);
  }

  /**
   * Reads a list of hosts, separated by commas.
   *
   * @throws IllegalArgumentException if one of them is none
   */
  public static List<RemoteHost> parseAll(String text) {
    return Arrays.stream(text.split(",", -1)).map(String::strip).map(RemoteHost::parse).toList();
  }

  @Override
  public String toString() {
    return name.equals(address.host()) ? address.toString() : name + " (" + address + ")";
  }
}
