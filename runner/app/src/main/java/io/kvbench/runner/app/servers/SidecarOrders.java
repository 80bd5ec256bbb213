package io.kvbench.runner.app.servers;

import io.kvbench.runner.sidecar.Sidecar;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The commands to a sidecar on its standard input, until that is closed.
 *
 * @param closed what to do when there are no more orders
 */
record SidecarOrders(Sidecar sidecar, Runnable closed, PrintWriter err) {
  private static final String WATCH = "watch ";
  private static final String DIRECTORY = "directory ";

  /** More than any path and any list of processes. */
  private static final int LONGEST = 16_384;

  /** Carries out commands until the output has no reader, or a command exceeds the limit. */
  void obey() {
    try (Reader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (Optional<String> line = line(in); line.isPresent(); line = line(in)) {
        obey(line.get());
      }
    } catch (IOException e) {
      // An unreadable input counts as closed.
    } finally {
      closed.run();
    }
  }

  private Optional<String> line(Reader in) throws IOException {
    StringBuilder line = new StringBuilder();
    int next = in.read();
    for (; next >= 0 && next != '\n'; next = in.read()) {
      if (line.length() == LONGEST) {
        err.println(
            "kvbench: standard input has a line of more than "
                + LONGEST
                + " characters and is read no further; expected 'watch NAME PID' or"
                + " 'directory DIR'.");
        return Optional.empty();
      }
      line.append((char) next);
    }
    return next < 0 && line.isEmpty() ? Optional.empty() : Optional.of(line.toString().strip());
  }

  private void obey(String line) {
    boolean understood =
        line.isEmpty()
            || (line.startsWith(WATCH) && watch(line.substring(WATCH.length())))
            || (line.startsWith(DIRECTORY) && directory(line.substring(DIRECTORY.length())));
    if (!understood) {
      err.println(
          "kvbench: standard input: '"
              + line.substring(0, Math.min(line.length(), 60)).replaceAll("\\p{Cntrl}", "?")
              + "' is not a command; expected 'watch NAME PID' or 'directory DIR'.");
    }
  }

  private boolean watch(String change) {
    int space = change.lastIndexOf(' ');
    String pids = change.substring(space + 1);
    if (space <= 0 || !pids.matches("\\d{1,10}(,\\d{1,10})*")) {
      return false;
    }
    sidecar.watch(
        change.substring(0, space), Stream.of(pids.split(",", -1)).map(Long::parseLong).toList());
    return true;
  }

  private boolean directory(String path) {
    try {
      sidecar.watch(Path.of(path));
      return true;
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
