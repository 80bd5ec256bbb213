package io.kvbench.bindings.etcd;

import io.kvbench.bindings.support.LoadClient;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.Outcome;
import io.kvbench.testkit.Certificates;
import io.kvbench.testkit.KeyRule;
import io.kvbench.testkit.Refusal;
import io.kvbench.testkit.ServerStart;
import io.kvbench.testkit.ServerSubject;
import io.kvbench.testkit.SizeLimit;
import io.kvbench.testkit.SystemFacts;
import io.kvbench.testkit.VersionRule;
import io.kvbench.testkit.WriteAnswers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The properties of the etcd binding with either client, for the contract. */
record EtcdSubject(RealEtcd etcd, LoadClient client) implements ServerSubject {
  /** A put does not report whether the key existed. */
  private static final WriteAnswers ANSWERS =
      new WriteAnswers(Outcome.OK, Outcome.OK, Outcome.NOT_FOUND, Outcome.NOT_FOUND);

  /** The server's --max-request-bytes counts the whole request. */
  private static final int MAX_REQUEST = 1536 * 1024;

  private static final SizeLimit VALUES = new SizeLimit(MAX_REQUEST - 1024, MAX_REQUEST);
  private static final int MAX_OPERATIONS = 128;
  private static final String PASSWORD = "geheim-wahr";

  EtcdSubject(RealEtcd etcd) {
    this(etcd, LoadClient.LIGHT);
  }

  @Override
  public BindingProvider provider() {
    return new EtcdProvider();
  }

  @Override
  public String system() {
    return "etcd";
  }

  @Override
  public Set<Capability> versionedWrites() {
    return EnumSet.of(
        Capability.INSERT,
        Capability.UPDATE,
        Capability.COMPARE_AND_SET,
        Capability.DELETE,
        Capability.TRANSACTION,
        Capability.WATCH);
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
        Optional.of(VALUES),
        Optional.of(VALUES),
        OptionalInt.of(MAX_OPERATIONS),
        new KeyRule(
            "any bytes; not empty unless `etcd.prefix` is given",
            key -> true,
            OptionalInt.empty()));
  }

  @Override
  public boolean isInTheGuide() {
    return client.equals(LoadClient.LIGHT);
  }

  @Override
  public boolean removesKeys() {
    return true;
  }

  @Override
  public Map<String, String> space(int number) {
    return Map.of(
        "etcd.prefix",
        String.format(Locale.ROOT, "contract/%04d/", number),
        "client",
        client.name());
  }

  @Override
  public String servers() {
    return etcd.program();
  }

  @Override
  public ServerStart server() {
    return etcd::single;
  }

  @Override
  public Optional<ServerStart> cluster() {
    return Optional.of(etcd::cluster);
  }

  @Override
  public Map<String, String> impatient() {
    return Map.of("etcd.requesttimeout", "2s");
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
            directory -> etcd.closed(directory, PASSWORD),
            directory -> Map.of("etcd.user", "root", "etcd.password", "geheim-falsch"),
            List.of("refuses the user root", "etcd.password"),
            List.of("geheim")),
        new Refusal(
            "a client's expired certificate",
            directory -> {
              Certificates certificates = new Certificates(directory);
              certificates.expired("client");
              return etcd.secure(directory, certificates, certificates.valid("server"));
            },
            EtcdSubject::tls,
            List.of("etcd.cert", "expired"),
            List.of()),
        new Refusal(
            "a server's expired certificate",
            directory -> {
              Certificates certificates = new Certificates(directory);
              certificates.valid("client");
              return etcd.secure(directory, certificates, certificates.expired("server"));
            },
            EtcdSubject::tls,
            List.of("127.0.0.1:", "TLS"),
            List.of()));
  }

  private static Map<String, String> tls(Path directory) {
    return Map.of(
        "etcd.cacert",
        directory.resolve("ca.crt").toString(),
        "etcd.cert",
        directory.resolve("client.crt").toString(),
        "etcd.key",
        directory.resolve("client.key").toString());
  }
}
