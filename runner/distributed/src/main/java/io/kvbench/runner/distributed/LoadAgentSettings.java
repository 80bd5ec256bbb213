package io.kvbench.runner.distributed;

import io.kvbench.core.certificate.CertificateAuthority;
import io.kvbench.core.certificate.CertificateRequest;
import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.certificate.TlsContexts;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Durations;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.WorkloadSettings;
import io.kvbench.host.listen.HostAddress;
import io.kvbench.runner.run.fault.FaultSettings;
import io.kvbench.runner.run.network.Network;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The settings of runs whose clients are in agents. */
public final class LoadAgentSettings {
  /** The default port on which agents reach their controller. */
  public static final int DEFAULT_PORT = 9570;

  /** Leases are not among them: each is one client's, from its beginning to its end. */
  private static final Set<OperationType> COMPETED_FOR =
      EnumSet.of(OperationType.LOCK, OperationType.ELECT);

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(1);

  public static final Setting<AgentCount> AGENTS =
      Setting.of(
              "agents",
              "Processes that carry the load in the place of this one, each with its part of the"
                  + " clients: N on this machine, host1,host2 or ssh:host1 with SSH, external:N that are"
                  + " started with 'kvbench agent --controller', or kubernetes:N as pods of a"
                  + " Kubernetes cluster.",
              "a number of agents from 1 to 1000 or hosts, as in 4, external:4, kubernetes:4,"
                  + " host1,user@host2 or ssh:host1",
              AgentCount::parse)
          .affecting(Affects.CLIENT);
  public static final Setting<HostAddress> LISTEN =
      Setting.of(
              "agents.listen",
              "Address on which this process waits for agents; 0.0.0.0:9570 lets those on"
                  + " other machines join.",
              "HOST:PORT, as in 0.0.0.0:9570",
              HostAddress::parse)
          .withDefault("127.0.0.1:" + DEFAULT_PORT)
          .affecting(Affects.PRESENTATION);
  public static final Setting<HostAddress> ADDRESS =
      Setting.of(
              "agents.address",
              "Address at which agents=external:N and agents=kubernetes:N reach this process, where it"
                  + " differs from those of this machine.",
              "HOST:PORT, as in 10.0.0.5:9570",
              LoadAgentSettings::dialledAddress)
          .affecting(Affects.PRESENTATION);
  public static final Setting<String> CERTS =
      Setting.text(
              "agents.certs",
              "Directory of the certificates for agents=external:N, as 'kvbench certs' creates it.")
          .affecting(Affects.PRESENTATION);
  public static final Setting<Duration> TIMEOUT =
      Setting.of(
              "agents.timeout",
              "How long to wait for the agents to join, and for copies of the jar over SSH.",
              "a duration from 1s to 24h, as in 90s or 5m",
              LoadAgentSettings::timeout)
          .withDefault("60s")
          .affecting(Affects.PRESENTATION);
  public static final Setting<List<String>> SSH =
      Setting.of(
              "agents.ssh",
              "Command that connects to the hosts of agents=ssh:HOST, separated by spaces.",
              "a command, as in ssh -F FILE",
              AgentProgram::words)
          .withDefault("ssh")
          .affecting(Affects.PRESENTATION);
  public static final Setting<String> JAVA =
      Setting.text(
              "agents.java",
              "Java 21 or newer on the hosts of agents=ssh:HOST. Without it, their JAVA_HOME and PATH"
                  + " are searched.")
          .affecting(Affects.PRESENTATION);

  private static final Set<String> ALL_ADDRESSES = Set.of("0.0.0.0", "::");

  private LoadAgentSettings() {}

  public static List<Setting<?>> all() {
    return Stream.concat(
            Stream.of(AGENTS, LISTEN, CERTS, TIMEOUT, SSH, JAVA, ADDRESS),
            KubernetesSettings.all().stream())
        .toList();
  }

  /** Returns into how many parts a run is divided. */
  public static int parts(Settings settings) {
    return settings.find(AGENTS).map(AgentCount::count).orElse(1);
  }

  /** Returns what is different with agents. */
  public static Optional<String> note(Settings settings) {
    return settings
        .find(AGENTS)
        .map(
            agents ->
                agents.count() == 1
                    ? "1 agent carries the load."
                    : agents.count() + " agents carry the load.");
  }

  /** Adds what is wrong with them, and with a plan for agents. */
  public static void check(Settings settings, Optional<RunPlan> plan, Problems problems) {
    Optional<AgentCount> agents = settings.find(AGENTS);
    boolean external = agents.filter(AgentCount::external).isPresent();
    boolean kubernetes = agents.filter(AgentCount::kubernetes).isPresent();
    if (agents.filter(AgentCount::ssh).isPresent()) {
      AgentProgram.check(
          settings,
          SSH,
          "install OpenSSH's client, or set agents.ssh to another command",
          problems);
    } else {
      unused(settings, List.of(SSH, JAVA), "agents=ssh:HOST", problems);
    }
    if (external) {
      checkCertificates(settings, problems);
    } else {
      unused(settings, List.of(CERTS), "agents=external:N", problems);
    }
    if (kubernetes) {
      KubernetesSettings.check(settings, settings.whereIs(AGENTS), problems);
      checkAddresses(settings, problems);
    } else {
      unused(settings, KubernetesSettings.all(), "agents=kubernetes:N", problems);
    }
    if (!external && !kubernetes) {
      unused(
          settings, List.of(LISTEN, ADDRESS), "agents=external:N or agents=kubernetes:N", problems);
    }
    if (agents.isPresent() && plan.isPresent()) {
      checkOperations(plan.get(), settings, problems);
      checkNetwork(agents.get(), plan.get(), problems);
    }
  }

