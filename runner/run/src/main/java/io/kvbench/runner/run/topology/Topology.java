package io.kvbench.runner.run.topology;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Assignments.Assignment;
import io.kvbench.core.setting.Durations;
import io.kvbench.core.setting.NodeSetting;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.run.topology.TopologyFile.Field;
import io.kvbench.runner.run.topology.TopologyFile.Node;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The servers of a topology file as settings: their number, and the limits and the network of each.
 * Every setting keeps its line in the file.
 */
public final class Topology {
  private static final String NODES = ClusterSettings.NODES.name();
  private static final Pattern OF_ONE_NODE =
      Pattern.compile("(limit|net|net\\.peers)\\.node\\d+\\..*");
  private static final Pattern DECIMAL = Pattern.compile("\\d{1,7}(\\.\\d{1,3})?");
  private static final Pattern MEMORY =
      Pattern.compile("(\\d{1,12})([bkmg]?)", Pattern.CASE_INSENSITIVE);

  /** IPv4, or what may be IPv6. */
  private static final Pattern ADDRESS =
      Pattern.compile("((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(?!$)|$)){4}|(?=.*:)[0-9A-Fa-f:]{2,39}");

  private final String file;
  private final Problems problems;
  private final Assignments assignments = new Assignments();

  private Topology(String file, Problems problems) {
    this.file = file;
    this.problems = problems;
  }

  /**
   * Returns assignments with those of the topology file that they name, if they name one.
   *
   * @param network whether there are clients, and so a network to them
   * @param problems gets everything that is wrong with the file, and what conflicts with it
   */
  public static Assignments expand(Assignments given, boolean network, Problems problems) {
    Optional<Assignment> named =
        given.list().stream()
            .filter(each -> each.name().equals(ClusterSettings.TOPOLOGY.name()))
            .reduce((first, second) -> second);
    if (named.isEmpty()) {
      return given;
    }
    given.list().stream()
        .filter(each -> each.name().equals(NODES) || OF_ONE_NODE.matcher(each.name()).matches())
        .forEach(
            each ->
                problems.add(
                    each.origin().toString(),
                    each.name()
                        + " conflicts with "
                        + ClusterSettings.TOPOLOGY.name()
                        + ", which has the number of servers and the limits and network of each;"
                        + " omit one of the two."));
    String file = named.get().text().strip();
    Topology topology = new Topology(file, problems);
    topology.read(named.get().origin(), network);
    return new Assignments().addAll(given).addAll(topology.assignments);
  }

  /** Returns a note on the topology for plans. */
  public static Optional<String> note(Settings settings) {
    Optional<String> file = settings.find(ClusterSettings.TOPOLOGY);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    List<String> names = new ArrayList<>();
    for (Node node : nodes(file.get(), new Problems())) {
      names.add(names.size() + 1 + ": " + node.fields().getOrDefault("ip", Field.NONE).text());
    }
    return Optional.of(
        "%s has the servers %s. They have these addresses in the file only; kvbench starts them on"
                .formatted(file.get(), String.join(", ", names))
            + " this machine. A link delay counts in both directions, so it adds twice its time to"
            + " a round trip between clients and the server; between servers, peer_delay does.");
  }

  private void read(Origin origin, boolean network) {
    int before = problems.count();
    List<Node> nodes;
    try {
      nodes = TopologyFile.parse(file, InputFile.text(InputFile.path(file)), problems);
    } catch (IOException e) {
      problems.add(
          origin.toString(),
          ClusterSettings.TOPOLOGY.name() + ": " + file + ": " + FileReason.of(e));
      return;
    }
    if (nodes.isEmpty() || nodes.size() > NodeSetting.NODES) {
      if (problems.count() == before) {
        problems.add(
            file, "has %s servers; expected 1 to %s.".formatted(nodes.size(), NodeSetting.NODES));
      }
      return;
    }
    assignments.add(NODES, Integer.toString(nodes.size()), new Origin(file, 1));
    Set<String> addresses = new HashSet<>();
    for (Node node : nodes) {
      check(node, addresses);
      limits(node);
      if (network) {
        network(node, "net", "bandwidth", "link_delay");
        network(node, "net.peers", "peer_bandwidth", "peer_delay");
      }
    }
  }

  private static List<Node> nodes(String file, Problems problems) {
    try {
      return TopologyFile.parse(file, InputFile.text(InputFile.path(file)), problems);
    } catch (IOException e) {
      return List.of();
    }
  }

  private void check(Node node, Set<String> addresses) {
    Field address = node.fields().get("ip");
    if (address == null) {
      problems.add(at(node.line()), "server %s has no ip.".formatted(node.number()));
    } else if (!ADDRESS.matcher(address.text()).matches()) {
      wrong(node, address, "ip", "an IP address, as in \"10.0.0.251\"");
    } else if (!addresses.add(address.text())) {
      problems.add(
          at(address.line()),
          "server %s: another server has the ip %s.".formatted(node.number(), address.text()));
    }
  }

  private void limits(Node node) {
    Field memory = node.fields().get("mem");
    if (memory != null) {
      Matcher matcher = MEMORY.matcher(memory.text());
      if (matcher.matches()) {
        String unit = matcher.group(2).isEmpty() ? "b" : matcher.group(2);
        add(node, memory, "limit", "memory", matcher.group(1) + unit);
      } else {
        wrong(node, memory, "mem", "a size in Docker's notation, as in \"100m\"");
      }
    }
    Field cpus = node.fields().get("cpus");
    if (cpus != null) {
      if (DECIMAL.matcher(cpus.text()).matches()) {
        add(node, cpus, "limit", "cpus", cpus.text());
      } else {
        wrong(node, cpus, "cpus", "a number of processors, as in \"0.5\"");
      }
    }
  }

  private void network(Node node, String group, String bandwidthName, String delayName) {
    Field bandwidth = node.fields().get(bandwidthName);
    if (bandwidth != null) {
      if (DECIMAL.matcher(bandwidth.text()).matches()) {
        add(node, bandwidth, group, "bandwidth", bandwidth.text() + "Mbit/s");
      } else {
        wrong(node, bandwidth, bandwidthName, "a number of Mbit/s, as in 1000");
      }
    }
    Field delay = node.fields().get(delayName);
    if (delay != null) {
      Optional<Long> millis = roundTripMillis(delay.text());
      if (millis.isPresent()) {
        add(node, delay, group, "latency", millis.get() + "ms");
      } else {
        wrong(node, delay, delayName, "a multiple of 0.5ms up to 5s, as in \"3ms\"");
      }
    }
  }

  private static Optional<Long> roundTripMillis(String text) {
    try {
      Duration both = Durations.parse(text).multipliedBy(2);
      return both.equals(Duration.ofMillis(both.toMillis()))
          ? Optional.of(both.toMillis())
          : Optional.empty();
    } catch (IllegalArgumentException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  private void add(Node node, Field field, String group, String name, String text) {
    assignments.add(
        group + ".node" + node.number() + "." + name, text, new Origin(file, field.line()));
  }

  private void wrong(Node node, Field field, String name, String expected) {
    problems.add(
        at(field.line()),
        "server %s: invalid value %s=%s; expected %s."
            .formatted(node.number(), name, field.text(), expected));
  }

  private String at(int line) {
    return new Origin(file, line).toString();
  }
}
