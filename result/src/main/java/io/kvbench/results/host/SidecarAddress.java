package io.kvbench.results.host;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a sidecar listens, and what it can be asked for: {@link #SAMPLES} is answered with the
 * lines of the header and of all samples to come, {@link #CLOCK} with the nanoseconds since 1970 on
 * the host's wall clock.
 *
 * @param host a name or an address; one of IPv6 without brackets
 * @param port 0 where any free one will do
 */
public record SidecarAddress(String host, int port) {
  public static final int DEFAULT_PORT = 9560;
  public static final String LOOPBACK = "127.0.0.1";
  public static final String SAMPLES = "/samples";
  public static final String CLOCK = "/clock";

  private static final int HIGHEST_PORT = 65_535;
  private static final Pattern FORM =
      Pattern.compile(
          "(?:(?<host>[A-Za-z0-9.-]+)|\\[(?<six>[0-9A-Fa-f:.]+(?:%[A-Za-z0-9._-]+)?)])(?::(?<port>\\d{1,5}))?");

  public SidecarAddress {
    if (port < 0 || port > HIGHEST_PORT) {
      throw new IllegalArgumentException("no port: " + port);
    }
  }

  /**
   * Reads {@code HOST[:PORT]}, where an address of IPv6 stands in brackets.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static SidecarAddress parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(text);
    }
    String host = form.group("host");
    String port = form.group("port");
    return new SidecarAddress(
        host == null ? form.group("six") : host,
        port == null ? DEFAULT_PORT : Integer.parseInt(port));
  }

  /** Returns whether it is this machine by its very name, without asking anybody. */
  public boolean isLoopback() {
    return host.equals("localhost") || host.equals("::1") || host.matches("127(\\.\\d{1,3}){3}");
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
