package io.kvbench.runner.run.network;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Excerpt;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Nearest;
import io.kvbench.core.setting.NodeSetting;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.setting.UnreadableException;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;

/** The settings of the network between clients and servers, and between servers. */
public final class NetworkSettings {
  /** The settings of one side. */
  private record Group(
      NodeSetting<Delay> latency, NodeSetting<Delay> jitter, NodeSetting<Bandwidths> bandwidth) {

    List<NodeSetting<?>> all() {
      return List.of(latency, jitter, bandwidth);
    }

    List<Setting<?>> settings() {
      return all().stream().<Setting<?>>flatMap(each -> each.all().stream()).toList();
    }
  }

  static final Setting<Double> TOLERANCE =
      Setting.share(
              "net.tolerance",
              "Max deviation of a measured bandwidth from the requested one; the run does not begin"
                  + " above.")
          .withDefault("20%")
          .affecting(Affects.SERVERS)
          .deciding(Fact.NETWORK);

  private static final Group CLIENTS =
      group(
          NetworkSide.CLIENTS,
          "Bandwidth%s in each direction, shared evenly by the server's connections.");

  private static final Group PEERS =
      group(NetworkSide.PEERS, "Bandwidth of each connection%s, in each direction.");

  private static final List<NodeSetting<?>> ALL =
      Stream.of(CLIENTS, PEERS).<NodeSetting<?>>flatMap(each -> each.all().stream()).toList();

  private NetworkSettings() {}

  public static List<Setting<?>> all() {
    return Stream.concat(conditions(), Stream.of(TOLERANCE)).toList();
  }

  private static Stream<Setting<?>> conditions() {
    return ALL.stream().flatMap(each -> each.all().stream());
  }

  /** Returns the settings of a side that are given. */
  public static List<Setting<?>> given(Settings settings, NetworkSide side) {
    return group(side).settings().stream().filter(settings::isGiven).toList();
  }

  private static Group group(NetworkSide side) {
    return side == NetworkSide.CLIENTS ? CLIENTS : PEERS;
  }

  /**
   * Returns the requested condition of the network between clients and a server.
   *
   * @param node counted from 1, as in the names of servers; 0 for all without separate settings
   */
  static NetworkCondition of(Settings settings, int node) {
    return of(Conditions.of(settings, NetworkSide.CLIENTS), node);
  }

  static NetworkCondition of(Conditions conditions, int node) {
    Group group = group(conditions.side());
    return new NetworkCondition(
        conditions.find(group.latency(), node).orElse(Delay.NONE),
        conditions.find(group.jitter(), node).orElse(Delay.NONE),
        conditions.find(group.bandwidth(), node).orElse(Bandwidths.UNLIMITED));
  }

  /**
   * Reads an assignment of one of these settings, such as {@code net.latency=250ms}.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static NetworkChange change(String assignment) {
    int equals = assignment.indexOf('=');
    String name = assignment.substring(0, Math.max(0, equals)).strip();
    String text = assignment.substring(equals + 1).strip();
    Setting<?> setting =
        conditions()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() -> unknown(name));
    int node = node(setting);
    return new NetworkChange(
        setting,
        setting.parser().apply(text),
        PEERS.settings().contains(setting) ? NetworkSide.PEERS : NetworkSide.CLIENTS,
        node == 0 ? OptionalInt.empty() : OptionalInt.of(node),
        name + "=" + text);
  }

  private static IllegalArgumentException unknown(String name) {
    return new UnreadableException(
        "unknown property '"
            + Excerpt.of(name)
            + "'"
            + Nearest.to(name, conditions().map(Setting::name).toList())
                .map(nearest -> ", the nearest is " + nearest)
                .orElse(""));
  }

  /** Returns the conditions in words: those of all servers, and those of single ones. */
  public static List<String> words(Settings settings) {
    return Stream.of(NetworkSide.values()).flatMap(side -> words(settings, side).stream()).toList();
  }

  private static List<String> words(Settings settings, NetworkSide side) {
    Conditions conditions = Conditions.of(settings, side);
    return NodeSetting.words(
            given(settings, side).stream().mapToInt(NetworkSettings::node),
            node -> of(conditions, node))
        .stream()
        .map(words -> words.replaceFirst(":", side.words() + ":"))
        .toList();
  }

  /** Returns the number of the server that a setting is of, or 0 for all servers. */
  static int node(Setting<?> setting) {
    return NodeSetting.node(ALL, setting);
  }

  /** Returns the setting that decides the jitter of a server. */
  static Setting<?> jitter(Conditions conditions, int node) {
    return conditions.deciding(group(conditions.side()).jitter(), node);
  }

  /** Returns the setting that decides the bandwidth of a server. */
  static Setting<?> bandwidth(Conditions conditions, int node) {
    return conditions.deciding(group(conditions.side()).bandwidth(), node);
  }

  private static Group group(NetworkSide side, String bandwidth) {
    return new Group(
        everywhere(
            side,
            "latency",
            "Time that the network%s adds to every round trip, half of it in each direction if only one value is given.",
            Delay.ACCEPTS,
            Delay::parse),
        everywhere(
            side,
            "jitter",
            "Random deviation of the latency%s, up to this much in either direction.",
            Delay.ACCEPTS,
            Delay::parse),
        everywhere(side, "bandwidth", bandwidth, Bandwidths.ACCEPTS, Bandwidths::parse));
  }

  private static <T> NodeSetting<T> everywhere(
      NetworkSide side,
      String name,
      String description,
      String accepts,
      Function<String, T> parser) {
    return NodeSetting.of(
        side.group(),
        name,
        (full, node) ->
            Setting.of(
                    full,
                    description.formatted(
                        (node == 0 ? " to every server" : " to the server number " + node)
                            + side.words()),
                    accepts,
                    parser)
                .affecting(Affects.SERVERS)
                .deciding(Fact.NETWORK));
  }
}
