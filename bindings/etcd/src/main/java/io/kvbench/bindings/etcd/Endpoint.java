package io.kvbench.bindings.etcd;

import io.kvbench.core.binding.BindingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where one server listens.
 *
 * @param scheme what was written before the host
 * @param host a name or an address, an IPv6 address without its brackets
 */
record Endpoint(Scheme scheme, String host, int port) {
  static final int DEFAULT_PORT = 2379;

  /** Whether the endpoint itself says how to speak to it. */
  enum Scheme {
    NONE,
    HTTP,
    HTTPS
  }

  private static final Pattern FORM =
      Pattern.compile(
          "(?:(https?)://)?(?:\\[([0-9A-Fa-f:.%\\w]+)]|([^\\s:/,\\[\\]]+))(?::(\\d{1,5}))?/?",
          Pattern.CASE_INSENSITIVE);

  /**
   * Reads {@code host}, {@code host:port} or {@code [IPv6 address]:port}, each with or without
   * {@code http://} or {@code https://} before it.
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
          "not an endpoint of etcd: "
              + String.join(", ", bad)
              + "; write host:port, or [IPv6 address]:port, with ports from 1 to 65535.");
    }
    if (endpoints.isEmpty()) {
      throw new BindingException("no endpoint of etcd was given; set endpoints=host:port.");
    }
    return List.copyOf(endpoints);
  }

  private static Optional<Endpoint> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String prefix = matcher.group(1);
    Scheme scheme = prefix == null ? Scheme.NONE : Scheme.valueOf(prefix.toUpperCase(Locale.ROOT));
    String host = matcher.group(2) != null ? matcher.group(2) : matcher.group(3);
    String digits = matcher.group(4);
    int port = digits == null ? DEFAULT_PORT : Integer.parseInt(digits);
    return port < 1 || port > 65535
        ? Optional.empty()
        : Optional.of(new Endpoint(scheme, host, port));
  }

  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
