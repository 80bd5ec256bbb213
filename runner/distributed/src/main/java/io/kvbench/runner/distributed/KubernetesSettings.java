package io.kvbench.runner.distributed;

import io.kvbench.core.certificate.CertificateRequest;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.host.listen.HostAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The settings of agents that are pods of a Kubernetes cluster. */
public final class KubernetesSettings {
  public static final Setting<String> IMAGE =
      Setting.of(
              "agents.image",
              "Container image of agents in Kubernetes, with the controller's version of kvbench.",
              "an image, as in registry.example.com/kvbench:1.0",
              text -> matching(text, "[A-Za-z0-9][A-Za-z0-9._:/@-]{0,511}"))
          .affecting(Affects.PRESENTATION);
  public static final Setting<HostAddress> ADDRESS =
      Setting.of(
              "agents.address",
              "Address at which agents=external:N and agents=kubernetes:N reach this process, where it"
                  + " differs from those of this machine.",
              "HOST:PORT, as in 10.0.0.5:9570",
              KubernetesSettings::address)
          .affecting(Affects.PRESENTATION);
  public static final Setting<List<String>> KUBECTL =
      Setting.of(
              "agents.kubectl",
              "The kubectl command that starts agents in Kubernetes, with options such as --context"
                  + " or --namespace, separated by spaces.",
              "a command, as in kubectl --namespace=load",
              LoadAgentSettings::words)
          .withDefault("kubectl")
          .affecting(Affects.PRESENTATION);
  public static final Setting<String> CPU =
      Setting.of(
              "agents.cpu",
              "CPUs that each agent in Kubernetes requests and is limited to.",
              "a Kubernetes quantity of CPUs, as in 2 or 500m",
              text -> matching(text, "[1-9]\\d{0,3}|\\d{1,3}\\.\\d{1,3}|[1-9]\\d{0,6}m"))
          .affecting(Affects.CLIENT);
  public static final Setting<String> MEMORY =
      Setting.of(
              "agents.memory",
              "Memory that each agent in Kubernetes requests and is limited to.",
              "a Kubernetes quantity of bytes, as in 512Mi or 2Gi",
              text -> matching(text, "[1-9]\\d{0,14}|[1-9]\\d{0,8}(Ki|Mi|Gi|k|M|G)"))
          .affecting(Affects.CLIENT);
  public static final Setting<Path> MANIFEST =
      Setting.of(
              "agents.manifest",
              "File for the Kubernetes objects of the agents, which you then apply yourself; kvbench"
                  + " does not run kubectl. It contains private keys.",
              "a path",
              text -> Path.of(text))
          .affecting(Affects.PRESENTATION);

  private static final Set<String> ALL_ADDRESSES = Set.of("0.0.0.0", "::");

  private KubernetesSettings() {}

  public static List<Setting<?>> all() {
    return Stream.concat(Stream.of(ADDRESS), own().stream()).toList();
  }

  /** Returns those that are of no use to other agents. */
  static List<Setting<?>> own() {
    return List.of(IMAGE, KUBECTL, CPU, MEMORY, MANIFEST);
  }

  private static String matching(String text, String form) {
    if (!text.matches(form)) {
      throw new IllegalArgumentException(text);
    }
    return text;
  }

  private static HostAddress address(String text) {
    HostAddress address = HostAddress.parse(matching(text, ".*[^:]:\\d{1,5}"));
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
        .orElseGet(() -> new HostAddress(settings.get(LoadAgentSettings.LISTEN).host(), port));
  }

  /** Adds what is wrong with them if agents are in Kubernetes. */
  static void check(Settings settings, Problems problems) {
    if (settings.find(IMAGE).isEmpty()) {
      problems.add(
          settings.whereIs(LoadAgentSettings.AGENTS),
          "agents=kubernetes needs agents.image, the image of kvbench that the cluster pulls.");
    }
    checkAddresses(settings, problems);
    if (settings.find(MANIFEST).isEmpty()) {
      LoadAgentSettings.checkProgram(
          settings,
          KUBECTL,
          "install kubectl, set agents.kubectl, or write the objects to a file with"
              + " agents.manifest",
          problems);
    } else if (settings.isGiven(KUBECTL)) {
      problems.add(settings.whereIs(KUBECTL), "agents.kubectl has no effect with agents.manifest.");
    }
  }

  private static void checkAddresses(Settings settings, Problems problems) {
    HostAddress listen = settings.get(LoadAgentSettings.LISTEN);
    Optional<HostAddress> address = settings.find(ADDRESS);
    if (listen.isLoopback()) {
      problems.add(
          settings.whereIs(LoadAgentSettings.LISTEN),
          "pods cannot reach %s; set agents.listen to an address of this machine, as in 0.0.0.0:%d."
              .formatted(listen, LoadAgentSettings.DEFAULT_PORT));
    } else if (address.isEmpty() && ALL_ADDRESSES.contains(listen.host())) {
      problems.add(
          settings.whereIs(LoadAgentSettings.LISTEN),
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
}
