package io.kvbench.runner.run.fault;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Durations;
import io.kvbench.core.setting.Excerpt;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.setting.UnreadableException;
import io.kvbench.runner.cluster.LimitSettings;
import io.kvbench.runner.cluster.ServerUse;
import io.kvbench.runner.run.network.NetworkChange;
import io.kvbench.runner.run.network.NetworkSettings;
import io.kvbench.runner.run.network.NetworkSide;
import io.kvbench.runner.run.network.NetworkUse;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The settings that plan steps: faults, and changes of network conditions. */
public final class FaultSettings {
  /** The maximum number of servers with settings of their containers. */
  static final int NODES = 9;

  public static final Setting<List<Fault>> FAULT =
      Setting.of(
              "fault",
              "Faults to inject into the servers, timed from the start of the run phase.",
              "a comma-separated list of ACTION:TARGET@TIME with /every=TIME, /for=TIME and, for cut,"
                  + " /direction=to or from, as in kill:leader@10s,restart:killed@20s; actions are"
                  + " kill, pause, resume, restart, cut, heal, reset, isolate, rejoin, slowdisk,"
                  + " fastdisk, fulldisk, freedisk, skewclock and setclock; targets are leader,"
                  + " follower, all, random, killed, paused, cut, isolated, slowed, full, skewed,"
                  + " node1, node2 and so on, and server names",
              FaultSettings::parseFaults)
          .affecting(Affects.SERVERS)
          .deciding(Fact.FAULTS);

  public static final Setting<List<Step>> AT =
      Setting.of(
              "at",
              "Changes of network conditions, and faults, timed from the start of the run phase.",
              "TIME: CHANGE separated by semicolons, as in 30s: net.latency=250ms; 60s: kill leader"
                  + " every=30s for=10s; a change is an assignment of a net property, or a fault",
              FaultSettings::parseSteps)
          .affecting(Affects.SERVERS)
          .deciding(Fact.FAULTS);

  static final Setting<Duration> TIMEOUT =
      Setting.duration("fault.command.timeout", "Time limit of the commands that inject faults.")
          .withDefault("30s")
          .affecting(Affects.SERVERS);

  static final Setting<Long> DISK_RATE =
      Setting.of(
              "fault.slowdisk.rate",
              "What a server whose disk is slowed down may write, and as much to read.",
              LimitSettings.RATE,
              LimitSettings::rate)
          .withDefault("1MB/s")
          .affecting(Affects.SERVERS);

  private static final Map<FaultAction, Setting<FaultCommand>> COMMANDS = commands();
  private static final List<Setting<String>> CONTAINERS = containers();

  private FaultSettings() {}

  public static List<Setting<?>> all() {
    return Stream.of(
            Stream.of(FAULT, AT, TIMEOUT, DISK_RATE),
            COMMANDS.values().stream(),
            CONTAINERS.stream())
        .<Setting<?>>flatMap(settings -> settings)
        .toList();
  }

  /** Returns all that is planned, in the order of the times. */
  public static List<Step> steps(Settings settings) {
    return Stream.concat(
            settings.find(FAULT).stream().flatMap(List::stream),
            settings.find(AT).stream().flatMap(List::stream))
        .sorted(Comparator.comparing(Step::at))
        .toList();
  }

  /** Returns the faults that are planned, in the order of their times. */
  static List<Fault> faults(Settings settings) {
    return steps(settings).stream().filter(Fault.class::isInstance).map(Fault.class::cast).toList();
  }

  /** Returns what the steps do to the network between clients and servers. */
  public static NetworkUse network(Settings settings) {
    List<FaultAction> actions =
        faults(settings).stream()
            .map(Fault::action)
            .filter(action -> action.isOfNetwork() && !settings.isGiven(command(action)))
            .toList();
    return new NetworkUse(
        NetworkSide.CLIENTS,
        setting(settings),
        !actions.isEmpty(),
        actions.contains(FaultAction.RESET),
        changes(settings, NetworkSide.CLIENTS));
  }

  /** Returns what steps do to the network between servers. */
  public static NetworkUse peers(Settings settings) {
    return new NetworkUse(
        NetworkSide.PEERS, setting(settings), false, false, changes(settings, NetworkSide.PEERS));
  }

