package io.kvbench.runner.app;

import io.kvbench.core.file.FilePermissions;
import java.nio.file.Path;

/** Makes the page of a run in a JVM of its own, whose heap a test has chosen. */
final class EndedRunProgram {
  private EndedRunProgram() {}

  public static void main(String[] arguments) {
    new EndedRun(Path.of(arguments[0]))
        .writePage(new Terminal(System.out, System.err), FilePermissions.OWNER);
  }
}
