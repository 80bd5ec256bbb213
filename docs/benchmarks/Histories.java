import io.kvbench.core.consistency.ConsistencyCheck;
import io.kvbench.core.consistency.ConsistencyReport;
import io.kvbench.core.consistency.ConsistencyRules;
import io.kvbench.core.consistency.Promise;
import io.kvbench.core.history.HistoryFile;
import io.kvbench.core.history.HistoryKind;
import io.kvbench.core.history.HistoryRecorder;
import io.kvbench.core.history.HistoryStatus;
import io.kvbench.core.history.HistoryWriter;
import io.kvbench.core.history.ValueIdentity;
import io.kvbench.core.operation.ReadConsistency;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The cost of recording operations, and of checking large histories. Started by {@code histories}.
 *
 * <pre>java -cp core/target/classes Histories.java record FILE CLIENTS OPERATIONS
 *java -cp core/target/classes Histories.java generate FILE OPERATIONS KEYS CLIENTS STALE
 *java -cp core/target/classes Histories.java check FILE MEGABYTES THREADS [stale]</pre>
 */
final class Histories {
  private static final int ROUNDS = 5;
  private static final double NANOS = 1e9;

  private Histories() {}

  public static void main(String[] args) throws Exception {
    Path file = Path.of(args[1]);
    switch (args[0]) {
      case "record" -> record(file, Integer.parseInt(args[2]), Integer.parseInt(args[3]));
      case "generate" ->
          new Generator(Integer.parseInt(args[3]), Integer.parseInt(args[4]), Integer.parseInt(args[5]))
              .run(file, Integer.parseInt(args[2]));
      case "check" -> check(file, Long.parseLong(args[2]), Integer.parseInt(args[3]), args.length > 4);
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  /** One thread takes turns as many clients, so that their blocks compete for the cache. */
  private static void record(Path file, int clients, int operations) throws Exception {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    double best = Double.MAX_VALUE;
    double bestLoop = Double.MAX_VALUE;
    long dropped = 0;
    for (int round = 0; round < ROUNDS; round++) {
      try (HistoryWriter writer = HistoryWriter.open(file, 0)) {
        HistoryRecorder[] recorders = new HistoryRecorder[clients];
        Arrays.setAll(recorders, writer::recorder);
        long x = 12345;
        long sum = 0;
        long before = threads.getCurrentThreadCpuTime();
        for (int count = 0; count < operations; count++) {
          x = x * 6364136223846793005L + 1442695040888963407L;
          sum += recorders[(int) ((x >>> 33) % clients)].client();
        }
        bestLoop = Math.min(bestLoop, threads.getCurrentThreadCpuTime() - before + (sum == 1 ? 1 : 0));
        before = threads.getCurrentThreadCpuTime();
        for (int count = 0; count < operations; count++) {
          x = x * 6364136223846793005L + 1442695040888963407L;
          recorders[(int) ((x >>> 33) % clients)].record(
              HistoryKind.READ,
              HistoryStatus.OK,
              ReadConsistency.LINEARIZABLE,
              count,
              count + 400,
              x >>> 40,
              ValueIdentity.LOADED,
              count);
        }
        best = Math.min(best, threads.getCurrentThreadCpuTime() - before);
        for (HistoryRecorder each : recorders) {
          each.flush();
        }
        dropped = writer.dropped();
      }
    }
    System.out.printf(
        "| %,d | %.1f | %.1f | %,d |%n",
        clients, best / operations, bestLoop / operations, dropped);
  }

  private static void check(Path file, long megabytes, int threads, boolean stale) throws Exception {
    ConsistencyRules.Builder rules =
        ConsistencyRules.builder()
            .threads(threads)
            .memoryBytes(megabytes << 20)
            .loadedKeys(Long.MAX_VALUE);
    if (stale) {
      rules.promise(ReadConsistency.LINEARIZABLE, Promise.SESSION);
    }
    long wall = System.nanoTime();
    ConsistencyReport report = new ConsistencyCheck(rules.build()).check(HistoryFile.open(file));
    wall = System.nanoTime() - wall;
    long cpu =
        ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime();
    String peak =
        Files.exists(Path.of("/proc/self/status"))
            ? Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmHWM"))
                .map(line -> line.replaceAll("\\D", ""))
                .findFirst()
                .orElse("0")
            : "0";
    System.out.printf(
        "| %,d | %,d | %.1f | %.1f | %,d | %d | %d | %.3f |%n",
        report.operations(),
        report.keys(),
        wall / NANOS,
        cpu / NANOS,
        Long.parseLong(peak) >> 10,
        report.totals().stream().mapToLong(ConsistencyReport.Total::operations).sum(),
        report.undecided(),
        report.coverage());
    report.violations().stream().limit(3).forEach(System.err::println);
    report.modes().forEach(System.err::println);
  }

  /**
   * A generator of histories of a linearizable store: 50 % reads, 45 % writes, 5 % compare-and-sets,
   * a tenth of which are refused, and 0.1 % unknown outcomes.
   */
  private static final class Generator {
    private static final int BLOCK = 500;
    private static final int LATENCY = 400_000;

    private final int keys;
    private final int clients;
    private final int stale;
    private final SplittableRandom random = new SplittableRandom(1);

    /** @param stale every so many reads return the value before; 0 for none */
    Generator(int keys, int clients, int stale) {
      this.keys = keys;
      this.clients = clients;
      this.stale = stale;
    }

    void run(Path file, int operations) throws Exception {
      int each = operations / clients;
      int count = each * clients;
      long[] begins = new long[count];
      int[] durations = new int[count];
      int[] keyOf = new int[count];
      byte[] kinds = new byte[count];
      long[] points = new long[count];
      int bits = 64 - Long.numberOfLeadingZeros(count);
      int applied = 0;
      long[] clock = new long[clients];
      for (int client = 0; client < clients; client++) {
        for (int step = 0; step < each; step++) {
          int at = client * each + step;
          long begin = clock[client] + 500 + random.nextInt(2000);
          int duration = 100_000 + (int) (-Math.log(1 - random.nextDouble()) * LATENCY);
          boolean open = random.nextDouble() < 0.001;
          double choice = random.nextDouble();
          int kind = choice < 0.5 ? 0 : choice < 0.95 ? 1 : choice < 0.995 ? 2 : 3;
          begins[at] = begin;
          durations[at] = open ? 5_000_000 : duration;
          keyOf[at] = random.nextInt(keys);
          kinds[at] = (byte) (kind | (open ? 8 : 0));
          clock[client] = begin + durations[at];
          if (!open || random.nextBoolean()) {
            points[applied++] = (begin + random.nextInt(durations[at]) >> 3) << bits | at;
          }
        }
      }
      Arrays.sort(points, 0, applied);
      long[] value = new long[keys];
      long[] before = new long[keys];
      Arrays.fill(value, ValueIdentity.LOADED);
      Arrays.fill(before, ValueIdentity.LOADED);
      long[] seen = new long[count];
      int reads = 0;
      for (int place = 0; place < applied; place++) {
        int at = (int) (points[place] & (1L << bits) - 1);
        int key = keyOf[at];
        int kind = kinds[at] & 7;
        seen[at] = kind == 3 ? before[key] : value[key];
        if (kind == 0 && stale > 0 && ++reads % stale == 0) {
          seen[at] = before[key];
        }
        if (kind == 3 && before[key] == value[key]) {
          kinds[at] = 0;
        }
        if (kind == 1 || kind == 2) {
          before[key] = value[key];
          value[key] = ValueIdentity.of(1 + at / each, 1 + at % each);
        }
      }
      try (HistoryWriter writer = HistoryWriter.open(file, 0)) {
        HistoryRecorder[] recorders = new HistoryRecorder[clients];
        Arrays.setAll(recorders, client -> writer.recorder(client + 1));
        for (int from = 0; from < each; from += BLOCK) {
          for (int client = 0; client < clients; client++) {
            for (int step = from; step < Math.min(each, from + BLOCK); step++) {
              int at = client * each + step;
              write(recorders[client], kinds[at], begins[at], durations[at], keyOf[at], seen[at], 1 + step);
            }
          }
          Thread.sleep(1); // The queue is bounded.
        }
        for (HistoryRecorder recorder : recorders) {
          recorder.flush();
        }
        if (writer.dropped() > 0) {
          throw new IllegalStateException("dropped " + writer.dropped() + " operations");
        }
      }
    }

    private static void write(
        HistoryRecorder to, int code, long begin, int duration, int key, long seen, int sequence) {
      boolean open = (code & 8) != 0;
      HistoryStatus status = open ? HistoryStatus.UNKNOWN : HistoryStatus.OK;
      long identity = ValueIdentity.of(to.client(), sequence);
      long end = begin + duration;
      switch (code & 7) {
        case 0, 1 ->
            to.record(
                (code & 7) == 0 ? HistoryKind.READ : HistoryKind.WRITE,
                status,
                ReadConsistency.LINEARIZABLE,
                begin,
                end,
                key,
                (code & 7) == 0 ? seen : identity,
                0);
        default ->
            to.recordCompareAndSet(
                (code & 7) == 2 || open ? status : HistoryStatus.REFUSED,
                begin,
                end,
                key,
                identity,
                0,
                seen == 0 ? ValueIdentity.LOADED : seen,
                0);
      }
    }
  }
}
