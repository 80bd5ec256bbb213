package io.kvbench.runner.cluster.local;

import io.kvbench.runner.cluster.ClusterException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The networks of a cluster's servers, on Linux. Each server has its own network namespace, with
 * one link to this machine, for clients, and one to a switch in a further namespace, for the other
 * servers. Neither the machine's routes nor its firewall are between the servers, and servers have
 * no route to other machines. Each namespace is held by a process that ends with kvbench, for any
 * reason. The kernel removes a namespace and its links with its last process.
 */
final class ServerNetworks {
  /** Servers in the network of this machine. */
  static final ServerNetworks NONE = new ServerNetworks("", List.of());

  private static final int CLIENTS = 0;
  private static final int ATTEMPTS = 1_000;
  private static final int PREFIX = 24;

  /** The destination at the beginning of a route, after its optional type. */
  private static final Pattern ROUTE =
      Pattern.compile("^(?:[a-z]+ )?(\\d+)\\.(\\d+)\\.(\\d+)\\.(\\d+)(?:/(\\d+))?\\b.*");

  /**
   * The lower half of the subnet holds pairs of addresses for clients, the upper half addresses for
   * peers. Few retries for orphaned sockets: connections of a killed server would otherwise keep
   * its network for minutes.
   */
  private static final String SET_UP =
      """
      set -e
      subnet=$1
      switch=$2
      shift 2
      within() {
        namespace=/proc/$1/ns/net
        shift
        nsenter --net="$namespace" "$@"
      }
      within "$switch" ip link add switch type bridge
      within "$switch" ip link set switch up
      number=0
      for server in "$@"; do
        number=$((number + 1))
        here=kvb-$(echo "${subnet#10.}" | tr . -)-$number
        ip link add "$here" type veth peer name clients netns "$server"
        ip addr add "$subnet.$((4 * number + 1))/30" dev "$here"
        ip link set "$here" up
        within "$switch" ip link add "server$number" type veth peer name peers netns "$server"
        within "$switch" ip link set "server$number" master switch up
        within "$server" ip link set lo up
        within "$server" sh -c 'echo 1 >/proc/sys/net/ipv4/tcp_orphan_retries'
        within "$server" ip addr add "$subnet.$((4 * number + 2))/30" dev clients
        within "$server" ip link set clients up
        within "$server" ip addr add "$subnet.$((128 + number))/25" dev peers
        within "$server" ip link set peers up
      done
      """;

  /** Such as {@code 10.20.30}. */
  private final String subnet;

  /** The switch's process, followed by those of the servers. */
  private final List<NamespaceHolder> holders;

  private ServerNetworks(String subnet, List<NamespaceHolder> holders) {
    this.subnet = subnet;
    this.holders = List.copyOf(holders);
  }

  /**
   * Returns why such networks are impossible on this machine. Tries to create one, and removes it.
   */
  static Optional<String> obstacle() {
    if (!NamespaceHolder.isLinux()) {
      return Optional.of("servers can be isolated on Linux only; use cluster=docker.");
    }
    Optional<String> missing = NamespaceHolder.missing("ip", "nsenter", "unshare");
    if (missing.isPresent()) {
      return Optional.of(
          "servers cannot be isolated without the command %s; install iproute2 and util-linux, or"
                  .formatted(missing.get())
              + " use cluster=docker.");
    }
    try {
      NamespaceHolder.run(List.of("unshare", "--net", "ip", "link", "set", "lo", "up"));
      return Optional.empty();
    } catch (ClusterException e) {
      return Optional.of(
          "servers need networks of their own to be isolated, which only root can make (%s); run"
                  .formatted(e.getMessage())
              + " kvbench as root, or use cluster=docker.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /**
   * Creates networks for the servers.
   *
   * @throws ClusterException if that fails; nothing is left behind
   */
  static ServerNetworks create(int servers) throws ClusterException, InterruptedException {
    List<NamespaceHolder> holders = new ArrayList<>();
    boolean made = false;
    try {
      for (int index = 0; index <= servers; index++) {
        holders.add(NamespaceHolder.start("net", ":"));
      }
      String subnet =
          free(
              NamespaceHolder.run(List.of("ip", "-4", "-o", "route", "show", "table", "all")),
              ThreadLocalRandom.current());
      List<String> command = new ArrayList<>(List.of("sh", "-c", SET_UP, "kvbench", subnet));
      holders.forEach(holder -> command.add(Long.toString(holder.pid())));
      NamespaceHolder.run(command);
      made = true;
      return new ServerNetworks(subnet, holders);
    } catch (ClusterException e) {
      throw new ClusterException("networks were not made: " + e.getMessage(), e);
    } finally {
      if (!made) {
        holders.forEach(NamespaceHolder::release);
      }
    }
  }

  /** Returns the prefix of a subnet that no route covers. */
  static String free(String routes, Random random) throws ClusterException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int second = random.nextInt(256);
      int third = random.nextInt(256);
      long candidate = (10L << 24) | (second << 16) | (third << 8);
      if (routes.lines().noneMatch(route -> overlaps(route, candidate))) {
        return "10." + second + "." + third;
      }
    }
    throw new ClusterException(
        "every network in 10.0.0.0/8 has a route, so servers cannot have networks of their own.");
  }

  private static boolean overlaps(String route, long candidate) {
    Matcher matcher = ROUTE.matcher(route);
    if (!matcher.matches()) {
      return false;
    }
    long address = 0;
    for (int group = 1; group <= 4; group++) {
      address = address << 8 | Long.parseLong(matcher.group(group));
    }
    int bits = matcher.group(5) == null ? 32 : Integer.parseInt(matcher.group(5));
    int common = 32 - Math.min(bits, PREFIX);
    return bits > 0 && address >> common == candidate >> common;
  }

  boolean isNone() {
    return holders.isEmpty();
  }

  /**
   * Returns the address of a server.
   *
   * @param number of the server, from 1
   * @param port the index of the port, 0 being the one for clients
   * @param otherwise the address without such networks
   */
  String host(int number, int port, String otherwise) {
    if (isNone()) {
      return otherwise;
    }
    return subnet + "." + (port == CLIENTS ? 4 * number + 2 : 128 + number);
  }

  /** Returns a command that becomes the given one in the network of a server. */
  List<String> entering(int number, List<String> command) {
    return isNone() ? command : holders.get(number).within(command);
  }

  /** Isolates a server from the others, as if its cable were pulled. */
  void isolate(int number) throws ClusterException, InterruptedException {
    link(number, "down");
  }

  /** Reconnects it to the others. */
  void rejoin(int number) throws ClusterException, InterruptedException {
    link(number, "up");
  }

  private void link(int number, String state) throws ClusterException, InterruptedException {
    NamespaceHolder.run(
        holders.getFirst().within(List.of("ip", "link", "set", "server" + number, state)));
  }

  /** Releases the networks, after the servers have ended. */
  void remove() {
    holders.forEach(NamespaceHolder::release);
  }
}
