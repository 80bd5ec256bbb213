package io.kvbench.runner.app;

import io.kvbench.results.directory.WholeFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A directory for reports of several files. Files in it that have the same names are replaced when
 * all are written.
 */
record ReportDirectory(Path path, WholeFiles files) {
  void write(String name, String text) throws IOException {
    write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  void write(String name, byte[] content) throws IOException {
    Path file = path.resolve(name);
    Path parent = file.getParent();
    if (parent != null) {
      files.makeDirectory(parent);
    }
    files.add(file, content);
  }
}
