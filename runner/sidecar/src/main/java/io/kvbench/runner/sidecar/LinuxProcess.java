package io.kvbench.runner.sidecar;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** A process as /proc reports it (proc(5)): cheaply, and with refused values distinct from 0. */
final class LinuxProcess implements ProcessMeter {
  static final Path PROC = Path.of("/proc");

  /** The period of USER_HZ, the unit of processor time on every architecture that Java runs on. */
  static final long MILLIS_PER_TICK = 10;

  private static final byte[] READ_BYTES = ProcText.label("read_bytes:");
  private static final byte[] WRITTEN_BYTES = ProcText.label("write_bytes:");
  private static final String ENDED = "ended";
  private static final int FILES = 2;

  private final OpenFileBudget budget;
  private final boolean kept;
  private final KernelFile stat;
  private final KernelFile io;
  private final File files;
  private final long pageBytes;
  private final ThreadSwitches switches;

  LinuxProcess(long pid, long pageBytes, ProcFile reader, OpenFileBudget budget) {
    Path directory = PROC.resolve(Long.toString(pid));
    this.budget = budget;
    this.pageBytes = pageBytes;
    kept = budget.take(FILES);
    stat = new KernelFile(directory + "/stat", reader, kept);
    io = new KernelFile(directory + "/io", reader, kept);
    files = directory.resolve("fd").toFile();
    switches = new ThreadSwitches(directory.resolve("task"), reader, budget);
  }

  @Override
  public Optional<ProcessReading> read() {
    try {
      return reading(stat.read());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Called once. */
  @Override
  public void close() {
    stat.close();
    io.close();
    switches.close();
    if (kept) {
      budget.giveBack(FILES);
    }
  }

  /** Fields of proc_pid_stat(5), in their order. */
  private Optional<ProcessReading> reading(ProcText text) throws IOException {
    // The name stands in parentheses and may have some itself.
    final String program = text.between('(', ')');
    final String state = state(text.word());
    if (state.equals(ENDED)) {
      return Optional.empty();
    }
    final long parent = text.number();
    text.skip(9);
    final long ticks = text.number() + text.number();
    text.skip(4);
    final long threads = text.number();
    text.skip(1);
    final long started = text.number();
    final long virtualBytes = text.number();
    final long residentPages = text.number();
    Transfers transfers = transfers();
    boolean counted = switches.count();
    return Optional.of(
        new ProcessReading(
            started,
            OptionalLong.of(parent),
            program,
            state,
            OptionalLong.of(ticks * MILLIS_PER_TICK),
            OptionalLong.of(residentPages * pageBytes),
            OptionalLong.of(virtualBytes),
            OptionalLong.of(threads),
            openFiles(),
            counted ? OptionalLong.of(switches.voluntary()) : OptionalLong.empty(),
            counted ? OptionalLong.of(switches.involuntary()) : OptionalLong.empty(),
            transfers.readBytes(),
            transfers.writtenBytes()));
  }

  private record Transfers(OptionalLong readBytes, OptionalLong writtenBytes) {}

  /** Empty where the process belongs to another user. */
  private Transfers transfers() {
    try {
      ProcText text = io.read().fromEnd();
      long written = text.numberBefore(WRITTEN_BYTES);
      return new Transfers(
          OptionalLong.of(text.numberBefore(READ_BYTES)), OptionalLong.of(written));
    } catch (IOException e) {
      return new Transfers(OptionalLong.empty(), OptionalLong.empty());
    }
  }

  /** Since Linux 6.2 the directory's length is the number of its files; before, it is 0. */
  private OptionalLong openFiles() {
    long told = files.length();
    if (told > 0) {
      return OptionalLong.of(told);
    }
    String[] names = files.list();
    return names == null ? OptionalLong.empty() : OptionalLong.of(names.length);
  }

  private static String state(String letter) {
    return switch (letter) {
      case "R" -> "running";
      case "S" -> "sleeping";
      case "D" -> "waiting for a device";
      case "T", "t" -> "stopped";
      case "I" -> "idle";
      case "Z", "X", "x" -> ENDED;
      default -> letter;
    };
  }
}
