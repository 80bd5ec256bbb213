package io.kvbench.runner.app.agents;

import io.kvbench.core.certificate.CertificateAuthority;
import io.kvbench.core.certificate.CertificateRequest;
import io.kvbench.core.certificate.CertificateUse;
import io.kvbench.core.certificate.PemPair;
import io.kvbench.runner.app.KvbenchProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Agent processes, each on its own loopback address, like a separate host. */
final class AgentProcesses implements AutoCloseable {
  private static final String LISTENING = "listening on https://";

  private final Path directory;
  private final CertificateAuthority authority;
  private final List<KvbenchProcess> agents = new ArrayList<>();
  private final List<String> places = new ArrayList<>();

  /** Makes certificates, as {@code kvbench certs} does. */
  AgentProcesses(Path directory) throws IOException, InterruptedException {
    this.directory = directory;
    authority = CertificateAuthority.create(directory.resolve("certs"));
    authority.issue(CertificateRequest.of("controller", CertificateUse.CONTROLLER, List.of()));
  }

  CertificateAuthority authority() {
    return authority;
  }

  /** Starts one more agent; returns when it listens. */
  KvbenchProcess start(Map<String, String> environment, String... options) throws Exception {
    int number = agents.size() + 1;
    String address = "127.0.0." + (number + 1);
    PemPair pair =
        authority.issue(
            CertificateRequest.of("db" + number, CertificateUse.HOST, List.of(address)));
    Path files = Files.createDirectory(directory.resolve("host" + number));
    List<String> all = new ArrayList<>(List.of("agent", "--listen", address + ":0"));
    all.addAll(List.of("--cert", pair.certificate().toString(), "--key", pair.key().toString()));
    all.addAll(List.of("--cacert", authority.certificate().toString()));
    all.addAll(List.of("--directory", files.toString()));
    all.addAll(List.of(options));
    KvbenchProcess agent =
        KvbenchProcess.start(
            Path.of(System.getProperty("java.home"), "bin", "java"),
            directory,
            environment,
            all.toArray(String[]::new));
    agents.add(agent);
    agent.await(
        () -> agent.out().contains(LISTENING) && agent.out().endsWith("\n"), "the first line");
    places.add(agent.out().lines().findFirst().orElseThrow().substring(LISTENING.length()));
    return agent;
  }

  KvbenchProcess agent(int number) {
    return agents.get(number - 1);
  }

  /** Returns where an agent listens, as {@code host:port}. */
  String place(int number) {
    return places.get(number - 1);
  }

  /** Returns the directory with the files of an agent's servers. */
  Path files(int number) {
    return directory.resolve("host" + number);
  }

  /** Returns the settings with which a run uses these agents. */
  List<String> settings(int... numbers) {
    String all =
        Arrays.stream(numbers)
            .mapToObj(number -> "db" + number + "=" + place(number))
            .collect(Collectors.joining(","));
    return List.of(
        "-p", "cluster.agents=" + all, "-p", "cluster.agents.certs=" + directory.resolve("certs"));
  }

  /** Returns the processes that an agent has started. */
  List<ProcessHandle> servers(int number) {
    return agent(number).handle().descendants().toList();
  }

  /** Returns what is in the directory of an agent's servers. */
  List<Path> content(int number) throws IOException {
    try (Stream<Path> files = Files.list(files(number))) {
      return files.toList();
    }
  }

  @Override
  public void close() {
    agents.forEach(KvbenchProcess::close);
  }
}
