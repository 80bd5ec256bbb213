import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The tables of {@code docs/benchmarks/tests}, in Markdown: from Maven's log with times, the files
 * of {@code TestTimes}, and samples of /proc/stat before and after.
 */
final class TestTimesReport {
  private static final Pattern STEP =
      Pattern.compile("(\\d\\d:\\d\\d:\\d\\d\\.\\d+) \\[INFO\\] --- (?:maven-)?(\\S+?)(?:-maven-plugin|-plugin)?:[\\d.]+:(\\S+) \\((\\S+)\\) @ (\\S+) ---");
  private static final Pattern MODULE_END =
      Pattern.compile(".*\\[INFO\\] (\\S+) \\.+ (\\S+) \\[ *(?:(\\d+):)?(\\d+)(?:\\.(\\d+))? (s|min)\\]");
  private static final int ROWS = 40;

  /** One test class, or a test JVM as a whole ({@code name} is {@code (fork)}). */
  private record ClassTimes(
      String module, String name, int tests, long wallMillis, long cpuMillis, Map<String, Long> waits) {}

  private record Run(
      Path directory, double wallSeconds, double busyShare, boolean green) {}

  private TestTimesReport() {}

  public static void main(String[] arguments) throws IOException {
    Path out = Path.of(arguments[2]);
    int count = Integer.parseInt(arguments[3]);
    List<Run> runs = new ArrayList<>();
    for (int n = 1; n <= count; n++) {
      runs.add(run(out.resolve("run" + n)));
    }
    String beside = arguments[1].equals("0") ? "" : ", beside " + arguments[1] + " busy processes";
    System.out.printf("## `%s`%s%n%n", arguments[0], beside);
    System.out.println("| run | wall | processors busy | result |\n|---|---|---|---|");
    for (Run run : runs) {
      System.out.printf(
          Locale.ROOT,
          "| %s | %s | %.0f %% | %s |%n",
          run.directory().getFileName().toString().substring(3),
          minutes(run.wallSeconds()),
          100 * run.busyShare(),
          run.green() ? "green" : "failed");
    }
    Run median = runs.stream().sorted(Comparator.comparingDouble(Run::wallSeconds)).toList().get((count - 1) / 2);
    System.out.printf(
        "%nMedian: **%s**. The tables below are of that run.%n%n", minutes(median.wallSeconds()));
    steps(median.directory().resolve("log"));
    classes(median.directory().resolve("classes"));
  }

  private static Run run(Path directory) throws IOException {
    long[] before = numbers(directory.resolve("before"));
    long[] after = numbers(directory.resolve("after"));
    boolean green = Files.readString(directory.resolve("log")).contains("BUILD SUCCESS");
    return new Run(
        directory,
        (after[0] - before[0]) / 1e9,
        (double) (after[1] - before[1]) / Math.max(1, after[2] - before[2]),
        green);
  }

  private static long[] numbers(Path file) throws IOException {
    return Stream.of(Files.readString(file).strip().split(" ")).mapToLong(Long::parseLong).toArray();
  }

  private static String minutes(double seconds) {
    return seconds < 60
        ? String.format(Locale.ROOT, "%.1f s", seconds)
        : "%d min %02d s".formatted((int) seconds / 60, (int) seconds % 60);
  }

  /** A step of a module lasts until the module's next one; the last one, until the module's end. */
  private static void steps(Path log) throws IOException {
    Map<String, Double> started = new HashMap<>();
    Map<String, Double> first = new HashMap<>();
    Map<String, String> current = new HashMap<>();
    Map<String, Double> bySteps = new TreeMap<>();
    Map<String, Double> wholes = new TreeMap<>();
    for (String line : Files.readAllLines(log)) {
      Matcher step = STEP.matcher(line);
      if (step.find()) {
        double now = LocalTime.parse(step.group(1)).toNanoOfDay() / 1e9;
        String module = step.group(5);
        if (current.containsKey(module)) {
          bySteps.merge(current.get(module), now - started.get(module), Double::sum);
        }
        first.putIfAbsent(module, now);
        started.put(module, now);
        current.put(module, step.group(2) + ":" + step.group(3));
      }
      Matcher end = MODULE_END.matcher(line);
      if (end.matches()) {
        double seconds =
            end.group(6).equals("min")
                ? 60 * Double.parseDouble(end.group(3)) + Double.parseDouble(end.group(4))
                : Double.parseDouble(end.group(4) + "." + end.group(5));
        String module = end.group(1);
        wholes.put(module, seconds);
        if (current.containsKey(module)) {
          double last = first.get(module) + seconds - started.get(module);
          bySteps.merge(current.get(module), Math.max(0, last), Double::sum);
        }
      }
    }
    table("module", wholes);
    table("step, sum over all modules", bySteps);
  }

