package io.kvbench.runner.cluster.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The watchdog that kills the servers of a cluster and removes their files when kvbench exits, for
 * any reason: a shell whose standard input kvbench holds open. It receives the id of each server's
 * process before the server's program begins, so every server is covered. A process is killed only
 * if its start time matches, since process ids are reused.
 */
public final class Watchdog {
  private static final String RELEASE = "release";

  /** Waits until the watchdog knows the process, then becomes the program. */
  private static final String WAIT_AND_BEGIN = "read -r word && exec \"$@\" </dev/null";

  private static final String SCRIPT =
      """
      trap '' HUP INT QUIT TERM
      directory=$1
      shift
      born() {
        if [ -r "/proc/$1/stat" ]; then
          read -r stat <"/proc/$1/stat"
          set -- ${stat##*) }
          echo "${20}"
        else
          ps -o lstart= -p "$1" | tr -s ' ' '_'
        fi
      }
      servers=
      while read -r word; do
        [ "$word" != release ] || exit 0
        servers="$servers $word:$(born "$word")"
        echo "$word"
      done
      for server in $servers; do
        pid=${server%%:*}
        [ "$(born "$pid")" != "${server#*:}" ] || kill -9 "$pid"
      done
      attempts=0
      until rm -rf -- "$directory" || [ "$attempts" -ge 20 ]; do
        attempts=$((attempts + 1))
        sleep 1
      done
      for group in "$@"; do
        attempts=0
        until rmdir -- "$group" 2>/dev/null || [ ! -d "$group" ] || [ "$attempts" -ge 20 ]; do
          attempts=$((attempts + 1))
          sleep 1
        done
      done
      """;

  private final Process shell;
  private final BufferedReader answers;

  private Watchdog(Process shell) {
    this.shell = shell;
    this.answers =
        new BufferedReader(new InputStreamReader(shell.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Starts a watchdog for servers whose files are all in one directory.
   *
   * @param groups the control groups of the servers, which it removes as well
   */
  public static Watchdog over(Path directory, Collection<Path> groups) throws IOException {
    List<String> command =
        new ArrayList<>(List.of("sh", "-c", SCRIPT, "kvbench-watchdog", directory.toString()));
    groups.forEach(group -> command.add(group.toString()));
    return new Watchdog(
        new ProcessBuilder(Detached.command(command))
            .directory(Path.of("/").toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  /** Returns a command that becomes a program when {@link #begin} allows it. */
  public static List<String> waiting(String name, List<String> command) {
    List<String> waiting = new ArrayList<>(List.of("sh", "-c", WAIT_AND_BEGIN, name));
    waiting.addAll(command);
    return Detached.command(waiting);
  }

  /** Registers a process of such a command, and lets it begin. */
  public void begin(Process process) throws IOException {
    watch(process.pid());
    try (OutputStream leave = process.getOutputStream()) {
      leave.write("begin\n".getBytes(StandardCharsets.US_ASCII));
    }
  }

  /** Registers a process. */
  public void watch(long pid) throws IOException {
    String word = Long.toString(pid);
    say(word);
    String answer = answers.readLine();
    if (!word.equals(answer)) {
      throw new IOException("the shell that watches over the servers has ended");
    }
  }

  /** Stops the watchdog without affecting the servers and their files. */
  public void release() {
    try {
      say(RELEASE);
      shell.getOutputStream().close();
    } catch (IOException e) {
      // Already released.
    }
  }

  private void say(String word) throws IOException {
    OutputStream line = shell.getOutputStream();
    line.write((word + "\n").getBytes(StandardCharsets.US_ASCII));
    line.flush();
  }
}
