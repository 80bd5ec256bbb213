package io.kvbench.runner.app.run;

import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.certificate.TlsContexts;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.workload.setting.UnusedYcsbSettings;
import io.kvbench.core.workload.setting.YcsbSettings;
import io.kvbench.host.listen.BearerToken;
import io.kvbench.host.listen.HostAddress;
import io.kvbench.host.listen.ListenOptions;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.runner.app.options.CommandLinePlanner;
import io.kvbench.runner.app.options.RunOptions;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Terminal;
import io.kvbench.runner.run.WorkloadLookup;
import io.kvbench.runner.service.RemoteService;
import io.kvbench.runner.service.RemoteService.Ended;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The command {@code kvbench run --service}, which has a service carry the run out. */
final class RemoteRun {
  @Option(
      names = "--service",
      paramLabel = "URL",
      description =
          "Let the service there ('kvbench serve') carry out the run, and copy its result here.")
  private @Nullable URI service;

  @Option(
      names = "--service-token-file",
      paramLabel = "FILE",
      description = "Token of --service, in the first line of a file.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--service-cacert",
      paramLabel = "FILE",
      description = "Authority of the certificate of --service in a PEM file (default: Java's).")
  private @Nullable Path authority;

  @Option(
      names = "--service-certs",
      paramLabel = "DIR",
      description =
          "Directory of a controller's certificate for --service and of its authority, as 'kvbench"
              + " certs' creates it.")
  private @Nullable Path certificates;

  boolean isAsked() {
    return service != null;
  }

  /**
   * Returns the exit code that the same run would have here.
   *
   * @param problems found so far
   */
  int run(
      RunOptions options,
      Path results,
      RunText text,
      CommandLinePlanner planning,
      Terminal terminal,
      StopSignal stop,
      Problems problems) {
    Optional<BearerToken> token = ListenOptions.token("--service-token-file", tokenFile, problems);
    Optional<SSLContext> tls = tls(problems);
    Map<String, String> properties = properties(options, planning, problems);
    URI address = service;
    String system = options.system();
    if (system == null) {
      problems.add("-db", "no system: specify one of the service's (/v1/catalog lists them).");
    }
    if (address != null) {
      check(address, problems);
    }
    if (!problems.isEmpty() || address == null || system == null) {
      return terminal.refuse(problems);
    }
    try (RemoteService remote = new RemoteService(address, token, tls)) {
      String workload = packed(options).orElse("core");
      Optional<String> id = remote.start(system, workload, properties, problems);
      return id.isPresent()
          ? follow(remote, id.get(), results, text, terminal, stop)
          : terminal.refuse(problems);
    } catch (IOException e) {
      return terminal.fail(PlainText.of(String.valueOf(e.getMessage())), ExitCode.ENVIRONMENT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED;
    }
  }

  /** A token is not to travel readable by mistake. */
  private void check(URI address, Problems problems) {
    String scheme = String.valueOf(address.getScheme());
    Optional<HostAddress> place = place(address);
    if (!scheme.matches("https?") || place.isEmpty()) {
      problems.add("--service", "expected http://HOST:PORT or https://HOST:PORT.");
    } else if (scheme.equals("http") && !place.get().isLoopback() && tokenFile != null) {
      problems.add(
          "--service",
          "would send the token unencrypted; use https://, or connect to loopback through ssh -L.");
    }
  }

  private static Optional<HostAddress> place(URI address) {
    try {
      String authority = Objects.requireNonNullElse(address.getRawAuthority(), "");
      return Optional.of(HostAddress.parse(authority));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** A packed workload is sent by name; the content of other files is sent as properties. */
  private static Optional<String> packed(RunOptions options) {
    return options.files.size() == 1
        ? WorkloadLookup.packed(options.files.getFirst())
        : Optional.empty();
  }

  private static Map<String, String> properties(
      RunOptions options, CommandLinePlanner planning, Problems problems) {
    Assignments given =
        packed(options).isPresent()
            ? options.assignments(problems)
            : planning.assignments(options, problems);
    Map<String, String> properties = new TreeMap<>();
    given.list().forEach(each -> properties.put(each.name(), each.text()));
    for (Setting<?> output :
        List.of(YcsbSettings.EXPORTER, YcsbSettings.EXPORT_FILE, YcsbSettings.RAW_FILE)) {
      if (properties.containsKey(output.name())) {
        problems.add(
            output.name(),
            "is of a run of this process; omit it, and use 'kvbench report --ycsb' afterwards.");
      }
    }
    Stream.of(YcsbSettings.all(), UnusedYcsbSettings.all())
        .flatMap(List::stream)
        .map(Setting::name)
        .forEach(properties::remove);
    return properties;
  }

  private Optional<SSLContext> tls(Problems problems) {
    try {
      if (certificates != null) {
        return Optional.of(
            TlsContexts.mutual(
                PemPair.named(certificates, "controller"),
                authority == null ? certificates.resolve("ca.crt") : authority));
      }
      return authority == null ? Optional.empty() : Optional.of(TlsContexts.trusting(authority));
    } catch (IOException e) {
      problems.add(
          certificates == null ? "--service-cacert" : "--service-certs", e.getMessage() + ".");
      return Optional.empty();
    }
  }

  private static int follow(
      RemoteService remote,
      String id,
      Path results,
      RunText text,
      Terminal terminal,
      StopSignal stop)
      throws IOException, InterruptedException {
    terminal.err().println("kvbench: run " + id);
    Runnable end = () -> Thread.ofVirtual().name("stop").start(() -> stop(remote, id));
    stop.listen(end);
    Ended ended = remote.follow(id, new Progress(terminal));
    stop.forget(end);
    ended
        .reason()
        .ifPresent(
            why -> terminal.err().println("kvbench: " + ended.state() + ": " + PlainText.of(why)));
    Optional<Path> directory = remote.fetch(id, results);
    if (directory.isPresent()) {
      report(directory.get(), text, terminal);
    } else {
      terminal.out().println("The service has no result.");
    }
    terminal.out().flush();
    return stop.isGiven() ? ExitCode.INTERRUPTED : ended.exitCode().orElse(ExitCode.ENVIRONMENT);
  }

  private static void stop(RemoteService remote, String id) {
    try {
      remote.stop(id);
    } catch (IOException e) {
      // Following the run reports the connection problem.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void report(Path directory, RunText text, Terminal terminal) throws IOException {
    try {
      terminal
          .page()
          .print(
              text.of(
                  ResultDirectory.readResult(directory),
                  new EndedRun(directory).spikes(),
                  terminal.style()));
      terminal.page().flush();
    } catch (ResultFormatException e) {
      terminal.err().println("kvbench: " + e.getMessage());
    }
    terminal.out().println(directory);
  }

  /** A listener that prints the state, and periodically the rate of each operation. */
  private record Progress(Terminal terminal) implements RemoteService.Listener {
    @Override
    public void state(String state) {
      terminal.err().println("kvbench: " + PlainText.of(state));
    }

    @Override
    public void interval(Map<String, String> row) {
      if (row.getOrDefault("interval", "").endsWith("0") && row.containsKey("operation")) {
        List<String> parts =
            List.of(
                row.getOrDefault("phase", ""),
                row.getOrDefault("phaseSeconds", "") + " s",
                row.getOrDefault("operation", ""),
                row.getOrDefault("okPerSecond", "") + " ops/s OK");
        terminal.err().println(PlainText.of(String.join("  ", parts)));
      }
    }
  }
}
