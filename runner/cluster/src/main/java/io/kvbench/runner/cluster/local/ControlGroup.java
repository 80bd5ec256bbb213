package io.kvbench.runner.cluster.local;

import io.kvbench.core.file.FileReason;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.LimitUse;
import io.kvbench.runner.cluster.Limits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The control group of one server, in one or several hierarchies. */
final class ControlGroup {
  /** The file with the processes of a group. */
  static final ControlGroup NONE =
      new ControlGroup(
          new GroupSearch.ParentGroups(Map.of(), EnumSet.noneOf(Controller.class)),
          "",
          Limits.NONE,
          EnumSet.noneOf(Controller.class));

  private static final long PERIOD_MICROS = 100_000;

  /** The shell enters the groups before it becomes the server. */
  private static final String ENTER =
      """
      count=$1
      shift
      while [ "$count" -gt 0 ]; do
        echo $$ >"$1" || exit 1
        shift
        count=$((count - 1))
      done
      exec "$@"
      """;

  /** Ends by itself if kvbench is killed meanwhile. */
  private static final String BURN = "ulimit -t 2; while :; do :; done";

  private static final long PROBE_MILLIS = 300;

  /** On a busy machine the program may have to wait for its turn. */
  private static final int PROBE_LOOKS = 30;

  private static final double TOLERANCE = 1.1;
  private static final double TICK_SECONDS = 0.02;
  private static final int ATTEMPTS = 100;
  private static final long POLL_MILLIS = 20;

  private final GroupSearch.ParentGroups places;
  private final String name;
  private final Limits limits;
  private final Set<Controller> controllers;
  private volatile BlockDevice device = BlockDevice.NONE;
  private volatile OptionalDouble probed = OptionalDouble.empty();

  /**
   * Creates a description of a group that does not exist yet.
   *
   * @param controllers those of the limits, and of limits that are to be set later
   */
  ControlGroup(
      GroupSearch.ParentGroups places, String name, Limits limits, Set<Controller> controllers) {
    this.places = places;
    this.name = name;
    this.limits = limits;
    this.controllers = Set.copyOf(controllers);
  }

  List<Path> directories() {
    return controllers.stream().map(this::directory).distinct().toList();
  }

  private Path directory(Controller controller) {
    return places.parents().getOrDefault(controller, Path.of("/")).resolve(name);
  }

  private boolean isUnified(Controller controller) {
    return places.unified().contains(controller);
  }

  /**
   * Creates the group and sets the limits.
   *
   * @param files the directory on the disk that is limited
   */
  void create(Path files) throws ClusterException {
    BlockDevice disk =
        hasDisk()
            ? BlockDevice.of(files)
                .orElseThrow(() -> new ClusterException(BlockDevice.missing(files)))
            : BlockDevice.NONE;
    try {
      for (Path directory : directories()) {
        Files.createDirectory(directory);
      }
      set(disk);
    } catch (IOException e) {
      throw new ClusterException(
          "the limits (%s) were not set in the control group %s: %s."
              .formatted(limits, name, FileReason.ofWriting(e)),
          e);
    }
  }

  /** Sets the limits of an existing group. */
  void set(BlockDevice disk) throws IOException {
    device = disk;
    if (limits.memoryBytes().isPresent()) {
      limitMemory(directory(Controller.MEMORY), limits.memoryBytes().getAsLong());
    }
    if (limits.cpus().isPresent()) {
      limitCpus(directory(Controller.CPU), limits.cpus().getAsDouble());
    }
    if (limits.diskBytesPerSecond().isPresent()) {
      disk().set(limits.diskBytesPerSecond());
    }
  }

  private void limitMemory(Path group, long bytes) throws IOException {
    boolean unified = isUnified(Controller.MEMORY);
    write(group.resolve(unified ? "memory.max" : "memory.limit_in_bytes"), Long.toString(bytes));
    Path swap = group.resolve(unified ? "memory.swap.max" : "memory.memsw.limit_in_bytes");
    if (Files.exists(swap)) {
      write(swap, unified ? "0" : Long.toString(bytes));
    } else if (!unified) {
      write(group.resolve("memory.swappiness"), "0");
    }
  }