  /**
   * Adds the problem that each agent would have a separate store, with the records of its own part.
   */
  public static void checkStore(RunPlan plan, Problems problems) {
    boolean apart = plan.system().local() && !plan.system().blindWrites();
    if (parts(plan.settings()) > 1 && apart && plan.workload().reads()) {
      problems.add(
          plan.settings().whereIs(AGENTS),
          "each agent would have a store of its own, in its process, with only the records that it"
              + " has loaded itself; omit the agents, or choose a system with servers.");
    }
  }

  /** The proxies are on the controller's loopback address. */
  private static void checkNetwork(AgentCount agents, RunPlan plan, Problems problems) {
    if (!agents.here() && Network.isNeeded(plan, FaultSettings.network(plan.settings()))) {
      problems.add(
          plan.settings().whereIs(AGENTS),
          "agents on other machines cannot reach the proxies of network conditions (net.*, cut, heal"
              + " and reset), which are on this machine; omit them, or use agents=N.");
    }
  }

  private static HostAddress dialledAddress(String text) {
    if (!text.matches(".*[^:]:\\d{1,5}")) {
      throw new IllegalArgumentException(text);
    }
    HostAddress address = HostAddress.parse(text);
    if (address.port() == 0 || !CertificateRequest.isHost(address.host())) {
      throw new IllegalArgumentException(text);
    }
    return address;
  }

  /**
   * Returns what agents dial.
   *
   * @param port on which this process listens
   */
  public static HostAddress dialled(Settings settings, int port) {
    return settings
        .find(ADDRESS)
        .orElseGet(() -> new HostAddress(settings.get(LISTEN).host(), port));
  }

  private static void checkAddresses(Settings settings, Problems problems) {
    HostAddress listen = settings.get(LISTEN);
    Optional<HostAddress> address = settings.find(ADDRESS);
    if (listen.isLoopback()) {
      problems.add(
          settings.whereIs(LISTEN),
          "pods cannot reach %s; set agents.listen to an address of this machine, as in 0.0.0.0:%d."
              .formatted(listen, DEFAULT_PORT));
    } else if (address.isEmpty() && ALL_ADDRESSES.contains(listen.host())) {
      problems.add(
          settings.whereIs(LISTEN),
          "with agents.listen=%s, set agents.address to the host and port at which pods reach this machine."
              .formatted(listen));
    }
    address
        .filter(given -> given.isLoopback() || ALL_ADDRESSES.contains(given.host()))
        .ifPresent(
            given ->
                problems.add(
                    settings.whereIs(ADDRESS),
                    "pods cannot reach %s; set the address of this machine in their network."
                        .formatted(given)));
  }

  private static Duration timeout(String text) {
    Duration timeout = Durations.parse(text);
    if (timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(text);
    }
    return timeout;
  }

  private static void unused(
      Settings settings, List<Setting<?>> without, String needed, Problems problems) {
    without.stream()
        .filter(settings::isGiven)
        .forEach(
            setting ->
                problems.add(
                    settings.whereIs(setting),
                    setting.name() + " has no effect without " + needed + "."));
  }

  private static void checkCertificates(Settings settings, Problems problems) {
    Optional<String> directory = settings.find(CERTS);
    if (directory.isEmpty()) {
      problems.add(
          settings.whereIs(AGENTS),
          "agents=external needs certificates: create them with 'kvbench certs', and set"
              + " agents.certs to their directory.");
      return;
    }
    Path certificates = Path.of(directory.get());
    try {
      CertificateAuthority authority = CertificateAuthority.open(certificates);
      Object unused =
          TlsContexts.mutual(PemPair.named(certificates, "controller"), authority.certificate());
    } catch (IOException e) {
      String problem =
          Files.isDirectory(certificates)
              ? String.valueOf(e.getMessage())
              : "there is no directory " + certificates;
      problems.add(settings.whereIs(CERTS), problem + ".");
    }
  }

  /** Rejects operations that one process must see as a whole. */
  private static void checkOperations(RunPlan plan, Settings settings, Problems problems) {
    if (settings.find(WorkloadSettings.CHECK).orElse(false)) {
      problems.add(
          settings.whereIs(AGENTS),
          "check=true needs the operations of all clients in one process: omit check, or run this"
              + " workload without agents.");
    }
    if (plan.phases().stream().map(PhasePlan::watchers).anyMatch(Optional::isPresent)) {
      problems.add(
          settings.whereIs(AGENTS),
          "agents cannot measure watchers: when a write was sent is known only in the process that"
              + " sent it, so its watchers must be there. Run this workload without agents.");
    }
    boolean competes =
        plan.workload().operationTypes().stream()
            .flatMap(type -> type.parts().stream())
            .anyMatch(COMPETED_FOR::contains);
    if (competes) {
      problems.add(
          settings.whereIs(AGENTS),
          "agents cannot check locks and elections: whether two clients owned one at the same time"
              + " is known only if both are in the same process. Run this workload without agents.");
    }
  }
}
