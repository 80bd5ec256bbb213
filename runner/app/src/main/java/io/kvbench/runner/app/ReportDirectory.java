package io.kvbench.runner.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory for reports of several files. Files in it that have the same names are replaced. */
record ReportDirectory(Path path) {
  void write(String name, String text) throws IOException {
    write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  void write(String name, byte[] content) throws IOException {
    Path file = path.resolve(name);
    Path parent = file.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Files.write(file, content);
  }
}
