package io.kvbench.runner.cluster.process;

import java.nio.file.Path;
import java.util.List;

/**
 * The programs of one system, as they were found.
 *
 * @param files in the order of {@link ServerProgram#files}
 */
record FoundProgram(List<Path> files) {

  /** Returns the system's own. */
  Path server() {
    return files.getFirst();
  }
}
