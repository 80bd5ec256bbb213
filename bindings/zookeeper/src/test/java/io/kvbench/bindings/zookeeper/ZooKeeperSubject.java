package io.kvbench.bindings.zookeeper;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.Outcome;
import io.kvbench.testkit.Certificates;
import io.kvbench.testkit.KeyRule;
import io.kvbench.testkit.Refusal;
import io.kvbench.testkit.RunningServers;
import io.kvbench.testkit.ServerStart;
import io.kvbench.testkit.ServerSubject;
import io.kvbench.testkit.SharedServers;
import io.kvbench.testkit.SizeLimit;
import io.kvbench.testkit.SystemFacts;
import io.kvbench.testkit.VersionRule;
import io.kvbench.testkit.WriteAnswers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The properties of the ZooKeeper binding, for the contract.
 *
 * @param client the value of {@code client}
 */
record ZooKeeperSubject(String client) implements ServerSubject {
  /** The binding's estimate of the overhead of a write and of a transaction. */
  private static final int OVERHEAD = 64;

  private static final int LARGEST = 0xfffff - OVERHEAD - "/contract/0001/k0000001".length();

  private static final String SSL = "zookeeper.ssl.";

  @Override
  public BindingProvider provider() {
    return new ZooKeeperProvider();
  }

  @Override
  public String system() {
    return "zookeeper";
  }

  /** The library's answers to creates and deletes have no version. */
  @Override
  public Set<Capability> versionedWrites() {
    Set<Capability> versioned =
        EnumSet.of(
            Capability.INSERT,
            Capability.UPDATE,
            Capability.COMPARE_AND_SET,
            Capability.DELETE,
            Capability.TRANSACTION,
            Capability.WATCH);
    if (client.equals("library")) {
      versioned.removeAll(List.of(Capability.INSERT, Capability.DELETE));
    }
    return versioned;
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
        WriteAnswers.TELLING,
        WriteAnswers.TELLING,
        new VersionRule(false, true),
        Optional.of(SizeLimit.exactly(LARGEST)),
        Optional.of(SizeLimit.exactly(LARGEST - OVERHEAD)),
        OptionalInt.empty(),
        new KeyRule(
            "printable ASCII without `/`; not empty, `.` or `..`",
            ZooKeeperSubject::takes,
            OptionalInt.empty()));
  }

  private static boolean takes(String key) {
    return key.matches("[ -.0-~]+") && !key.equals(".") && !key.equals("..");
  }

  /** A watch fires once, on the first write. */
  @Override
  public Outcome watchAmongOthers() {
    return Outcome.CONFLICT;
  }

  @Override
  public boolean removesKeys() {
    return true;
  }

  @Override
  public Map<String, String> space(int number) {
    return Map.of(
        "client", client, "zookeeper.root", String.format(Locale.ROOT, "/contract/%04d", number));
  }

  @Override
  public ServerStart server() {
    return RealZooKeeper::single;
  }

  @Override
  public Optional<ServerStart> cluster() {
    return Optional.of(RealZooKeeper::ensemble);
  }

  /** Returns the ensemble shared by all tests. */
  static RunningServers runningCluster() throws Exception {
    return SharedServers.cluster(new ZooKeeperSubject("light"));
  }

  /** A leader answers sync and read before it has applied what its followers have. */
  @Override
  public boolean linearizableReadsMayLag() {
    return true;
  }

  @Override
  public Map<String, String> impatient() {
    return Map.of("zookeeper.sessiontimeout", "3s");
  }

  @Override
  public Duration patience() {
    return Duration.ofSeconds(2);
  }

  @Override
  public List<Refusal> refusals() {
    return List.of(
        new Refusal(
            "a wrong password",
            ZooKeeperSubject::owned,
            directory -> credentials("geheim-falsch"),
            List.of("denies this client access to /owned", "zookeeper.auth"),
            List.of("geheim")),
        new Refusal(
            "a client's expired certificate",
            directory -> {
              Certificates certificates = new Certificates(directory);
              certificates.expired("client");
              return secure(directory, certificates, certificates.valid("server"));
            },
            ZooKeeperSubject::tls,
            List.of("127.0.0.1:", "TLS"),
            List.of(Certificates.PASSWORD)),
        new Refusal(
            "a server's expired certificate",
            directory -> {
              Certificates certificates = new Certificates(directory);
              certificates.valid("client");
              return secure(directory, certificates, certificates.expired("server"));
            },
            ZooKeeperSubject::tls,
            List.of("127.0.0.1:", "TLS"),
            List.of(Certificates.PASSWORD)));
  }

  /** Returns a server whose records have another owner. */
  private static RunningServers owned(Path directory) throws Exception {
    RunningServers servers = RealZooKeeper.single(directory);
    TestConfig.open(servers.endpoints(), 1, credentials("geheim-wahr")).close();
    return servers;
  }

  private static Map<String, String> credentials(String password) {
    return Map.of(
        "zookeeper.root",
        "/owned",
        "zookeeper.acl",
        "creator",
        "zookeeper.auth",
        "somebody:" + password);
  }

  private static RunningServers secure(
      Path directory, Certificates certificates, Certificates.Pair server) throws Exception {
    return RealZooKeeper.secure(directory, server.store(), certificates.trust());
  }

  private static Map<String, String> tls(Path directory) throws Exception {
    Path password = Files.writeString(directory.resolve("password"), Certificates.PASSWORD);
    Map<String, String> settings = new HashMap<>();
    settings.put("zookeeper.client.secure", "true");
    settings.put(SSL + "keyStore.location", directory.resolve("client.p12").toString());
    settings.put(SSL + "keyStore.passwordPath", password.toString());
    settings.put(SSL + "trustStore.location", directory.resolve("trust.p12").toString());
    settings.put(SSL + "trustStore.passwordPath", password.toString());
    return settings;
  }
}
