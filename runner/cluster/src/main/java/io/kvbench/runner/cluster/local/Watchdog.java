package io.kvbench.runner.cluster.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Ends the servers of a cluster and removes their files when kvbench is gone, however that came
 * about: a shell whose standard input kvbench holds open. It is told the number of each server's
 * process before the server's program begins, so no server is ever without it. A process is killed
 * only if it began when the one that was named began: its number may belong to a stranger by then.
 */
public final class Watchdog {
  private static final String RELEASE = "release";

  private static final String SCRIPT =
      """
      trap '' HUP INT QUIT TERM
      directory=$1
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
      """;

  private final Process shell;
  private final BufferedReader answers;

  private Watchdog(Process shell) {
    this.shell = shell;
    this.answers =
        new BufferedReader(new InputStreamReader(shell.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Watches over servers whose files are all in one directory. */
  public static Watchdog over(Path directory) throws IOException {
    List<String> command =
        Detached.command(List.of("sh", "-c", SCRIPT, "kvbench-watchdog", directory.toString()));
    return new Watchdog(
        new ProcessBuilder(command)
            .directory(Path.of("/").toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  /** Takes a process into its care. */
  public void watch(long pid) throws IOException {
    String word = Long.toString(pid);
    say(word);
    String answer = answers.readLine();
    if (!word.equals(answer)) {
      throw new IOException("the shell that watches over the servers has ended");
    }
  }

  /** Leaves the servers and their files alone from now on, and ends. */
  public void release() {
    try {
      say(RELEASE);
      shell.getOutputStream().close();
    } catch (IOException e) {
      // It was released before.
    }
  }

  private void say(String word) throws IOException {
    OutputStream line = shell.getOutputStream();
    line.write((word + "\n").getBytes(StandardCharsets.US_ASCII));
    line.flush();
  }
}