  private void limitCpus(Path group, double cpus) throws IOException {
    long quota = Math.round(cpus * PERIOD_MICROS);
    if (isUnified(Controller.CPU)) {
      write(group.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
    } else {
      write(group.resolve("cpu.cfs_period_us"), Long.toString(PERIOD_MICROS));
      write(group.resolve("cpu.cfs_quota_us"), Long.toString(quota));
    }
  }

  /** The kernel's files take each write as a whole. */
  private static void write(Path file, String text) throws IOException {
    Files.write(file, text.getBytes(StandardCharsets.US_ASCII), StandardOpenOption.WRITE);
  }

  /** Returns a command that becomes the given one in the group. */
  List<String> entering(List<String> command) {
    List<Path> directories = directories();
    if (directories.isEmpty()) {
      return command;
    }
    List<String> all =
        new ArrayList<>(List.of("sh", "-c", ENTER, name, Integer.toString(directories.size())));
    directories.forEach(directory -> all.add(directory.resolve(GroupSearch.PROCESSES).toString()));
    all.addAll(command);
    return all;
  }

  /**
   * Measures how much of a core a busy program gets in the group, if the limit is less than one.
   *
   * @throws ClusterException if it is more than the limit
   */
  void probe() throws ClusterException, InterruptedException {
    double limit = limits.cpus().orElse(1);
    if (limit >= 1) {
      return;
    }
    try {
      Process busy =
          new ProcessBuilder(entering(List.of("sh", "-c", BURN)))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        probed = OptionalDouble.of(share(busy, limit));
      } finally {
        busy.destroyForcibly().waitFor();
      }
    } catch (IOException e) {
      throw new ClusterException("the limits were not tried: " + FileReason.of(e) + ".", e);
    }
  }

  /** The quota of a period may be used up at its end, so that of one period is added. */
  private double share(Process busy, double limit) throws ClusterException, InterruptedException {
    long begun = System.nanoTime();
    double cpu = 0;
    double seconds = 0;
    for (int looks = 0; cpu < TICK_SECONDS && looks < PROBE_LOOKS; looks++) {
      TimeUnit.MILLISECONDS.sleep(PROBE_MILLIS);
      Optional<Duration> used = busy.info().totalCpuDuration();
      seconds = (System.nanoTime() - begun) / 1e9;
      if (!busy.isAlive() || used.isEmpty()) {
        throw new ClusterException(
            "the limits (%s) were not tried: a program cannot be started in the control group %s."
                .formatted(limits, name));
      }
      cpu = used.get().toNanos() / 1e9;
    }
    if (cpu == 0) {
      throw new ClusterException(
          "the limits (%s) were not tried: a program in the control group %s got no CPU time in %.0f s."
              .formatted(limits, name, seconds));
    }
    double most = limit * (seconds + PERIOD_MICROS / 1e6) * TOLERANCE + TICK_SECONDS;
    if (cpu > most) {
      throw new ClusterException(
          "the CPU limit has no effect: asked %s; a program used %.2f s of CPU time in %.2f s."
              .formatted(limits, cpu, seconds));
    }
    return cpu / seconds;
  }

  OptionalDouble probedCpus() {
    return probed;
  }

  /** Returns the limits that the kernel reports. */
  Limits limits() throws ClusterException {
    try {
      return new Limits(memoryInForce(), cpusInForce(), diskInForce());
    } catch (IOException | NumberFormatException e) {
      throw new ClusterException(
          "the limits in the control group " + name + " are unreadable: " + e, e);
    }
  }

  private OptionalLong memoryInForce() throws IOException {
    if (limits.memoryBytes().isEmpty()) {
      return OptionalLong.empty();
    }
    String text =
        read(
            Controller.MEMORY,
            isUnified(Controller.MEMORY) ? "memory.max" : "memory.limit_in_bytes");
    return text.equals("max") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
  }

