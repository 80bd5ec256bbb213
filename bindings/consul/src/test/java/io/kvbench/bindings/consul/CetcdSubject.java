package io.kvbench.bindings.consul;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.operation.Outcome;
import io.kvbench.testkit.EtcdProxies;
import io.kvbench.testkit.KeyRule;
import io.kvbench.testkit.RealServers;
import io.kvbench.testkit.Refusal;
import io.kvbench.testkit.RunningServers;
import io.kvbench.testkit.ServerProcess;
import io.kvbench.testkit.ServerStart;
import io.kvbench.testkit.ServerSubject;
import io.kvbench.testkit.SizeLimit;
import io.kvbench.testkit.SystemFacts;
import io.kvbench.testkit.VersionRule;
import io.kvbench.testkit.WriteAnswers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The properties of the Consul binding with cetcd, for the contract.
 *
 * @param servers the name of the servers
 * @param server the start of a server: a real one, or the simulated one
 */
record CetcdSubject(String servers, ServerStart server) implements ServerSubject {
  /** It has no deletes and transactions. */
  private static final WriteAnswers ANSWERS =
      new WriteAnswers(Outcome.OK, Outcome.OK, Outcome.OK, Outcome.CONFLICT);

  /** Returns a real cetcd in front of a real etcd. */
  static CetcdSubject real() {
    return new CetcdSubject("cetcd", directory -> start(directory, 1));
  }

  /** Returns a small server that behaves as cetcd's source specifies. */
  static CetcdSubject bySource() {
    return new CetcdSubject("cetcd by source", CetcdSubject::startBySource);
  }

  static ServerProcess startBySource(Path directory) throws IOException, InterruptedException {
    int port = ServerProcess.freePorts(1).getFirst();
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            // Avoids delayed acknowledgements on persistent connections.
            "-Dsun.net.httpserver.nodelay=true",
            "-cp",
            System.getProperty("java.class.path"),
            CetcdServer.class.getName(),
            Integer.toString(port));
    return ServerProcess.start(command, directory.resolve("log"), port);
  }

  private static RunningServers start(Path directory, int nodes)
      throws IOException, InterruptedException {
    String program = RealServers.require("cetcd").toString();
    return EtcdProxies.start(
        directory,
        nodes,
        (address, etcd) -> List.of(program, "-consuladdr", address, "-etcd", etcd));
  }

  @Override
  public BindingProvider provider() {
    return new CetcdProvider();
  }

  @Override
  public String system() {
    return "cetcd";
  }

  @Override
  public boolean hasVersions() {
    return true;
  }

  @Override
  public boolean passesRecordsOn() {
    return true;
  }

  @Override
  public SystemFacts facts() {
    return new SystemFacts(
        ANSWERS,
        ANSWERS,
        VersionRule.EVERY_WRITE,
        Optional.of(SizeLimit.exactly(512 * 1024)),
        Optional.empty(),
        OptionalInt.empty(),
        new KeyRule(
            "printable ISO 8859-1 without `\"` and `\\`; no part between slashes empty, `.` or"
                + " `..`",
            CetcdSubject::takes,
            OptionalInt.empty()));
  }

  /** The prefix ends with a slash, so the last part of a key may be empty. */
  private static boolean takes(String key) {
    String part = "(?!\\.{1,2}(/|$))[^/]+";
    return key.matches("[ !#-\\[\\]-~\u00a1-\u00ac\u00ae-\u00ff]*")
        && key.matches("(" + part + "/)*(" + part + ")?");
  }

  @Override
  public Map<String, String> space(int number) {
    return Map.of(
        "cetcd.prefix",
        String.format(Locale.ROOT, "contract/%04d/", number),
        // For a busy machine.
        "cetcd.requesttimeout",
        "60s");
  }

  @Override
  public Optional<ServerStart> cluster() {
    return Optional.of(directory -> start(directory, 3));
  }

  @Override
  public boolean tellsVersion() {
    return false;
  }

  @Override
  public Map<String, String> impatient() {
    return Map.of("cetcd.requesttimeout", "2s");
  }

  @Override
  public Duration patience() {
    return Duration.ofSeconds(2);
  }

  @Override
  public List<Refusal> refusals() {
    return List.of();
  }
}
