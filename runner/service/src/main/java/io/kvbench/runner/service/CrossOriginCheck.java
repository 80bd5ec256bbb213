package io.kvbench.runner.service;

import com.sun.net.httpserver.Headers;
import java.util.List;
import java.util.Locale;

/**
 * A filter against cross-site requests from browsers. A page of another origin may send a form to
 * any address, and the browser adds its user's certificate; it also sends the page's origin.
 */
final class CrossOriginCheck {
  private CrossOriginCheck() {}

  /**
   * Checks the headers that browsers add.
   *
   * @throws ServiceRefusal if a page of another origin, or of none, has sent the request
   */
  static void check(String method, Headers headers) throws ServiceRefusal {
    String host = String.valueOf(headers.getFirst("Host")).toLowerCase(Locale.ROOT);
    List<String> origins = headers.getOrDefault("Origin", List.of());
    boolean own =
        origins.stream()
            .map(origin -> origin.toLowerCase(Locale.ROOT))
            .allMatch(
                origin -> origin.equals("http://" + host) || origin.equals("https://" + host));
    if (!own || !isFromHere(method, headers)) {
      throw new ServiceRefusal(
          ServiceRefusal.FORBIDDEN, "the service takes no requests from pages of other origins");
    }
  }

  /** A user may follow a link to the service, which changes nothing. */
  private static boolean isFromHere(String method, Headers headers) {
    String site = headers.getFirst("Sec-Fetch-Site");
    boolean link =
        method.equals("GET")
            && "navigate".equals(headers.getFirst("Sec-Fetch-Mode"))
            && "document".equals(headers.getFirst("Sec-Fetch-Dest"));
    return site == null || site.equals("same-origin") || site.equals("none") || link;
  }
}
