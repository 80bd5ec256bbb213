package io.kvbench.runner.app.agents;

import io.kvbench.testkit.RealServers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Network namespaces that simulate machines: one for a controller and a store, and one for each
 * agent, which has a link to the controller and another one to the store. This machine's own
 * network is not involved. A namespace and its links are removed with the last of its processes.
 */
final class AgentNetworks implements AutoCloseable {
  /** The address of the store, for all agents. */
  static final String STORE = "10.99.0.1";

  private static final String SET_UP =
      """
      set -e
      ip link set lo up
      ip addr add 10.99.0.1/32 dev lo
      number=0
      for agent in "$@"; do
        number=$((number + 1))
        for use in controller store; do
          case $use in controller) subnet=10.99.1$number ;; *) subnet=10.99.2$number ;; esac
          ip link add "$use$number" type veth peer name "$use" netns "$agent"
          ip addr add "$subnet.1/24" dev "$use$number"
          ip link set "$use$number" up
          nsenter --net="/proc/$agent/ns/net" ip addr add "$subnet.2/24" dev "$use"
          nsenter --net="/proc/$agent/ns/net" ip link set "$use" up
        done
        nsenter --net="/proc/$agent/ns/net" ip link set lo up
        nsenter --net="/proc/$agent/ns/net" ip route add 10.99.0.1 via "10.99.2$number.1"
      done
      """;

  /** The purpose of an agent's link. */
  enum Use {
    CONTROLLER("controller"),
    STORE("store");

    private final String link;

    Use(String link) {
      this.link = link;
    }
  }

  /** The controller's, then those of the agents. */
  private final List<Process> holders = new ArrayList<>();

  /**
   * Creates the networks; where that is not possible, the test is skipped with a message, and fails
   * where CI=true.
   */
  static AgentNetworks create(int agents) throws Exception {
    Stream.of("ip", "nsenter", "unshare").forEach(RealServers::require);
    AgentNetworks networks = new AgentNetworks();
    boolean complete = false;
    try {
      for (int number = 0; number <= agents; number++) {
        networks.holders.add(hold());
      }
      List<String> command = new ArrayList<>(networks.within(0, "sh", "-c", SET_UP, "set-up"));
      networks.holders.stream()
          .skip(1)
          .map(Process::pid)
          .map(String::valueOf)
          .forEach(command::add);
      run(command);
      complete = true;
      return networks;
    } finally {
      if (!complete) {
        networks.close();
      }
    }
  }

  private static Process hold() throws IOException {
    Process holder =
        new ProcessBuilder("unshare", "--net", "sh", "-c", "echo ready && read -r word")
            .redirectErrorStream(true)
            .start();
    BufferedReader said =
        new BufferedReader(new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8));
    String line = said.readLine();
    if (!"ready".equals(line)) {
      throw RealServers.missing(
          "no network namespace can be made: " + line, RealServers.remedy("root"));
    }
    return holder;
  }

  /** Returns where an agent reaches the controller, which listens on all of its addresses. */
  static String controller(int agent) {
    return "10.99.1%d.1:9570".formatted(agent);
  }

  /** Returns the command in the namespace of an agent, counted from 1, or of the controller: 0. */
  List<String> within(int number, String... command) {
    return Stream.concat(
            Stream.of("nsenter", "--net=/proc/%d/ns/net".formatted(holders.get(number).pid())),
            Stream.of(command))
        .toList();
  }

  /** Cuts an agent's link, as if its cable were pulled. */
  void cut(int agent, Use use) throws Exception {
    run(within(0, "ip", "link", "set", use.link + agent, "down"));
  }

  private static void run(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(said);
    }
  }

  @Override
  public void close() {
    holders.forEach(Process::destroyForcibly);
  }
}
