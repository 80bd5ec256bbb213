package io.kvbench.runner.cluster.local;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.server.ProgramPath;
import io.kvbench.runner.cluster.ClusterException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A process that holds a Linux namespace, and ends with kvbench, for any reason. The kernel removes
 * a namespace and its contents with its last process.
 */
record NamespaceHolder(Process process, String kind) {
  private static final String READY = "ready";
  private static final String HOLD = "sh -e -c \"$0\" \"$@\" && echo ready && read -r word";
  private static final int PATIENCE_SECONDS = 10;

  /**
   * Starts a process in a new namespace. Returns when a script has run there.
   *
   * @param kind {@code net} or {@code mount}
   * @param arguments of the script
   * @throws ClusterException if the script fails; the message is its output
   */
  static NamespaceHolder start(String kind, String script, String... arguments)
      throws ClusterException {
    List<String> command =
        new ArrayList<>(List.of("unshare", "--" + kind, "sh", "-c", HOLD, script, "kvbench"));
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(Detached.command(command)).redirectErrorStream(true).start();
      BufferedReader said =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      String last = "unshare failed";
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        if (line.equals(READY)) {
          return new NamespaceHolder(process, kind);
        }
        last = line;
      }
      throw new ClusterException(last);
    } catch (IOException e) {
      throw new ClusterException(String.valueOf(FileReason.of(e)), e);
    }
  }

  /** Returns the missing programs, if any. */
  static Optional<String> missing(String... programs) {
    ProgramPath path = ProgramPath.ofThisProcess();
    List<String> missing =
        List.of(programs).stream().filter(program -> path.find(program).isEmpty()).toList();
    return missing.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", missing));
  }

  static boolean isLinux() {
    return System.getProperty("os.name", "").equals("Linux");
  }

  long pid() {
    return process.pid();
  }

  /** Returns a command that becomes the given one in the namespace. */
  List<String> within(List<String> command) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "nsenter",
                "--%s=/proc/%s/ns/%s".formatted(kind, pid(), kind.equals("mount") ? "mnt" : kind)));
    all.addAll(command);
    return all;
  }

  /** Releases the namespace. */
  void release() {
    process.destroyForcibly();
  }

  /** Returns the output of a command; throws if it fails. */
  static String run(List<String> command) throws ClusterException, InterruptedException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new ClusterException(said.isBlank() ? command.getFirst() + " failed" : said.strip());
      }
      return said;
    } catch (IOException e) {
      throw new ClusterException(command.getFirst() + ": " + FileReason.of(e), e);
    }
  }
}
