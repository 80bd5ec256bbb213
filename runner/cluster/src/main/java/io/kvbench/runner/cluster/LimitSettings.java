package io.kvbench.runner.cluster;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Bytes;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.NodeSetting;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The limits of the servers that kvbench starts: of all servers, and of single ones. */
public final class LimitSettings {
  private static final String PER_SECOND = "/s";

  /** No engine accepts less, and no server starts with less. */
  private static final long LEAST_MEMORY = 6L << 20;

  private static final long LEAST_RATE = 1_000;
  private static final long LEAST_SPACE = 64_000_000;

  /** The form that {@link #rate} accepts. */
  public static final String RATE =
      "a rate of at least 1kB/s " + Bytes.UNITS + " per second, as in 20MB/s";

  private static final NodeSetting<Long> MEMORY =
      NodeSetting.of(
          "limit",
          "memory",
          (name, node) ->
              declared(
                  Setting.of(
                      name,
                      "Memory limit of " + which(node) + ", without additional swap.",
                      "a size of at least 6MiB " + Bytes.UNITS + ", as in 512MB",
                      text -> atLeast(LEAST_MEMORY, Bytes.parse(text))),
                  node,
                  "cluster.docker.memory"));

  private static final NodeSetting<Double> CPUS =
      NodeSetting.of(
          "limit",
          "cpus",
          (name, node) ->
              declared(
                  Setting.decimal(
                      name, 0.01, 1024, "CPU limit of " + which(node) + ", as in 0.5 or 2."),
                  node,
                  "cluster.docker.cpus"));

  private static final NodeSetting<Long> DISK =
      NodeSetting.of(
          "limit",
          "disk",
          (name, node) ->
              declared(
                  Setting.of(
                      name,
                      "What " + which(node) + " may write to its disk, and as much to read.",
                      RATE,
                      LimitSettings::rate)));

  private static final NodeSetting<Long> SPACE =
      NodeSetting.of(
          "limit",
          "space",
          (name, node) ->
              declared(
                  Setting.of(
                      name,
                      "Size of a file system for the data of " + which(node) + " alone.",
                      "a size of at least 64MB " + Bytes.UNITS + ", as in 1GB",
                      text -> atLeast(LEAST_SPACE, Bytes.parse(text)))));

  private static final List<NodeSetting<?>> ALL = List.of(MEMORY, CPUS, DISK);

  private static final List<NodeSetting<?>> EVERY = List.of(MEMORY, CPUS, DISK, SPACE);

  private LimitSettings() {}

  private static Stream<Setting<?>> spaces(Settings settings) {
    return SPACE.all().stream().<Setting<?>>map(each -> each).filter(settings::isGiven);
  }

  /** The limit of all servers was formerly one of containers, under another name. */
  private static <T> Setting<T> declared(Setting<T> setting, int node, String former) {
    return declared(node == 0 ? setting.withAliases(former) : setting);
  }

  public static List<Setting<?>> all() {
    return Stream.concat(ofGroups(), SPACE.all().stream()).toList();
  }

  private static Stream<Setting<?>> ofGroups() {
    return ALL.stream().flatMap(each -> each.all().stream());
  }

  /** Returns the settings of control groups that are given. */
  public static List<Setting<?>> given(Settings settings) {
    return ofGroups().filter(settings::isGiven).toList();
  }

  /** Returns the first given setting of file systems. */
  public static Optional<Setting<?>> space(Settings settings) {
    return spaces(settings).findFirst();
  }

  /** Returns the size of the file system of a server, if it has one of its own. */
  public static OptionalLong space(Settings settings, int node) {
    return SPACE.find(settings, node).map(OptionalLong::of).orElse(OptionalLong.empty());
  }

  /**
   * Returns the limits of a server.
   *
   * @param node counted from 1, as in the names of servers; 0 for all without limits of their own
   */
  public static Limits of(Settings settings, int node) {
    return new Limits(
        MEMORY.find(settings, node).map(OptionalLong::of).orElse(OptionalLong.empty()),
        CPUS.find(settings, node).map(OptionalDouble::of).orElse(OptionalDouble.empty()),
        DISK.find(settings, node).map(OptionalLong::of).orElse(OptionalLong.empty()));
  }

  /** Returns descriptions of the limits: those of all servers, and those of single ones. */
  public static List<String> words(Settings settings) {
    List<String> words =
        new ArrayList<>(
            NodeSetting.words(
                given(settings).stream().mapToInt(setting -> NodeSetting.node(ALL, setting)),
                node -> of(settings, node)));
    words.addAll(
        NodeSetting.words(
            IntStream.rangeClosed(0, NodeSetting.NODES)
                .filter(node -> settings.isGiven(SPACE.all().get(node))),
            node -> "file system of " + Bytes.text(space(settings, node).orElseThrow())));
    return words;
  }