  private static void table(String what, Map<String, Double> seconds) {
    System.out.printf("| %s | wall |%n|---|---|%n", what);
    seconds.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .filter(row -> row.getValue() >= 0.5)
        .forEach(row -> System.out.printf("| %s | %s |%n", row.getKey(), minutes(row.getValue())));
    System.out.println();
  }

  private static void classes(Path directory) throws IOException {
    List<ClassTimes> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.sorted().toList()) {
        for (String line : Files.readAllLines(file)) {
          all.add(read(line.split("\t")));
        }
      }
    }
    Map<String, ClassTimes> forks = new TreeMap<>();
    Map<String, ClassTimes> classes = new TreeMap<>();
    for (ClassTimes each : all) {
      boolean isFork = each.name().equals("(fork)");
      (isFork ? forks : classes)
          .merge(isFork ? each.module() : each.module() + " " + each.name(), each, TestTimesReport::plus);
    }
    System.out.println("| test JVMs of | wall | processor time |\n|---|---|---|");
    rows(forks).forEach(
        each ->
            System.out.printf(
                "| %s | %s | %s |%n",
                each.module(), minutes(each.wallMillis() / 1e3), minutes(each.cpuMillis() / 1e3)));
    System.out.printf(
        "| all | %s | %s |%n%n",
        minutes(forks.values().stream().mapToLong(ClassTimes::wallMillis).sum() / 1e3),
        minutes(forks.values().stream().mapToLong(ClassTimes::cpuMillis).sum() / 1e3));
    System.out.printf(
        "%,d tests in %,d classes; the %d that last longest:%n%n",
        classes.values().stream().mapToInt(ClassTimes::tests).sum(), classes.size(), ROWS);
    System.out.println("| class | tests | wall | processor time | waits for |\n|---|---|---|---|---|");
    rows(classes).limit(ROWS).forEach(
        each ->
            System.out.printf(
                "| %s %s | %d | %s | %s | %s |%n",
                each.module(),
                each.name().replaceFirst(".*\\.", ""),
                each.tests(),
                minutes(each.wallMillis() / 1e3),
                minutes(each.cpuMillis() / 1e3),
                waits(each)));
    System.out.println();
  }

  private static Stream<ClassTimes> rows(Map<String, ClassTimes> all) {
    return all.values().stream().sorted(Comparator.comparingLong(ClassTimes::wallMillis).reversed());
  }

  private static String waits(ClassTimes times) {
    return times.waits().entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .filter(wait -> wait.getValue() * 20 >= times.wallMillis())
        .limit(4)
        .map(wait -> "%s %s".formatted(words(wait.getKey()), minutes(wait.getValue() / 1e3)))
        .reduce((one, other) -> one + ", " + other)
        .orElse("");
  }

  private static String words(String category) {
    return category.equals("server")
        ? "servers start and stop"
        : category.replaceFirst("^process:", "process in ").replaceFirst("^(sleep|wait):", "$1 in ");
  }

  private static ClassTimes read(String[] columns) {
    Map<String, Long> waits = new TreeMap<>();
    for (int n = 5; n + 1 < columns.length; n += 2) {
      waits.put(columns[n], Long.parseLong(columns[n + 1]));
    }
    Path module = Path.of(columns[0]);
    String parent = String.valueOf(module.getParent().getFileName());
    boolean isNested = parent.equals("bindings") || parent.equals("runner");
    return new ClassTimes(
        (isNested ? parent + "/" : "") + module.getFileName(),
        columns[1],
        Integer.parseInt(columns[2]),
        Long.parseLong(columns[3]),
        Long.parseLong(columns[4]),
        waits);
  }

  private static ClassTimes plus(ClassTimes one, ClassTimes other) {
    Map<String, Long> waits = new TreeMap<>(one.waits());
    other.waits().forEach((wait, millis) -> waits.merge(wait, millis, Long::sum));
    return new ClassTimes(
        one.module(),
        one.name(),
        one.tests() + other.tests(),
        one.wallMillis() + other.wallMillis(),
        one.cpuMillis() + other.cpuMillis(),
        waits);
  }
}
