package io.kvbench.runner.app;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.runner.app.run.EndedRun;
import io.kvbench.runner.app.terminal.Terminal;
import java.nio.file.Path;

/** A program that builds the page of a run in a separate JVM, whose heap size the test sets. */
final class EndedRunProgram {
  private EndedRunProgram() {}

  public static void main(String[] arguments) {
    new EndedRun(Path.of(arguments[0]))
        .writePage(new Terminal(System.out, System.err), FilePermissions.OWNER);
  }
}
