package io.kvbench.runner.app;

import io.kvbench.reports.text.TextStyle;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Where the user looks: results go to standard output, everything else to standard error. */
final class Terminal {
  private static final int DEFAULT_WIDTH = 96;
  private static final int NARROWEST = 40;
  private static final int WIDEST = 120;

  private final PrintStream out;
  private final PrintStream err;

  Terminal(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  PrintStream out() {
    return out;
  }

  PrintStream err() {
    return err;
  }

  void flush() {
    out.flush();
    err.flush();
  }

  /** Returns whether standard error is a terminal, on which a line can be written over. */
  boolean isInteractive() {
    return isTerminal(2);
  }

  /** Returns how text for standard output is to look. */
  TextStyle style() {
    boolean color = isTerminal(1) && System.getenv("NO_COLOR") == null;
    return new TextStyle(width(), color, isUnicode());
  }

  boolean isUnicode() {
    return out.charset().equals(StandardCharsets.UTF_8);
  }

  int width() {
    int columns = isTerminal(1) || isTerminal(2) ? columns() : DEFAULT_WIDTH;
    return Math.clamp(columns, NARROWEST, WIDEST);
  }

  private static boolean isTerminal(int descriptor) {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException e) {
      return saysTest(descriptor);
    }
  }

  /** For systems without /proc: the shell's own test of the descriptor that it inherits. */
  private static boolean saysTest(int descriptor) {
    try {
      Process test = new ProcessBuilder("sh", "-c", "test -t " + descriptor).inheritIO().start();
      return test.waitFor(1, TimeUnit.SECONDS) && test.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Asks stty, which asks the kernel; Java has no way of its own. */
  private static int columns() {
    try {
      Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty")).start();
      String[] size =
          new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
              .strip()
              .split(" ", -1);
      return stty.waitFor(1, TimeUnit.SECONDS) && size.length == 2
          ? Integer.parseInt(size[1])
          : DEFAULT_WIDTH;
    } catch (IOException | NumberFormatException e) {
      return DEFAULT_WIDTH;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return DEFAULT_WIDTH;
    }
  }
}
