package io.kvbench.bindings.zookeeper;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.Outcome;
import io.kvbench.testkit.EtcdProxies;
import io.kvbench.testkit.RealServers;
import io.kvbench.testkit.Refusal;
import io.kvbench.testkit.RunningServers;
import io.kvbench.testkit.ServerStart;
import io.kvbench.testkit.ServerSubject;
import io.kvbench.testkit.SystemFacts;
import io.kvbench.testkit.WriteAnswers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The properties of the ZooKeeper binding with zetcd, for the contract. */
record ZetcdSubject() implements ServerSubject {
  /** The same answer to all transactions that are not applied. */
  private static final WriteAnswers TOGETHER =
      new WriteAnswers(Outcome.CONFLICT, Outcome.CONFLICT, Outcome.CONFLICT, Outcome.CONFLICT);

  /** Seven etcd keys for each insert and two of the parent make 128. */
  private static final int MOST_INSERTS = 18;

  @Override
  public BindingProvider provider() {
    return new ZetcdProvider();
  }

  @Override
  public String system() {
    return "zetcd";
  }

  /** The state in an answer is that before the write. */
  @Override
  public Set<Capability> versionedWrites() {
    return EnumSet.of(
        Capability.INSERT,
        Capability.UPDATE,
        Capability.COMPARE_AND_SET,
        Capability.DELETE,
        Capability.TRANSACTION);
  }

  @Override
  public boolean hasVersions() {
    return true;
  }

  /** Facts that are not specific to zetcd are ZooKeeper's. */
  @Override
  public SystemFacts facts() {
    SystemFacts model = new ZooKeeperSubject("light").facts();
    return new SystemFacts(
        model.alone(),
        TOGETHER,
        model.versions(),
        model.values(),
        model.valuesTogether(),
        OptionalInt.of(MOST_INSERTS),
        model.keys());
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
    return Map.of("zetcd.root", String.format(Locale.ROOT, "/contract/%04d", number));
  }

  @Override
  public ServerStart server() {
    return directory -> start(directory, 1);
  }

  @Override
  public Optional<ServerStart> cluster() {
    return Optional.of(directory -> start(directory, 3));
  }

  private static RunningServers start(Path directory, int nodes)
      throws IOException, InterruptedException {
    String program = RealServers.require("zetcd").toString();
    return EtcdProxies.start(
        directory,
        nodes,
        (address, etcd) ->
            List.of(program, "-zkaddr", address, "-endpoints", etcd, "-logtostderr"));
  }

  @Override
  public boolean tellsVersion() {
    return false;
  }

  @Override
  public Map<String, String> impatient() {
    return Map.of("zetcd.sessiontimeout", "3s");
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
