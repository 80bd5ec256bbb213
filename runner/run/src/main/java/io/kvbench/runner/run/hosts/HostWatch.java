package io.kvbench.runner.run.hosts;

import io.kvbench.core.host.HostSample;
import io.kvbench.reports.files.HostCsv;
import io.kvbench.reports.files.HostSampleLines;
import io.kvbench.reports.files.ResultDirectory;
import io.kvbench.reports.files.ResultDirectoryException;
import io.kvbench.runner.cluster.ClusterNode;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The sidecar of a run: one process for all servers on this machine and for kvbench itself. Its
 * samples go straight into files. A sidecar that dies leaves a gap and not a failed run.
 */
public final class HostWatch implements AutoCloseable {
  /** The name of kvbench itself in the samples. */
  public static final String CLIENT = "client";

  private static final Duration BEGINNING = Duration.ofSeconds(10);
  private static final Duration ENDING = Duration.ofSeconds(2);

  private final Process process;
  private final List<ClusterNode> nodes;
  private final Map<String, Long> pids = new HashMap<>();
  private final List<HostCsv> files = new ArrayList<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final Thread thread = Thread.ofPlatform().daemon().name("hosts").unstarted(this::read);
  private volatile OptionalLong clients = OptionalLong.empty();
  private volatile boolean closing;
  private volatile Optional<String> trouble = Optional.empty();

  private HostWatch(Process process, List<ClusterNode> nodes) {
    this.process = process;
    this.nodes = nodes;
  }

  /**
   * Starts the sidecar, and waits until it is at work: its start is not to fall into a phase.
   *
   * @param command what runs {@code kvbench sidecar}
   * @param servers those that have a process on this machine are watched
   * @throws IOException if it cannot be started
   */
  public static HostWatch start(
      List<String> command, Duration every, List<ClusterNode> servers, ResultDirectory directory)
      throws IOException, ResultDirectoryException, InterruptedException {
    List<ClusterNode> nodes = servers.stream().filter(node -> node.pid().isPresent()).toList();
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of("--until-closed", "--every", every.toMillis() + "ms"));
    all.addAll(List.of("--client", String.valueOf(ProcessHandle.current().pid())));
    Map<String, Long> pids = new HashMap<>();
    for (ClusterNode node : nodes) {
      long pid = node.pid().orElseThrow();
      pids.put(node.name(), pid);
      all.addAll(List.of("--pid", node.name() + "=" + pid));
    }
    Redirect log = Redirect.to(directory.logs().resolve("sidecar.log").toFile());
    HostWatch watch = new HostWatch(new ProcessBuilder(all).redirectError(log).start(), nodes);
    watch.pids.putAll(pids);
    watch.begin(directory);
    return watch;
  }

  private void begin(ResultDirectory directory)
      throws ResultDirectoryException, InterruptedException {
    boolean ready = false;
    try {
      for (ClusterNode node : nodes) {
        files.add(directory.openHost(node.name()));
      }
      files.add(directory.openHost(CLIENT));
      thread.start();
      ready = begun.await(BEGINNING.toMillis(), TimeUnit.MILLISECONDS) || process.isAlive();
    } finally {
      if (!ready) {
        close();
      }
    }
  }

  /** Says how many clients are at work from now on; empty outside of phases. */
  public void clients(OptionalLong active) {
    clients = active;
  }

  /** Returns what went wrong, in a sentence for the user. */
  public Optional<String> trouble() {
    return trouble;
  }

  private void read() {
    try (HostSampleLines lines = HostSampleLines.of(process.inputReader(StandardCharsets.UTF_8))) {
      lines.header();
      for (Optional<HostSample> sample = lines.next(); sample.isPresent(); sample = lines.next()) {
        write(sample.get());
        begun.countDown();
        tellOfRestarts();
      }
      ended("it ended by itself");
    } catch (IOException | ResultDirectoryException e) {
      ended(String.valueOf(e.getMessage()));
    } finally {
      begun.countDown();
    }
  }

  private void write(HostSample sample) throws ResultDirectoryException {
    for (HostCsv file : files) {
      file.append(sample, clients);
    }
  }

  private void tellOfRestarts() throws IOException {
    for (ClusterNode node : nodes) {
      OptionalLong pid = node.pid();
      Long before = pids.get(node.name());
      if (pid.isPresent() && before != null && before != pid.getAsLong()) {
        pids.put(node.name(), pid.getAsLong());
        OutputStream input = process.getOutputStream();
        String line = "watch " + node.name() + " " + pid.getAsLong() + "\n";
        input.write(line.getBytes(StandardCharsets.UTF_8));
        input.flush();
      }
    }
  }

  private void ended(String why) {
    if (!closing) {
      trouble =
          Optional.of(
              "The sidecar was lost: "
                  + why
                  + ". What hosts did is missing from then on; logs/sidecar.log may say more.");
    }
  }

  /** Ends the sidecar and closes the files. Bounded. */
  @Override
  public void close() {
    closing = true;
    boolean interrupted = Thread.interrupted();
    try {
      process.getOutputStream().close();
      process.waitFor(ENDING.toMillis(), TimeUnit.MILLISECONDS);
      process.destroyForcibly();
      thread.join(ENDING);
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      interrupted = true;
    }
    for (HostCsv file : files) {
      try {
        file.close();
      } catch (ResultDirectoryException e) {
        trouble = Optional.of(String.valueOf(e.getMessage()));
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
