package io.kvbench.runner.service;

import io.kvbench.reports.html.HtmlDocument;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The files of the service's own page. Anybody may have them, without a token: they are the same
 * for every service, and browsers send no token with the address that a user types.
 */
enum PageFile {
  PAGE("page.html", "text/html", PageFile.STRICT),
  STYLE("page.css", "text/css", PageFile.STRICT),
  SCRIPT("page.js", PageFile.SCRIPTS, PageFile.STRICT),
  REQUESTS("requests.js", PageFile.SCRIPTS, PageFile.STRICT),
  FORM("form.js", PageFile.SCRIPTS, PageFile.STRICT),
  LIVE("live.js", PageFile.SCRIPTS, PageFile.STRICT),
  CHARTS("charts.js", PageFile.SCRIPTS, PageFile.STRICT),

  /** A frame for a report that the page has fetched with a token. It has no way to the service. */
  REPORT("report.html", "text/html", Reply.REPORT_POLICY);

  /** The path of the page, and the beginning of the paths of its files. */
  static final String ROOT = "/";

  static final String FILES = "/page/";

  /** The styles that the page shares with reports. */
  private static final String BASE = "base.css";

  private static final String SCRIPTS = "text/javascript";

  /** No script or style but these files, and no request to anything but the service. */
  private static final String STRICT =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'"
          + " data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

  private final String name;
  private final String type;
  private final String policy;

  PageFile(String name, String type, String policy) {
    this.name = name;
    this.type = type;
    this.policy = policy;
  }

  /** Returns whether a path, as it was sent, leads to nothing but such files. */
  static boolean isUnder(String path) {
    return path.equals(ROOT) || path.startsWith(FILES);
  }

  static Optional<PageFile> of(String name) {
    return Arrays.stream(values()).filter(each -> each.name.equals(name)).findFirst();
  }

  Reply reply() throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    if (this == STYLE) {
      copy(HtmlDocument.class, BASE, content);
    }
    copy(PageFile.class, name, content);
    return new Reply.Document(
        200, type + "; charset=utf-8", content.toByteArray(), Map.of(Reply.POLICY_HEADER, policy));
  }

  private static void copy(Class<?> place, String name, OutputStream content) throws IOException {
    try (InputStream in = Objects.requireNonNull(place.getResourceAsStream(name), name)) {
      in.transferTo(content);
    }
  }
}
