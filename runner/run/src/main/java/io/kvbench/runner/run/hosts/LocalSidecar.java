package io.kvbench.runner.run.hosts;

import io.kvbench.core.directory.HostSampleLines;
import io.kvbench.core.host.HostSample;
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
  private final List<ClusterNode> nodes = new CopyOnWriteArrayList<>();

  /** What the sidecar was told last; used by the thread that reads. */
  private final Map<String, List<Long>> told = new HashMap<>();

  private @Nullable Process process;
  private @Nullable Thread thread;
  private volatile boolean sampled;
  private volatile boolean ending;

  /**
   * Prepares it.
   *
   * @param command what runs {@code kvbench sidecar}
   * @param log gets what it says
   */
  LocalSidecar(List<String> command, Duration every, Path log) {
    this.command = List.copyOf(command);
    this.every = every;
    this.log = log;
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

  /** Watches a server's processes, those of its later lives too, from the next sample on. */
  void watch(ClusterNode node) {
    Process running = process;
    nodes.add(node);
    if (running != null) {
      tell(running);
    }
  }

  private void read(Process running, Reader reader) {
    try (HostSampleLines lines = HostSampleLines.of(running.inputReader(StandardCharsets.UTF_8))) {
      reader.begun(lines.header());
      for (Optional<HostSample> sample = lines.next(); sample.isPresent(); sample = lines.next()) {
        sampled = true;
        reader.sample(sample.get());
        tell(running);
      }
      lost(reader, "it exited unexpectedly");
    } catch (IOException e) {
      lost(reader, String.valueOf(e.getMessage()));
    }
  }

  private void lost(Reader reader, String why) {
    if (!ending) {
      reader.ended(why + ". Host samples are missing from then on; see logs/sidecar.log.");
    }
  }

  /** A server that is started again has another process. */
  private synchronized void tell(Process running) {
    for (ClusterNode node : nodes) {
      List<Long> pids = node.pids();
      List<Long> before = told.get(node.name());
      if (!pids.isEmpty() && !pids.equals(before)) {
        told.put(node.name(), pids);
        say(running, "watch " + node.name() + " " + numbers(pids));
        if (before == null) {
          node.dataDirectory().ifPresent(path -> say(running, "directory " + path));
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
      // It has ended, which whoever reads from it will see.
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
      // One that is still starting would listen only later, and has nothing to tell.
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
