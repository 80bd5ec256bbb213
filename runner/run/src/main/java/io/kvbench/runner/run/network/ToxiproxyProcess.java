package io.kvbench.runner.run.network;

import io.kvbench.core.server.ProgramPath;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.PeerRoute;
import io.kvbench.runner.cluster.local.Directories;
import io.kvbench.runner.cluster.local.Ports;
import io.kvbench.runner.cluster.local.Watchdog;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The start of a Toxiproxy on the loopback address, which ends when kvbench does in any way. */
final class ToxiproxyProcess {
  private ToxiproxyProcess() {}

  /** Returns where the program is, if it is installed. */
  static Optional<Path> find() {
    return ProgramPath.ofThisProcess().find(PeerRoute.PROGRAM);
  }

  /**
   * Starts the server, and returns when it answers.
   *
   * @param seed of its random deviations
   * @param told receives the path of the program
   */
  static Toxiproxy start(Settings settings, long seed, Consumer<String> told)
      throws NetworkException, InterruptedException {
    Path program = find().orElseThrow(() -> new NetworkException(PeerRoute.missing()));
    told.accept("Proxies: " + program);
    for (int attempt = 1; ; attempt++) {
      try {
        return start(program, settings, seed);
      } catch (NetworkException e) {
        // Another process may have taken the port meanwhile.
        if (attempt == Toxiproxy.ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static Toxiproxy start(Path program, Settings settings, long seed)
      throws NetworkException, InterruptedException {
    Path directory = null;
    Watchdog watchdog = null;
    Process process = null;
    boolean started = false;
    HttpClient http = Toxiproxy.newClient();
    try {
      directory = Directories.create(settings, "toxiproxy");
      int port = Ports.free(1).getFirst();
      Path log = directory.resolve("toxiproxy.log");
      watchdog = Watchdog.over(directory, List.of());
      ProcessBuilder builder =
          new ProcessBuilder(Watchdog.waiting(PeerRoute.PROGRAM, command(program, port, seed)))
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile());
      builder.environment().put("LOG_LEVEL", "error");
      process = builder.start();
      watchdog.begin(process);
      URI control = URI.create("http://" + Ports.HOST + ":" + port + "/");
      String version = Toxiproxy.awaitVersion(http, process::isAlive, control).orElse("");
      if (version.isEmpty()) {
        throw new NetworkException(
            "Toxiproxy does not answer on " + control + ": " + Files.readString(log).strip());
      }
      Toxiproxy toxiproxy = of(http, process, watchdog, directory, control, version);
      started = true;
      return toxiproxy;
    } catch (IOException | ClusterException e) {
      throw new NetworkException("Toxiproxy could not be started: " + e.getMessage(), e);
    } finally {
      if (!started) {
        end(http, process, watchdog, directory);
      }
    }
  }

  private static Toxiproxy of(
      HttpClient http,
      Process process,
      Watchdog watchdog,
      Path directory,
      URI control,
      String version) {
    return new Toxiproxy(
        http, control, version, process::isAlive, () -> end(http, process, watchdog, directory));
  }

  private static List<String> command(Path program, int port, long seed) {
    return List.of(
        program.toString(),
        "-host",
        Ports.HOST,
        "-port",
        Integer.toString(port),
        "-seed",
        Long.toString(seed));
  }

  private static void end(
      HttpClient http,
      @Nullable Process process,
      @Nullable Watchdog watchdog,
      @Nullable Path directory) {
    http.shutdownNow();
    if (process != null) {
      // It has no state that a graceful end would save.
      process.destroyForcibly();
      process
          .onExit()
          .orTimeout(Toxiproxy.PATIENCE.toSeconds(), TimeUnit.SECONDS)
          .exceptionally(e -> null)
          .join();
    }
    if (directory != null) {
      Directories.delete(directory);
    }
    if (watchdog != null) {
      watchdog.release();
    }
  }
}
