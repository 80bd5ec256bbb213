package io.kvbench.runner.sidecar;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** A process as /proc tells of it (proc(5)): cheaply, and with what is refused told from 0. */
final class LinuxProcess implements ProcessMeter {
  static final Path PROC = Path.of("/proc");

  /** USER_HZ, in which the kernel tells processor time on every architecture that Java runs on. */
  private static final long MILLIS_PER_TICK = 10;

  private static final String ENDED = "ended";

  private final String stat;
  private final String io;
  private final File files;
  private final long pageBytes;
  private final ProcFile reader;
  private final ThreadSwitches switches;

  LinuxProcess(long pid, long pageBytes, ProcFile reader, OpenFileBudget budget) {
    Path directory = PROC.resolve(Long.toString(pid));
    stat = directory + "/stat";
    io = directory + "/io";
    files = directory.resolve("fd").toFile();
    this.pageBytes = pageBytes;
    this.reader = reader;
    switches = new ThreadSwitches(directory.resolve("task"), reader, budget);
  }

  @Override
  public Optional<ProcessReading> read() {
    try {
      String text = reader.readOnce(stat);
      // The name stands in parentheses and may have some itself.
      int end = text.lastIndexOf(')');
      String[] fields = text.substring(end + 2).strip().split(" ");
      String state = state(fields[0].charAt(0));
      return state.equals(ENDED)
          ? Optional.empty()
          : Optional.of(reading(text.substring(text.indexOf('(') + 1, end), state, fields));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    switches.close();
  }

  /** Fields count from the third of proc_pid_stat(5), the state. */
  private ProcessReading reading(String program, String state, String... fields) {
    Optional<String> transfers = transfers();
    boolean counted = switches.count();
    return new ProcessReading(
        number(fields, 22),
        OptionalLong.of(number(fields, 4)),
        program,
        state,
        OptionalLong.of((number(fields, 14) + number(fields, 15)) * MILLIS_PER_TICK),
        OptionalLong.of(number(fields, 24) * pageBytes),
        OptionalLong.of(number(fields, 23)),
        OptionalLong.of(number(fields, 20)),
        openFiles(),
        counted ? OptionalLong.of(switches.voluntary()) : OptionalLong.empty(),
        counted ? OptionalLong.of(switches.involuntary()) : OptionalLong.empty(),
        figure(transfers, "read_bytes:"),
        figure(transfers, "write_bytes:"));
  }

  private static long number(String[] fields, int position) {
    return Long.parseLong(fields[position - 3]);
  }

  /** Empty where the process belongs to somebody else. */
  private Optional<String> transfers() {
    try {
      return Optional.of(reader.readOnce(io));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static OptionalLong figure(Optional<String> text, String label) {
    try {
      return text.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(ProcFile.number(text.get(), label));
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  private OptionalLong openFiles() {
    String[] names = files.list();
    return names == null ? OptionalLong.empty() : OptionalLong.of(names.length);
  }

  private static String state(char letter) {
    return switch (letter) {
      case 'R' -> "running";
      case 'S' -> "sleeping";
      case 'D' -> "waiting for a device";
      case 'T', 't' -> "stopped";
      case 'I' -> "idle";
      case 'Z', 'X', 'x' -> ENDED;
      default -> String.valueOf(letter);
    };
  }
}
