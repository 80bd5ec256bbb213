package io.kvbench.runner.cluster.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * The identity of a process during its life: process ids are reused, and a later process with the
 * same id must not be mistaken for it.
 *
 * @param pid its id
 * @param born its start, in a form that no two processes with this id share
 */
public record ProcessMark(long pid, String born) {
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

  /** The start in clock ticks, counted from the third field, which follows the program's name. */
  private static final int START_FIELD = 22 - 3;

  private static final int STATE_FIELD = 0;

  /** Returns the mark of a running process; empty if there is none. */
  public static Optional<ProcessMark> of(long pid) {
    return born(pid).map(born -> new ProcessMark(pid, born));
  }

  /** Parses the result of {@link #toString}. */
  public static Optional<ProcessMark> parse(String text) {
    int at = text.indexOf('@');
    try {
      return at < 0
          ? Optional.empty()
          : Optional.of(
              new ProcessMark(Long.parseLong(text.substring(0, at)), text.substring(at + 1)));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  public boolean isAlive() {
    return born(pid).filter(born::equals).isPresent();
  }

  /** Returns this very process, if it still runs. */
  public Optional<ProcessHandle> find() {
    Optional<ProcessHandle> handle = ProcessHandle.of(pid);
    return isAlive() ? handle : Optional.empty();
  }

  private static Optional<String> born(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      // A zombie has ended; its parent has not waited for it yet.
      return fields[STATE_FIELD].equals("Z")
          ? Optional.empty()
          : Optional.of(boot() + "-" + fields[START_FIELD]);
    } catch (IOException e) {
      return Files.exists(BOOT) ? Optional.empty() : bornAsTheJdkSays(pid);
    }
  }

  private static String boot() throws IOException {
    return Files.readString(BOOT, StandardCharsets.US_ASCII).strip();
  }

  private static Optional<String> bornAsTheJdkSays(long pid) {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .flatMap(handle -> handle.info().startInstant())
        .map(Instant::toString);
  }

  @Override
  public String toString() {
    return pid + "@" + born;
  }
}
