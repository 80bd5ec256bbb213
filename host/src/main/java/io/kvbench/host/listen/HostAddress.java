package io.kvbench.host.listen;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a listener of kvbench.
 *
 * @param host a name or an address; one of IPv6 without brackets
 * @param port 0 where any free one will do
 */
public record HostAddress(String host, int port) {
  public static final int DEFAULT_PORT = 9560;
  public static final String LOOPBACK = "127.0.0.1";

  private static final int HIGHEST_PORT = 65_535;
  private static final Pattern FORM =
      Pattern.compile(
          "(?:(?<host>[A-Za-z0-9.-]+)|\\[(?<six>[0-9A-Fa-f:.]+(?:%[A-Za-z0-9._-]+)?)])(?::(?<port>\\d{1,5}))?");

  public HostAddress {
    if (port < 0 || port > HIGHEST_PORT) {
      throw new IllegalArgumentException("no port: " + port);
    }
  }

  /**
   * Parses {@code HOST[:PORT]}, with IPv6 addresses in brackets.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static HostAddress parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(text);
    }
    String host = form.group("host");
    String port = form.group("port");
    return new HostAddress(
        host == null ? form.group("six") : host,
        port == null ? DEFAULT_PORT : Integer.parseInt(port));
  }

  /** Returns an address without checking its form; an IPv6 address may be in brackets. */
  public static HostAddress of(String host, int port) {
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    return new HostAddress(bracketed ? host.substring(1, host.length() - 1) : host, port);
  }

  /** Returns whether the name is one of loopback, without a lookup. */
  public boolean isLoopback() {
    return host.equals("localhost") || host.equals("::1") || host.matches("127(\\.\\d{1,3}){3}");
  }

  /**
   * Returns whether the host has loopback addresses only.
   *
   * @throws UnknownHostException if it has none
   */
  public boolean resolvesToLoopback() throws UnknownHostException {
    return isLoopback()
        || Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
