package io.kvbench.bindings.dengine;

import io.kvbench.core.binding.BindingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where one server listens, for clients and for the other servers alike.
 *
 * @param host a name or an address, an IPv6 address without its brackets
 */
record Endpoint(String host, int port) {
  private static final Pattern FORM =
      Pattern.compile(
          "(?:http://)?(?:\\[([0-9A-Fa-f:.%\\w]+)]|([^\\s:/,\\[\\]]+)):(\\d{1,5})/?",
          Pattern.CASE_INSENSITIVE);

  /**
   * Reads {@code host:port} or {@code [IPv6 address]:port}, each with or without {@code http://}
   * before it.
   *
   * @throws BindingException that names all endpoints that are none of these
   */
  static List<Endpoint> parseAll(List<String> texts) throws BindingException {
    List<Endpoint> endpoints = new ArrayList<>();
    List<String> bad = new ArrayList<>();
    for (String text : texts) {
      parse(text.strip()).ifPresentOrElse(endpoints::add, () -> bad.add("'" + text + "'"));
    }
    if (!bad.isEmpty()) {
      throw new BindingException(
          "not an endpoint of d-engine: "
              + String.join(", ", bad)
              + "; write host:port, or [IPv6 address]:port, with ports from 1 to 65535. There is"
              + " no usual port, and no TLS.");
    }
    if (endpoints.isEmpty()) {
      throw new BindingException("no endpoint of d-engine was given; set endpoints=host:port.");
    }
    return List.copyOf(endpoints);
  }

  static Optional<Endpoint> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String host = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
    int port = Integer.parseInt(matcher.group(3));
    return port < 1 || port > 65535 ? Optional.empty() : Optional.of(new Endpoint(host, port));
  }

  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
