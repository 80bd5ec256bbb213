package io.kvbench.runner.distributed;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The number of agents of a run, and the way in which they are started.
 *
 * @param start what starts them
 * @param hosts where SSH starts one agent each; none if it starts no agents
 */
public record AgentCount(int count, Start start, List<String> hosts) {
  private static final int MOST = 1_000;

  /** Never an option of ssh, nor a number. Ports and the like are in the user's configuration. */
  private static final Pattern HOST =
      Pattern.compile("([A-Za-z0-9_][A-Za-z0-9._-]*@)?(?!\\d+$)[A-Za-z0-9_][A-Za-z0-9._-]*");

  /** The way in which agents are started. */
  public enum Start {
    /** The controller, on its own machine. */
    HERE(""),
    /** The controller, through SSH. */
    SSH("ssh:"),
    /** The user. */
    EXTERNAL("external:"),
    /** A Kubernetes cluster, as pods. */
    KUBERNETES("kubernetes:");

    private final String prefix;

    Start(String prefix) {
      this.prefix = prefix;
    }
  }

  public AgentCount {
    hosts = List.copyOf(hosts);
  }

  static AgentCount parse(String text) {
    Start named =
        Stream.of(Start.values())
            .filter(each -> !each.prefix.isEmpty() && text.startsWith(each.prefix))
            .findFirst()
            .orElse(Start.HERE);
    String rest = text.substring(named.prefix.length());
    boolean list = named == Start.HERE && (text.contains(",") || text.contains("@"));
    return list || named == Start.SSH
        ? onHosts(rest)
        : new AgentCount(checked(Integer.parseInt(rest)), named, List.of());
  }

  private static AgentCount onHosts(String list) {
    List<String> hosts = List.of(list.split(",", -1));
    if (!hosts.stream().allMatch(host -> HOST.matcher(host).matches())) {
      throw new IllegalArgumentException(list);
    }
    return new AgentCount(checked(hosts.size()), Start.SSH, hosts);
  }

  private static int checked(int count) {
    if (count < 1 || count > MOST) {
      throw new IllegalArgumentException(String.valueOf(count));
    }
    return count;
  }

  public boolean here() {
    return start == Start.HERE;
  }

  public boolean external() {
    return start == Start.EXTERNAL;
  }

  public boolean kubernetes() {
    return start == Start.KUBERNETES;
  }

  public boolean ssh() {
    return start == Start.SSH;
  }

  @Override
  public String toString() {
    return start.prefix + (ssh() ? String.join(",", hosts) : count);
  }
}
