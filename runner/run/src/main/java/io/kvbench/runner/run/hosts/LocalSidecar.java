package io.kvbench.runner.run.hosts;

import io.kvbench.results.directory.HostSampleLines;
import io.kvbench.results.host.HostSample;
import io.kvbench.runner.cluster.ClusterNode;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The sidecar of a run: one process for kvbench itself and for all servers that have processes on
 * this machine. It begins with kvbench alone, so that it can start while the servers do.
 */
final class LocalSidecar implements HostSource {
  static final String HOST = "local";

  private static final Duration ENDING = Duration.ofSeconds(2);

  private final List<String> command;
  private final Duration every;
  private final Path log;
  private final Optional<String> logTitle;
  private final List<Watched> watched = new CopyOnWriteArrayList<>();
  private final ContainerProcesses containers = new ContainerProcesses();

  /** The processes under one name, which may change over time. */
  private record Watched(
      String name, Supplier<List<Long>> pids, Supplier<Optional<Path>> directory) {}

  /** The last command to the sidecar, by target; used by the reading thread. */
  private final Map<String, List<Long>> told = new HashMap<>();

  private @Nullable Process process;
  private @Nullable Thread thread;
  private volatile boolean sampled;
  private volatile boolean ending;

  /**
   * Prepares it.
   *
   * @param command what runs {@code kvbench sidecar}
   * @param log receives its output
   * @param logTitle the log's name for users; empty where they do not see it
   */
  LocalSidecar(List<String> command, Duration every, Path log, Optional<String> logTitle) {
    this.command = List.copyOf(command);
    this.every = every;
    this.log = log;
    this.logTitle = logTitle;
  }

  @Override
  public String host() {
    return HOST;
  }

  @Override
  public String kind() {
    return "sidecar";
  }

  @Override
  public Duration every() {
    return every;
  }

  @Override
  public void begin(Reader reader) throws IOException {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of("--until-closed", "--every", every.toMillis() + "ms"));
    all.addAll(List.of("--client", String.valueOf(ProcessHandle.current().pid())));
    Process started = new ProcessBuilder(all).redirectError(Redirect.to(log.toFile())).start();
    process = started;
    thread = Thread.ofPlatform().daemon().name("hosts").start(() -> read(started, reader));
  }

  @Override
  public boolean isStarting() {
    return true;
  }

  /** Watches a server's processes, those of its later lives too, from the next sample on. */
  void watch(ClusterNode node) {
    watch(new Watched(node.name(), node::pids, node::dataDirectory));
  }

  /**
   * Watches the visible processes of a server that its engine samples, and returns what completes
   * the engine's samples by theirs.
   */
  UnaryOperator<HostSample> completing(ClusterNode node) {
    containers.expect(node.name());
    watch(new Watched(node.name(), node::visiblePids, Optional::empty));
    return containers::complete;
  }

  /** Watches another process from the next sample on. */
  void watch(String name, long pid) {
    watch(new Watched(name, () -> List.of(pid), Optional::empty));
  }

  private void watch(Watched added) {
    Process running = process;
    watched.add(added);
    if (running != null) {
      tell(running);
    }
  }

  private void read(Process running, Reader reader) {
    try (HostSampleLines lines = HostSampleLines.of(running.inputReader(StandardCharsets.UTF_8))) {
      reader.begun(lines.header());
      for (Optional<HostSample> sample = lines.next(); sample.isPresent(); sample = lines.next()) {
        sampled = true;
        reader.sample(containers.keep(sample.get()));
        tell(running);
      }
      lost(reader, "it exited unexpectedly");
    } catch (IOException e) {
      lost(reader, String.valueOf(e.getMessage()));
    }
  }

  private void lost(Reader reader, String why) {
    if (!ending) {
      reader.ended(
          "%s. Host samples are missing from then on%s."
              .formatted(why, logTitle.map(title -> "; see " + title).orElse("")));
    }
  }

  /** A server that is started again has another process. */
  private synchronized void tell(Process running) {
    for (Watched each : watched) {
      List<Long> pids = each.pids().get();
      List<Long> before = told.get(each.name());
      if (!pids.isEmpty() && !pids.equals(before)) {
        told.put(each.name(), pids);
        say(running, "watch " + each.name() + " " + numbers(pids));
        if (before == null) {
          each.directory().get().ifPresent(path -> say(running, "directory " + path));
        }
      }
    }
  }

  private static String numbers(List<Long> pids) {
    return pids.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private static void say(Process running, String line) {
    try {
      OutputStream input = running.getOutputStream();
      input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      input.flush();
    } catch (IOException e) {
      // The process has ended, which its readers will see.
    }
  }

  @Override
  public void end() {
    Process running = process;
    Thread reading = thread;
    ending = true;
    if (running == null || reading == null) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      running.getOutputStream().close();
      // A sidecar that is still starting would read the end later, and has no samples.
      running.waitFor(sampled ? ENDING.toMillis() : 0, TimeUnit.MILLISECONDS);
      running.destroyForcibly();
      reading.join(ENDING);
    } catch (IOException e) {
      running.destroyForcibly();
    } catch (InterruptedException e) {
      running.destroyForcibly();
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
