import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * A sampling profiler of test classes: wall time, processor time, and what a class's thread waits
 * for. The script {@code tests} beside this file puts it on the class path of each test JVM.
 *
 * <p>Every 20 ms it classifies the stack of each thread that runs a test class. Every 500 ms it
 * divides the processor time of the JVM and its child processes equally between the classes that
 * run. Servers in containers are not children, so their processor time is missing. Writes one file
 * of lines {@code module<TAB>class<TAB>tests<TAB>wall ms<TAB>cpu ms<TAB>category<TAB>ms...} into the
 * directory named by the environment variable {@code KVBENCH_TEST_TIMES}.
 */
public final class TestTimes implements TestExecutionListener {
  private static final long PERIOD_NANOS = Duration.ofMillis(20).toNanos();
  private static final int PERIODS_PER_CPU_SAMPLE = 25;

  private final String directory = System.getenv("KVBENCH_TEST_TIMES");
  private final long started = System.nanoTime();
  private final Map<Long, Deque<String>> running = new ConcurrentHashMap<>();
  private final Map<String, Times> classes = new TreeMap<>();
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private long cpuNanosBefore;
  private long nanosBefore;

  /** The sums of one class; guarded by {@code classes}. */
  private static final class Times {
    private int tests;
    private long wallNanos;
    private long cpuNanos;
    private final Map<String, Long> waitNanos = new TreeMap<>();
  }

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    if (directory == null) {
      return;
    }
    nanosBefore = System.nanoTime();
    Thread.ofPlatform().daemon().name("test-times").start(this::sampleForever);
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    className(test)
        .ifPresent(
            name -> {
              running
                  .computeIfAbsent(Thread.currentThread().threadId(), id -> new ArrayDeque<>())
                  .addLast(name);
              if (test.isTest()) {
                synchronized (classes) {
                  times(name).tests++;
                }
              }
            });
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    className(test)
        .ifPresent(
            name -> {
              Deque<String> names = running.get(Thread.currentThread().threadId());
              if (names != null) {
                names.pollLast();
              }
            });
  }

  private static Optional<String> className(TestIdentifier test) {
    return test.getSource()
        .map(
            source ->
                switch (source) {
                  case ClassSource type -> type.getClassName();
                  case MethodSource method -> method.getClassName();
                  default -> null;
                })
        .map(name -> name.replaceFirst("\\$.*", ""));
  }

  private Times times(String name) {
    return classes.computeIfAbsent(name, key -> new Times());
  }

  private void sampleForever() {
    for (int n = 1; ; n++) {
      sample();
      if (n % PERIODS_PER_CPU_SAMPLE == 0) {
        divideCpu();
      }
      try {
        Thread.sleep(Duration.ofNanos(PERIOD_NANOS));
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void sample() {
    long now = System.nanoTime();
    long elapsed = now - nanosBefore;
    nanosBefore = now;
    running.forEach(
        (id, names) -> {
          String name = names.peekLast();
          ThreadInfo thread = name == null ? null : threads.getThreadInfo(id, Integer.MAX_VALUE);
          if (thread == null) {
            return;
          }
          String category = Waiting.of(thread);
          synchronized (classes) {
            Times times = times(name);
            times.wallNanos += elapsed;
            times.waitNanos.merge(category, elapsed, Long::sum);
          }
        });
  }

  private void divideCpu() {
    long cpuNanos = Cpu.nanos();
    long used = Math.max(0, cpuNanos - cpuNanosBefore);
    cpuNanosBefore = Math.max(cpuNanos, cpuNanosBefore);
    List<String> names = new ArrayList<>();
    running.values().forEach(each -> Optional.ofNullable(each.peekLast()).ifPresent(names::add));
    synchronized (classes) {
      names.forEach(name -> times(name).cpuNanos += used / names.size());
    }
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    if (directory == null) {
      return;
    }
    divideCpu();
    String module = Path.of("").toAbsolutePath().toString();
    StringBuilder lines = new StringBuilder();
    lines.append(
        "%s\t(fork)\t0\t%d\t%d%n"
            .formatted(module, millis(System.nanoTime() - started), millis(Cpu.nanos())));
    synchronized (classes) {
      classes.forEach(
          (name, times) -> {
            lines.append(
                "%s\t%s\t%d\t%d\t%d"
                    .formatted(
                        module,
                        name,
                        times.tests,
                        millis(times.wallNanos),
                        millis(times.cpuNanos)));
            times.waitNanos.forEach(
                (wait, nanos) -> lines.append("\t").append(wait).append('\t').append(millis(nanos)));
            lines.append('\n');
          });
    }
    try {
      Files.createDirectories(Path.of(directory));
      Files.writeString(
          Path.of(directory, ProcessHandle.current().pid() + "-" + started + ".tsv"), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long millis(long nanos) {
    return nanos / 1_000_000;
  }

  /** The classification of waiting, from a stack. */
  private static final class Waiting {
    static String of(ThreadInfo thread) {
      String own = "";
      boolean sleeps = false;
      boolean process = false;
      boolean io = false;
      for (StackTraceElement frame : thread.getStackTrace()) {
        String type = frame.getClassName();
        String method = frame.getMethodName();
        sleeps |= type.equals("java.lang.Thread") && method.startsWith("sleep");
        process |= type.startsWith("java.lang.Process") && method.startsWith("waitFor");
        io |= type.startsWith("sun.nio.ch.") || type.startsWith("java.io.FileInputStream");
        String lower = type.toLowerCase(Locale.ROOT);
        if (type.startsWith("io.kvbench.runner.cluster.")
            || lower.startsWith("io.kvbench.runner.docker.")
            || lower.startsWith("io.kvbench.docker.")
            || type.startsWith("io.kvbench.testkit.") && lower.contains("server")) {
          return "server";
        }
        if (own.isEmpty() && type.startsWith("io.kvbench.")) {
          own = type.replaceFirst(".*\\.", "") + "." + method;
        }
        if (type.startsWith("io.kvbench.core.engine.")) {
          return "load";
        }
      }
      if (process) {
        return "process:" + own;
      }
      if (sleeps) {
        return "sleep:" + own;
      }
      return switch (thread.getThreadState()) {
        case RUNNABLE -> io ? "input" : "processor";
        default -> "wait:" + own;
      };
    }
  }

  /** The processor time of this JVM and of its child processes. */
  private static final class Cpu {
    private static final long NANOS_PER_TICK = 10_000_000;

    static long nanos() {
      long ticks = ticks("self");
      for (ProcessHandle child : ProcessHandle.current().descendants().toList()) {
        ticks += ticks(String.valueOf(child.pid()));
      }
      return ticks * NANOS_PER_TICK;
    }

    /** The fields utime, stime, cutime and cstime of proc(5). */
    private static long ticks(String pid) {
      try {
        String stat = Files.readString(Path.of("/proc", pid, "stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        long sum = 0;
        for (int field = 11; field <= 14; field++) {
          sum += Long.parseLong(fields[field]);
        }
        return sum;
      } catch (IOException gone) {
        return 0;
      }
    }
  }
}
