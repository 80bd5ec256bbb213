package io.kvbench.bindings.consul;

import io.kvbench.bindings.consul.options.ConsulLibrary;
import io.kvbench.bindings.support.LoadClient;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.operation.Outcome;
import io.kvbench.testkit.Certificates;
import io.kvbench.testkit.RunningServers;
import io.kvbench.testkit.ServerProcesses;
import io.kvbench.testkit.ServerStart;
import io.kvbench.testkit.contract.KeyRule;
import io.kvbench.testkit.contract.Refusal;
import io.kvbench.testkit.contract.ServerSubject;
import io.kvbench.testkit.contract.SharedServers;
import io.kvbench.testkit.contract.SizeLimit;
import io.kvbench.testkit.contract.SystemFacts;
import io.kvbench.testkit.contract.VersionRule;
import io.kvbench.testkit.contract.WriteAnswers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The properties of the Consul binding with each client, for the contract. */
record ConsulSubject(LoadClient client, ConsulLibrary library) implements ServerSubject {
  /** A put or a delete does not report whether the key existed. */
  private static final WriteAnswers ANSWERS =
      new WriteAnswers(Outcome.OK, Outcome.OK, Outcome.OK, Outcome.CONFLICT);

  /** A transaction holds its values in Base64, and its total size has the limit of a value. */
  private static final SizeLimit TOGETHER = new SizeLimit(380 * 1024, 384 * 1024);

  private static final int MAX_OPERATIONS = 128;
  private static final String TOKEN = "6f0e8a52-4a0c-4c1b-9d3a-0123456789ab";
  private static final String WRONG_TOKEN = "6f0e8a52-4a0c-4c1b-9d3a-ba9876543210";

  ConsulSubject() {
    this(LoadClient.LIGHT, ConsulLibrary.KIWIPROJECT);
  }

  @Override
  public BindingProvider provider() {
    return new ConsulProvider();
  }

  @Override
  public String system() {
    return "consul";
  }

  /** The answer to a put is true or false. */
  @Override
  public Set<Capability> versionedWrites() {
    return client == LoadClient.LIGHT ? Set.of(Capability.TRANSACTION) : Set.of();
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
        new VersionRule(true, false),
        Optional.of(SizeLimit.exactly(512 * 1024)),
        Optional.of(TOGETHER),
        OptionalInt.of(MAX_OPERATIONS),
        new KeyRule("printable ISO 8859-1", ConsulSubject::takes, OptionalInt.empty()));
  }

  private static boolean takes(String key) {
    return key.chars()
        .allMatch(
            character ->
                (character >= ' ' && character < 0x7f) || (character > 0xa0 && character != 0xad));
  }

  @Override
  public boolean watchedUpdatesAreTransactions() {
    return client == LoadClient.LIGHT;
  }

  @Override
  public boolean blocks() {
    return client == LoadClient.LIBRARY;
  }

  @Override
  public boolean isInTheGuide() {
    return client == LoadClient.LIGHT;
  }

  @Override
  public boolean removesKeys() {
    return true;
  }

  @Override
  public Map<String, String> space(int number) {
    Map<String, String> space = new HashMap<>();
    space.put("consul.prefix", String.format(Locale.ROOT, "contract/%04d/", number));
    space.put("consul.scan.prefixlength", "0");
    space.put("consul.requesttimeout", "60s"); // for a busy machine
    space.put("client", client.name());
    if (blocks()) {
      space.put("consul.library", library.name());
    }
    return space;
  }

  @Override
  public ServerStart server() {
    return RealConsul::single;
  }

  @Override
  public Optional<ServerStart> cluster() {
    return Optional.of(RealConsul::cluster);
  }

  /** Returns a cluster besides that of the contract: after a restart it elects for a while. */
  static RunningServers mortalCluster() throws Exception {
    return SharedServers.of("consul cluster without its leader", RealConsul::cluster);
  }

  /** Kills the leader of a cluster. */
  static void killLeader(RunningServers servers, Binding binding) throws Exception {
    String leader =
        binding.servers().stream().filter(ServerState::leader).findFirst().orElseThrow().endpoint();
    ((ServerProcesses) servers).member(leader).kill();
  }

  @Override
  public Map<String, String> impatient() {
    return Map.of("consul.requesttimeout", "2s");
  }

  @Override
  public Duration patience() {
    return Duration.ofSeconds(2);
  }

  @Override
  public List<Refusal> refusals() {
    return List.of(
        new Refusal(
            "a wrong token",
            directory -> RealConsul.closed(directory, TOKEN),
            directory -> Map.of("consul.token", WRONG_TOKEN),
            List.of("127.0.0.1:", "consul.token"),
            List.of(TOKEN, WRONG_TOKEN)),
        new Refusal(
            "a client's expired certificate",
            directory -> {
              Certificates certificates = new Certificates(directory);
              certificates.expired("client");
              return RealConsul.secure(directory, certificates, certificates.valid("server"));
            },
            ConsulSubject::tls,
            List.of("consul.cert"),
            List.of()),
        new Refusal(
            "a server's expired certificate",
            directory -> {
              Certificates certificates = new Certificates(directory);
              certificates.valid("client");
              return RealConsul.secure(directory, certificates, certificates.expired("server"));
            },
            ConsulSubject::tls,
            List.of("127.0.0.1:", "TLS"),
            List.of()));
  }

  private static Map<String, String> tls(Path directory) {
    return Map.of(
        "consul.tls",
        "true",
        "consul.cacert",
        directory.resolve("ca.crt").toString(),
        "consul.cert",
        directory.resolve("client.crt").toString(),
        "consul.key",
        directory.resolve("client.key").toString());
  }
}
