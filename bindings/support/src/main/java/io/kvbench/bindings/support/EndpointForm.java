package io.kvbench.bindings.support;

import io.kvbench.core.binding.BindingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The syntax of one system's endpoints: {@code host:port} or {@code [IPv6 address]:port}.
 *
 * @param system its display name
 * @param defaultPort the port if none is given; 0 if it must be given
 * @param schemes the prefixes allowed before the host, in lower case and without {@code ://}; if
 *     there are any, an endpoint may end with a slash
 * @param advice the end of the message about an invalid endpoint, after the syntax
 */
public record EndpointForm(String system, int defaultPort, Set<String> schemes, String advice) {
  private static final Pattern FORM =
      Pattern.compile(
          "(?:(https?)://)?(?:\\[([0-9A-Fa-f:.%\\w]+)]|([^\\s:/,\\[\\]]+))(?::(\\d{1,5}))?(/)?",
          Pattern.CASE_INSENSITIVE);

  /**
   * Parses endpoints, at least one; space around them is ignored.
   *
   * @throws BindingException that names all invalid ones
   */
  public List<Endpoint> parseAll(List<String> texts) throws BindingException {
    List<Endpoint> endpoints = new ArrayList<>();
    List<String> bad = new ArrayList<>();
    for (String text : texts) {
      parse(text.strip()).ifPresentOrElse(endpoints::add, () -> bad.add("'" + text + "'"));
    }
    if (!bad.isEmpty()) {
      throw new BindingException(
          "not an endpoint of "
              + system
              + ": "
              + String.join(", ", bad)
              + "; write host:port, or [IPv6 address]:port, with ports from 1 to 65535"
              + advice);
    }
    if (endpoints.isEmpty()) {
      throw new BindingException(
          "no endpoint of " + system + " was given; set endpoints=host:port.");
    }
    return List.copyOf(endpoints);
  }

  /** Parses one endpoint; empty if it is invalid. */
  public Optional<Endpoint> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String scheme = matcher.group(1);
    boolean badScheme = scheme != null && !schemes.contains(scheme.toLowerCase(Locale.ROOT));
    boolean badSlash = matcher.group(5) != null && schemes.isEmpty();
    String host = matcher.group(2) != null ? matcher.group(2) : matcher.group(3);
    String digits = matcher.group(4);
    int port = digits == null ? defaultPort : Integer.parseInt(digits);
    return badScheme || badSlash || port < 1 || port > 65535
        ? Optional.empty()
        : Optional.of(new Endpoint(host, port));
  }
}
