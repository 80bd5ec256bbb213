package io.kvbench.runner.app;

import io.kvbench.core.file.FilePermissions;
import java.nio.file.Path;

/** Makes the page of a run in a JVM of its own, whose heap a test has chosen. */
final class HtmlFilesProgram {
  private HtmlFilesProgram() {}

  public static void main(String[] arguments) {
    HtmlFiles.afterRun(
        new Terminal(System.out, System.err), Path.of(arguments[0]), FilePermissions.OWNER);
  }
}