  private static List<NetworkChange> changes(Settings settings, NetworkSide side) {
    return steps(settings).stream()
        .filter(NetworkStep.class::isInstance)
        .map(step -> ((NetworkStep) step).change())
        .filter(change -> change.side() == side)
        .toList();
  }

  /** Returns what steps do to servers that these have to be started for. */
  public static ServerUse servers(Settings settings) {
    return new ServerUse(
        planning(FaultAction.ISOLATE, settings),
        planning(FaultAction.SLOWDISK, settings),
        planning(FaultAction.FULLDISK, settings),
        NetworkSettings.given(settings, NetworkSide.PEERS).stream()
            .<Setting<?>>map(each -> each)
            .findFirst()
            .or(
                () ->
                    peers(settings).changes().isEmpty()
                        ? Optional.empty()
                        : Optional.of(setting(settings))),
        Optional.empty());
  }

  /** Returns the setting that plans an action, if there is one. */
  private static Optional<Setting<?>> planning(FaultAction action, Settings settings) {
    return faults(settings).stream().anyMatch(fault -> fault.action() == action)
        ? Optional.of(setting(settings))
        : Optional.empty();
  }

  private static Setting<?> setting(Settings settings) {
    return settings.isGiven(AT) ? AT : FAULT;
  }

  static Setting<FaultCommand> command(FaultAction action) {
    Setting<FaultCommand> setting = COMMANDS.get(action);
    if (setting == null) {
      throw new IllegalStateException("every action has a command");
    }
    return setting;
  }

  static Optional<String> container(Settings settings, int node) {
    return node <= NODES ? settings.find(CONTAINERS.get(node - 1)) : Optional.empty();
  }

  /** Returns the settings in use of servers that kvbench does not start. */
  static List<Setting<?>> methods(Settings settings) {
    return Stream.<Setting<?>>concat(COMMANDS.values().stream(), CONTAINERS.stream())
        .filter(settings::isGiven)
        .toList();
  }

  /** Commands may hold passwords, and nothing in them says where. */
  private static Map<FaultAction, Setting<FaultCommand>> commands() {
    Map<FaultAction, Setting<FaultCommand>> commands = new EnumMap<>(FaultAction.class);
    for (FaultAction action : FaultAction.values()) {
      commands.put(
          action,
          Setting.of(
                  "fault.command." + action.word(),
                  "Command that does this to a server that kvbench did not start.",
                  FaultCommand.ACCEPTS,
                  FaultCommand::parse)
              .asSecret()
              .affecting(Affects.SERVERS));
    }
    return commands;
  }

  private static List<Setting<String>> containers() {
    return IntStream.rangeClosed(1, NODES)
        .mapToObj(
            node ->
                Setting.of(
                        "fault.container.node" + node,
                        "Container on this machine that holds the server number %s of endpoints."
                            .formatted(node),
                        "the name or the id of a container",
                        FaultSettings::parseContainer)
                    .affecting(Affects.SERVERS))
        .toList();
  }

  private static String parseContainer(String text) {
    if (!text.matches("[A-Za-z0-9][A-Za-z0-9_.-]*")) {
      throw new IllegalArgumentException(text);
    }
    return text;
  }

  private static List<Fault> parseFaults(String text) {
    return Stream.of(text.split(",", -1))
        .map(part -> part(part.strip(), Fault::parse))
        .sorted(Comparator.comparing(Fault::at))
        .toList();
  }

  /** Of several, the one that is wrong is named. */
  private static <T> T part(String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (UnreadableException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new UnreadableException("'" + Excerpt.of(text) + "' is malformed");
    }
  }

  /** A semicolon at the end is no mistake. */
  private static List<Step> parseSteps(String text) {
    return Stream.of(text.strip().replaceFirst(";$", "").split(";", -1))
        .map(part -> part(part.strip(), FaultSettings::parseStep))
        .sorted(Comparator.comparing(Step::at))
        .toList();
  }

  private static Step parseStep(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException(text);
    }
    String time = text.substring(0, colon).strip();
    String change = text.substring(colon + 1).strip();
    Durations.parse(time);
    return change.startsWith("net.")
        ? new NetworkStep(NetworkSettings.change(change), time)
        : Fault.parse(change, time);
  }
}
