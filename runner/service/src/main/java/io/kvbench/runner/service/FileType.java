package io.kvbench.runner.service;

import java.util.Optional;

/** The kinds of files in a result directory, and their HTTP headers. */
enum FileType {
  JSON(".json", "application/json"),
  CSV(".csv", "text/csv; charset=utf-8"),
  HISTOGRAMS(".hlog", "text/plain; charset=utf-8"),
  PAGE(".html", "text/html; charset=utf-8");

  private final String ending;
  private final String type;

  FileType(String ending, String type) {
    this.ending = ending;
    this.type = type;
  }

  /** Returns the type in HTTP. */
  String type() {
    return type;
  }

  static Optional<FileType> of(String name) {
    for (FileType each : values()) {
      if (name.endsWith(each.ending)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}
