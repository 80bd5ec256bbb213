package io.kvbench.runner.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.host.listen.HostAddress;
import io.kvbench.host.listen.Listening;
import io.kvbench.host.samples.SampleServer;
import io.kvbench.runner.app.options.CommandLinePlanner;
import io.kvbench.runner.metrics.LiveMetrics;
import io.kvbench.runner.metrics.MetricsEndpoint;
import io.kvbench.runner.metrics.MetricsSettings;
import io.kvbench.runner.run.WorkloadLookup;
import io.kvbench.runner.suite.SuiteSettings;
import io.kvbench.testkit.Mutation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests with random malformed input: each case ends in a documented exit code within a generous
 * time, with messages and without control characters. Set {@code kvbench.fuzz.cases} and {@code
 * kvbench.fuzz.seed} to try more or others; a failure names the seed that repeats it as the first
 * case.
 */
class FuzzTest {
  private static final int CASES = Integer.getInteger("kvbench.fuzz.cases", 1_000);
  private static final long SEED = Long.getLong("kvbench.fuzz.seed", 17);
  private static final int SECONDS = 60;
  private static final int WORKERS = Runtime.getRuntime().availableProcessors();

  private static final List<String> SYSTEMS = List.of("memory", "memory", "zookeeper", "etcd");
  private static final List<String> FORMS =
      List.of("", "", "--text", "--csv=scenarios", "--csv=tidy", "--hlog", "--perfdash", "--html");
  private static final List<String> SUITE_SETTINGS =
      SuiteSettings.all().stream().map(Setting::name).toList();
  private static final List<String> FORMATS =
      List.of("--format=text", "--format=csv", "--format=markdown");
  private static final List<String> FLAGS =
      List.of(
          "-db",
          "-P",
          "-p",
          "-threads",
          "-target",
          "-load",
          "-t",
          "-s",
          "-l",
          "--status",
          "--out",
          "--html",
          "--results",
          "--properties",
          "--format",
          "--title",
          "plan",
          "report",
          "compare");

  @TempDir private static Path shared;
  private static List<String> properties = List.of();
  private static List<String> workloads = List.of();
  private static Path run = Path.of("");
  private static List<Stored> stored = List.of();

  /** A file of a run. */
  private record Stored(String name, String text) {
    byte[] bytes() {
      return text.getBytes(UTF_8);
    }
  }

  private final ExecutorService workers = Executors.newFixedThreadPool(WORKERS);

  /** The directory of each worker. */
  private static final ThreadLocal<Path> PLACE = ThreadLocal.withInitial(FuzzTest::place);

