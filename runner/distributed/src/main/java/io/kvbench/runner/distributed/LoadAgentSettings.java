package io.kvbench.runner.distributed;

import io.kvbench.core.certificate.CertificateAuthority;
import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.certificate.Tls;
import io.kvbench.core.host.SidecarAddress;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
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
  /** Where agents reach their controller unless it is said otherwise. */
  public static final int DEFAULT_PORT = 9570;

  /** Their owners are compared in one process. */
  private static final Set<OperationType> COMPETED_FOR =
      EnumSet.of(OperationType.LOCK, OperationType.ELECT);

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
  public static final Setting<SidecarAddress> LISTEN =
      Setting.of(
              "agents.listen",
              "Address on which this process waits for agents; 0.0.0.0:9570 lets those on"
                  + " other machines join.",
              "HOST:PORT, as in 0.0.0.0:9570",
              SidecarAddress::parse)
          .withDefault("127.0.0.1:" + DEFAULT_PORT)
          .affecting(Affects.PRESENTATION);
  public static final Setting<String> CERTS =
      Setting.text(
              "agents.certs",
              "Directory of the certificates for agents=external:N, as 'kvbench certs' creates it.")
          .affecting(Affects.PRESENTATION);
  public static final Setting<Duration> TIMEOUT =
      Setting.duration("agents.timeout", "How long to wait for the agents to join.")
          .withDefault("60s")
          .affecting(Affects.PRESENTATION);

  public static final Setting<String> SSH =
      Setting.text(
              "agents.ssh",
              "Command that connects to the hosts of agents=ssh:HOST, separated by spaces, as in ssh"
                  + " -F FILE.")
          .withDefault("ssh")
          .affecting(Affects.PRESENTATION);
  public static final Setting<String> JAVA =
      Setting.text(
              "agents.java",
              "Java 21 or newer on the hosts of agents=ssh:HOST. Without it, their JAVA_HOME and PATH"
                  + " are searched.")
          .affecting(Affects.PRESENTATION);

  private LoadAgentSettings() {}

  public static List<Setting<?>> all() {
    return Stream.concat(
            Stream.of(AGENTS, LISTEN, CERTS, TIMEOUT, SSH, JAVA), KubernetesSettings.all().stream())
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
    if (agents.filter(AgentCount::ssh).isEmpty()) {
      unused(settings, List.of(SSH, JAVA), "agents=ssh:HOST", problems);
    }
    if (external) {
      checkCertificates(settings, problems);
    } else {
      unused(settings, List.of(CERTS), "agents=external:N", problems);
    }
    if (kubernetes) {
      KubernetesSettings.check(settings, problems);
    } else {
      unused(settings, KubernetesSettings.all(), "agents=kubernetes:N", problems);
    }
    if (!external && !kubernetes) {
      unused(settings, List.of(LISTEN), "agents=external:N or agents=kubernetes:N", problems);
    }
    if (agents.isPresent() && plan.isPresent()) {
      checkOperations(plan.get(), settings, problems);
    }
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
          Tls.mutual(PemPair.named(certificates, "controller"), authority.certificate());
    } catch (IOException e) {
      String problem =
          Files.isDirectory(certificates)
              ? String.valueOf(e.getMessage())
              : "there is no directory " + certificates;
      problems.add(settings.whereIs(CERTS), problem + ".");
    }
  }

  /** What one process must see as a whole. */
  private static void checkOperations(RunPlan plan, Settings settings, Problems problems) {
    if (plan.phases().stream().map(PhasePlan::watchers).anyMatch(Optional::isPresent)) {
      problems.add(
          settings.whereIs(AGENTS),
          "agents cannot measure watches: a watcher and the writer must be in the same process.");
    }
    boolean competes =
        plan.workload().operationTypes().stream()
            .flatMap(type -> type.parts().stream())
            .anyMatch(COMPETED_FOR::contains);
    if (competes || plan.workload().operationTypes().stream().anyMatch(OperationType::waits)) {
      problems.add(
          settings.whereIs(AGENTS),
          "agents cannot check locks and elections: the clients that compete for them must be in"
              + " the same process.");
    }
  }
}