  private OptionalDouble cpusInForce() throws IOException {
    if (limits.cpus().isEmpty()) {
      return OptionalDouble.empty();
    }
    String[] quotaAndPeriod =
        isUnified(Controller.CPU)
            ? read(Controller.CPU, "cpu.max").split(" ", 2)
            : new String[] {
              read(Controller.CPU, "cpu.cfs_quota_us"), read(Controller.CPU, "cpu.cfs_period_us")
            };
    return quotaAndPeriod[0].equals("max") || quotaAndPeriod[0].startsWith("-")
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            Double.parseDouble(quotaAndPeriod[0]) / Double.parseDouble(quotaAndPeriod[1]));
  }

  private OptionalLong diskInForce() throws IOException {
    return limits.diskBytesPerSecond().isEmpty() ? OptionalLong.empty() : disk().inForce();
  }

  private DiskLimit disk() {
    return new DiskLimit(directory(Controller.DISK), isUnified(Controller.DISK), device);
  }

  /** Returns whether the disk limit can be changed. */
  boolean hasDisk() {
    return controllers.contains(Controller.DISK);
  }

  /**
   * Changes the disk limit.
   *
   * @param bytesPerSecond empty for the requested one, if any
   */
  void limitDisk(OptionalLong bytesPerSecond) throws ClusterException {
    disk().change(bytesPerSecond.isPresent() ? bytesPerSecond : limits.diskBytesPerSecond());
  }

  /** Returns the kernel's counters. */
  LimitUse use() {
    boolean unified = isUnified(Controller.MEMORY);
    OptionalLong nanos = count(Controller.CPU, "cpu.stat", "throttled_time");
    OptionalLong micros = count(Controller.CPU, "cpu.stat", "throttled_usec");
    return new LimitUse(
        number(Controller.MEMORY, unified ? "memory.peak" : "memory.max_usage_in_bytes"),
        unified
            ? count(Controller.MEMORY, "memory.events", "max")
            : sum(
                number(Controller.MEMORY, "memory.failcnt"),
                number(Controller.MEMORY, "memory.memsw.failcnt")),
        count(Controller.CPU, "cpu.stat", "nr_periods"),
        count(Controller.CPU, "cpu.stat", "nr_throttled"),
        micros.isPresent()
            ? OptionalLong.of(TimeUnit.MICROSECONDS.toNanos(micros.getAsLong()))
            : nanos);
  }

  /** Returns how many processes the kernel has killed for lack of memory. */
  long oomKills() {
    return count(
            Controller.MEMORY,
            isUnified(Controller.MEMORY) ? "memory.events" : "memory.oom_control",
            "oom_kill")
        .orElse(0);
  }

  /** Without swap, either of two limits of the same size may be reached first. */
  private static OptionalLong sum(OptionalLong one, OptionalLong other) {
    return one.isPresent() ? OptionalLong.of(one.getAsLong() + other.orElse(0)) : one;
  }

  private OptionalLong number(Controller controller, String file) {
    try {
      return Controller.of(limits).contains(controller)
          ? OptionalLong.of(Long.parseLong(read(controller, file)))
          : OptionalLong.empty();
    } catch (IOException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** Returns a number from a file with a name and a number in each line. */
  private OptionalLong count(Controller controller, String file, String key) {
    try {
      return Controller.of(limits).contains(controller)
          ? read(controller, file)
              .lines()
              .filter(line -> line.startsWith(key + " "))
              .mapToLong(line -> Long.parseLong(line.substring(key.length() + 1).strip()))
              .findFirst()
          : OptionalLong.empty();
    } catch (IOException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private String read(Controller controller, String file) throws IOException {
    return Files.readString(directory(controller).resolve(file)).strip();
  }

  /** Removes groups when their processes have ended, which may take a moment. */
  static void remove(Collection<Path> directories) {
    boolean interrupted = false;
    for (Path directory : directories) {
      for (int attempt = 0; attempt < ATTEMPTS && !isRemoved(directory); attempt++) {
        try {
          TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isRemoved(Path directory) {
    try {
      Files.delete(directory);
      return true;
    } catch (NoSuchFileException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