  @BeforeAll
  static void makeAResult() throws Exception {
    CommandLinePlanner planning = new CommandLinePlanner();
    properties =
        planning.settings().stream()
            .map(Setting::name)
            .filter(name -> !name.equals("cluster"))
            .toList();
    List<String> texts = new ArrayList<>();
    for (String name : WorkloadLookup.names()) {
      try (InputStream packed = WorkloadLookup.class.getResourceAsStream("/workloads/" + name)) {
        texts.add(new String(Objects.requireNonNull(packed).readAllBytes(), UTF_8));
      }
    }
    workloads = List.copyOf(texts);
    KvbenchCommand made =
        KvbenchCommand.run(
            List.of(
                "-db=memory",
                "-P=workloads/smoke",
                "-s",
                "--results=" + shared,
                "-p=operationcount=200"));
    made.check();
    run = Path.of(made.out().strip().lines().toList().getLast());
    List<Stored> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(run)) {
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        String name = file.getFileName().toString();
        if (!name.equals("report.html")) {
          files.add(new Stored(name, Files.readString(file)));
        }
      }
    }
    stored = List.copyOf(files);
    System.out.printf("FuzzTest: %d cases, seed %d%n", CASES, SEED);
  }

  @AfterEach
  void end() {
    workers.shutdownNow();
  }

  @Test
  void workloadFiles() throws Exception {
    repeat(3, this::workloadFile);
  }

  @Test
  void suiteFiles() throws Exception {
    repeat(1, this::suiteFile);
  }

  @Test
  void commandLines() throws Exception {
    repeat(2, this::commandLine);
  }

  @Test
  void resultDirectories() throws Exception {
    repeat(3, this::resultDirectory);
  }

  @Test
  void requestsForMetrics() throws Exception {
    Settings settings =
        Settings.resolve(
            new Assignments().add("metrics.port", "0", Origin.of("test")),
            MetricsSettings.all(),
            new Problems());
    try (LiveMetrics metrics = new LiveMetrics("memory", "smoke", () -> 0, NanoClock.system());
        MetricsEndpoint endpoint = MetricsEndpoint.open(settings, metrics)) {
      URI uri = URI.create(endpoint.url());
      repeat(1, mutation -> request(mutation, uri, "GET " + uri.getPath()));
    }
  }

  @Test
  void requestsForSamples() throws Exception {
    Listening place =
        new Listening(new HostAddress(HostAddress.LOOPBACK, 0), Optional.empty(), Optional.empty());
    try (SampleServer server = SampleServer.open(place, "{}", NanoClock.system())) {
      URI uri = URI.create(server.address());
      repeat(1, mutation -> request(mutation, uri, "GET /samples"));
    }
  }

  /** An attempt on malformed input, with its checks. */
  @FunctionalInterface
  private interface Attempt {
    void make(Mutation mutation) throws Exception;
  }

  /**
   * Runs this number of tenths of the cases, each with a separate seed; the pool starts them in
   * order.
   */
  private void repeat(int tenths, Attempt attempt) throws Exception {
    Deque<Future<?>> begun = new ArrayDeque<>();
    long seed = SEED;
    long end = SEED + Math.max(1, (long) CASES * tenths / 10);
    for (long next = SEED; seed < end; seed++) {
      for (; next < end && begun.size() < 4 * WORKERS; next++) {
        begun.add(workers.submit(make(attempt, next)));
      }
      try {
        begun.remove().get(SECONDS, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        throw new AssertionError("seed " + seed + " takes more than " + SECONDS + " s", e);
      } catch (ExecutionException e) {
        throw new AssertionError("seed " + seed, e.getCause());
      }
    }
  }

  private static Callable<?> make(Attempt attempt, long seed) {
    return () -> {
      attempt.make(new Mutation(seed));
      return seed;
    };
  }

  private static Path place() {
    try {
      return Files.createTempDirectory(shared, "worker");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void workloadFile(Mutation mutation) throws IOException {
    String text = mutation.of(workloads);
    for (int line = mutation.below(4); line > 0; line--) {
      text += "\n" + mutation.of(properties) + "=" + mutation.word();
    }
    Path file = Files.write(PLACE.get().resolve("workload"), mutation.bytes(text));
    String system = mutation.of(SYSTEMS);
    List<String> arguments = new ArrayList<>(List.of("plan", "-db", system, "-P", file.toString()));
    if (!system.equals("memory")) {
      arguments.addAll(List.of("-p", "endpoints=127.0.0.1:1"));
    }
    KvbenchCommand.run(arguments).check();
  }

  private void suiteFile(Mutation mutation) throws IOException {
    StringBuilder text = new StringBuilder("axis.db=memory\nsuite.workload=smoke\n");
    for (int line = mutation.below(6); line > 0; line--) {
      String property = mutation.of(properties);
      text.append(
          switch (mutation.below(6)) {
            case 0 -> "axis." + property + "=" + mutation.word() + "," + mutation.word();
            case 1 -> "cell." + mutation.word() + "=" + property + "=" + mutation.word();
            case 2 -> property + "@memory=" + mutation.word();
            case 3 -> "exclude.x=" + property + "=" + mutation.word();
            case 4 -> mutation.of(SUITE_SETTINGS) + "=" + mutation.word();
            default -> property + "=" + mutation.word();
          });
      text.append('\n');
    }
    Path file = Files.write(PLACE.get().resolve("suite"), mutation.bytes(text.toString()));
    KvbenchCommand.run(List.of("plan", "--suite", file.toString())).check();
  }

  /** Never a run: all flags come after a command that starts nothing. */
  private void commandLine(Mutation mutation) {
    List<String> arguments = new ArrayList<>(List.of("plan"));
    for (int count = mutation.below(8); count > 0; count--) {
      arguments.add(mutation.oneIn(3) ? mutation.word() : mutation.of(FLAGS));
      if (mutation.oneIn(2)) {
        arguments.add("-p");
        arguments.add(mutation.of(properties) + "=" + mutation.word());
      }
    }
    if (mutation.oneIn(2)) {
      arguments.addAll(List.of("-db", "memory", "-P", "workloads/smoke"));
    }
    KvbenchCommand.run(arguments).check();
  }

  private void resultDirectory(Mutation mutation) throws IOException {
    Path damaged = Files.createDirectories(PLACE.get().resolve("damaged"));
    for (Stored file : stored) {
      Files.write(damaged.resolve(file.name()), file.bytes());
    }
    Stored changed = mutation.of(stored);
    Path victim = damaged.resolve(changed.name());
    if (mutation.oneIn(50)) {
      Files.delete(victim);
    } else {
      Files.write(victim, mutation.bytes(changed.text()));
    }
    List<String> arguments =
        mutation.oneIn(2)
            ? List.of("compare", mutation.of(FORMATS), run.toString(), damaged.toString())
            : Stream.of("report", mutation.of(FORMS), damaged.toString())
                .filter(argument -> !argument.isEmpty())
                .toList();
    KvbenchCommand.run(arguments).check();
  }

  /** The answer, if there is one, is of HTTP and not an internal error; 503 is too many readers. */
  private void request(Mutation mutation, URI uri, String line) throws IOException {
    String request =
        line
            + " HTTP/1.1\r\nHost: 127.0.0.1:"
            + uri.getPort()
            + "\r\nConnection: close\r\n"
            + "Authorization: Bearer 0123456789abcdef\r\nContent-Length: 0\r\n\r\n";
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setSoTimeout(SECONDS * 1_000 / 2);
      OutputStream out = socket.getOutputStream();
      out.write(mutation.bytes(request));
      out.flush();
      socket.shutdownOutput();
      String status =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine();
      assertThat(status == null ? "HTTP/1.1 none" : status)
          .matches("HTTP/1.1 (none|[24]\\d\\d .*|50[13] .*)");
    } catch (SocketException e) {
      // It was hung up on, which is an answer to nonsense, too.
    }
  }
}
