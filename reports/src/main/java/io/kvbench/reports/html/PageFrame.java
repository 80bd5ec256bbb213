package io.kvbench.reports.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A whole page: foreign text is in {@link Markup} or in JSON, and scripts are allowed by their
 * hashes. The page makes no requests.
 */
final class PageFrame {
  /** The parts of Apache ECharts that charts use. */
  private static final String LIBRARY = "echarts.min.js";

  /** The parts of the page's own script, which are one. */
  private static final List<String> SCRIPTS =
      List.of("form.js", "table.js", "lines.js", "others.js", "page.js");

  /** The styles, of which the first are those of the page of a service, too. */
  private static final List<String> STYLES = List.of("base.css", "page.css");

  private PageFrame() {}

  /**
   * Returns the page as a document.
   *
   * @param more styles besides those of all pages
   * @param charts those that its script draws, as JSON; a page without them has no script
   * @param isChanging whether the page loads itself anew, since its file will be another one
   */
  static String of(
      String title, Markup body, String more, Optional<String> charts, boolean isChanging) {
    String style = style(more);
    String library = resource(LIBRARY);
    String own = own();
    Markup head = new Markup();
    head.single("meta", "charset", "utf-8");
    head.single(
        "meta",
        "http-equiv",
        "Content-Security-Policy",
        "content",
        "default-src 'none'; base-uri 'none'; form-action 'none'; style-src "
            + hash(style)
            + (charts.isEmpty() ? "" : "; script-src " + hash(library) + " " + hash(own)));
    head.single("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    head.single("meta", "name", "color-scheme", "content", "light dark");
    head.element("title", title);
    if (isChanging) {
      head.single("meta", "http-equiv", "refresh", "content", "10");
    }
    String scripts =
        charts
            .map(
                json ->
                    "<script type=\"application/json\" id=\"figures\">"
                        + json
                        + "</script>\n<script>"
                        + library
                        + "</script>\n<script>"
                        + own
                        + "</script>\n")
            .orElse("");
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n%s<style>".formatted(head)
        + style
        + "</style>\n</head>\n<body>\n"
        + body
        + scripts
        + "</body>\n</html>\n";
  }

  private static String style(String more) {
    return STYLES.stream().map(PageFrame::resource).collect(Collectors.joining()) + more;
  }

  private static String own() {
    StringBuilder own = new StringBuilder("(() => {\n\"use strict\";\n");
    SCRIPTS.forEach(script -> own.append(resource(script)));
    return own.append("})();\n").toString();
  }

  /** As in a policy: browsers hash what stands between the tags. */
  private static String hash(String content) {
    if (content.contains("</script") || content.contains("<!--") || content.contains("\r")) {
      throw new IllegalStateException("a browser would not read this as it stands");
    }
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String resource(String name) {
    try (InputStream in = PageFrame.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("there is no " + name + " in this build of kvbench");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
