package io.kvbench.runner.distributed;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.nio.file.Path;
import java.util.List;

/** The settings of agents that are pods of a Kubernetes cluster. */
public final class KubernetesSettings {
  public static final Setting<String> IMAGE =
      Setting.of(
              "agents.image",
              "Container image of agents in Kubernetes, with the controller's version of kvbench.",
              "an image, as in registry.example.com/kvbench:1.0",
              text -> matching(text, "[A-Za-z0-9][A-Za-z0-9._:/@-]{0,511}"))
          .affecting(Affects.PRESENTATION);
  public static final Setting<List<String>> KUBECTL =
      Setting.of(
              "agents.kubectl",
              "The kubectl command that starts agents in Kubernetes, with options such as --context"
                  + " or --namespace, separated by spaces.",
              "a command, as in kubectl --namespace=load",
              AgentProgram::words)
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

  private KubernetesSettings() {}

  static List<Setting<?>> all() {
    return List.of(IMAGE, KUBECTL, CPU, MEMORY, MANIFEST);
  }

  private static String matching(String text, String form) {
    if (!text.matches(form)) {
      throw new IllegalArgumentException(text);
    }
    return text;
  }

  /**
   * Adds what is wrong with them if agents are in Kubernetes.
   *
   * @param agents where that is set
   */
  static void check(Settings settings, String agents, Problems problems) {
    if (settings.find(IMAGE).isEmpty()) {
      problems.add(
          agents,
          "agents=kubernetes needs agents.image, the image of kvbench that the cluster pulls.");
    }
    if (settings.find(MANIFEST).isEmpty()) {
      AgentProgram.check(
          settings,
          KUBECTL,
          "install kubectl, set agents.kubectl, or write the objects to a file with"
              + " agents.manifest",
          problems);
    } else if (settings.isGiven(KUBECTL)) {
      problems.add(settings.whereIs(KUBECTL), "agents.kubectl has no effect with agents.manifest.");
    }
  }
}