  /** Returns a note if CPU limits have no effect on this machine. */
  public static Optional<String> note(Settings settings) {
    int processors = Runtime.getRuntime().availableProcessors();
    List<String> names =
        CPUS.all().stream()
            .filter(settings::isGiven)
            .filter(setting -> settings.get(setting) >= processors)
            .map(Setting::name)
            .toList();
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.join(", ", names)
                + ": this machine has only "
                + processors
                + (processors == 1 ? " processor" : " processors")
                + ", so a server cannot use more.");
  }

  /** Returns the first given setting of the disk. */
  public static Optional<Setting<?>> disk(Settings settings) {
    return DISK.all().stream().<Setting<?>>map(each -> each).filter(settings::isGiven).findFirst();
  }

  /** Adds the problems of the limits, for every kind of cluster. */
  static void check(ClusterRequest request, Problems problems) {
    Settings settings = request.settings();
    List<Setting<?>> all = Stream.concat(given(settings).stream(), spaces(settings)).toList();
    for (Setting<?> setting : all) {
      int nodes = settings.get(ClusterSettings.NODES);
      Optional<String> wrong = Optional.empty();
      if (request.system().local()) {
        wrong =
            Optional.of(
                ": there are no servers to limit: "
                    + request.system().title()
                    + " is inside kvbench.");
      } else if (!request.endpoints().isEmpty()) {
        wrong =
            Optional.of(
                " applies to servers that kvbench starts, but endpoints are given; omit one of the"
                    + " two.");
      } else if (NodeSetting.node(EVERY, setting) > nodes) {
        wrong =
            Optional.of(
                nodes == 1
                    ? ": there is only 1 server."
                    : ": there are only " + nodes + " servers.");
      }
      wrong.ifPresent(text -> problems.add(settings.whereIs(setting), setting.name() + text));
    }
  }

  /**
   * Compares the limits in force with the requested ones.
   *
   * @throws ClusterException if they differ, or are unknown
   */
  static void verify(Cluster cluster, Settings settings) throws ClusterException {
    int number = 0;
    for (ClusterNode node : cluster.nodes()) {
      number++;
      Limits asked = of(settings, number);
      Limits found = asked.isNone() ? asked : node.limits();
      if (!asked.areMetBy(found)) {
        throw new ClusterException(
            "the limits of %s are not in effect: requested %s; found %s. The kernel may lack a control"
                    .formatted(node.name(), asked, found)
                + " group controller.");
      }
    }
  }

  /** Returns how a server ended unexpectedly, such as {@code exited during startup}. */
  public static String ending(ClusterNode node) {
    return killed(node).orElse("exited during startup");
  }

  /** Returns a description of a server's kill by its memory limit, if there was one. */
  public static Optional<String> killed(ClusterNode node) {
    return node.oomKills() == 0 ? Optional.empty() : Optional.of(killedBy(limit(node)));
  }

  /** Returns the limits that may prevent a server from answering, as the end of a sentence. */
  public static String within(ClusterNode node) {
    try {
      Limits limits = node.limits();
      return limits.isNone() ? "" : " with its limits (" + limits + ")";
    } catch (ClusterException e) {
      return "";
    }
  }

  private static OptionalLong limit(ClusterNode node) {
    try {
      return node.limits().memoryBytes();
    } catch (ClusterException e) {
      return OptionalLong.empty();
    }
  }

  private static String killedBy(OptionalLong limit) {
    return "was killed: it reached its memory limit"
        + (limit.isPresent() ? " of " + Bytes.text(limit.getAsLong()) : "");
  }

  private static String which(int node) {
    return node == 0 ? "each server that kvbench starts" : "server number " + node;
  }

  private static <T> Setting<T> declared(Setting<T> setting) {
    return setting.affecting(Affects.SERVERS).deciding(Fact.LIMITS);
  }

  /**
   * Parses a rate in bytes per second.
   *
   * @throws IllegalArgumentException if it is invalid, or too small
   */
  public static long rate(String text) {
    if (!text.endsWith(PER_SECOND)) {
      throw new IllegalArgumentException(text);
    }
    return atLeast(
        LEAST_RATE, Bytes.parse(text.substring(0, text.length() - PER_SECOND.length()).strip()));
  }

  private static long atLeast(long least, long value) {
    if (value < least) {
      throw new IllegalArgumentException(Long.toString(value));
    }
    return value;
  }
}
