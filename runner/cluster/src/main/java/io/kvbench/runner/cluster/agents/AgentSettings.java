package io.kvbench.runner.cluster.agents;

import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.certificate.TlsContexts;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.host.listen.RemoteHost;
import io.kvbench.runner.cluster.ClusterSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;

/** The settings of servers that agents start. */
final class AgentSettings {
  static final Setting<List<RemoteHost>> AGENTS =
      Setting.of(
              "cluster.agents",
              "Hosts that run 'kvbench agent', which start the servers there; one server per host"
                  + " unless cluster.nodes is set.",
              "a comma-separated list of [NAME=]HOST[:PORT], as in db1,db2=10.0.0.2:9560",
              RemoteHost::parseAll)
          .affecting(Affects.SERVERS)
          .deciding(Fact.PLACE);
  static final Setting<String> CERTS =
      Setting.text(
              "cluster.agents.certs",
              "Directory with ca.crt, controller.crt and controller.key, as 'kvbench certs' creates"
                  + " it; required unless all agents are on loopback.")
          .affecting(Affects.PRESENTATION);

  /** The names of other figures of hosts. */
  private static final Set<String> TAKEN = Set.of("client", "local");

  private AgentSettings() {}

  /**
   * Adds everything that is wrong with the agents, their certificates and the number of servers.
   */
  static void check(Settings settings, Problems problems) {
    List<RemoteHost> agents = settings.get(AGENTS);
    RemoteHost.checkNames(agents, TAKEN::contains, AGENTS, settings, problems);
    try {
      Optional<SSLContext> unused = tls(settings);
    } catch (IOException e) {
      problems.add(settings.whereIs(CERTS), "cluster.agents.certs: " + e.getMessage() + ".");
    }
    Optional<RemoteHost> remote =
        agents.stream().filter(agent -> !agent.address().isLoopback()).findFirst();
    if (remote.isPresent() && settings.find(CERTS).isEmpty()) {
      problems.add(
          settings.whereIs(AGENTS),
          "an agent on another machine, such as "
              + remote.get().address()
              + ", requires certificates; create them with 'kvbench certs' and set"
              + " cluster.agents.certs to their directory.");
    }
    if (settings.isGiven(ClusterSettings.DIRECTORY)) {
      problems.add(
          settings.whereIs(ClusterSettings.DIRECTORY),
          "cluster.dir does not apply to agents, whose --directory has the servers' files; omit"
              + " it.");
    }
  }

  /**
   * Reads the certificates; without them, requests are not encrypted.
   *
   * @throws IOException with a message for the user
   */
  static Optional<SSLContext> tls(Settings settings) throws IOException {
    Optional<String> directory = settings.find(CERTS);
    if (directory.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(tls(directory.get()));
  }

  static SSLContext tls(String directory) throws IOException {
    Path certs = Path.of(directory);
    return TlsContexts.mutual(PemPair.named(certs, "controller"), certs.resolve("ca.crt"));
  }
}
