package io.kvbench.core.setting;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A setting of all servers with overrides for single ones: {@code limit.memory} and {@code
 * limit.node2.memory}.
 */
public final class NodeSetting<T> {
  /** The max number of servers with settings of their own, counted from 1. */
  public static final int NODES = 9;

  /** A factory of one of the settings. */
  public interface Declaration<T> {
    /**
     * Returns the setting of a server.
     *
     * @param node its number, or 0 for all servers
     */
    Setting<T> of(String name, int node);
  }

  /** The setting of all servers, followed by that of each. */
  private final List<Setting<T>> settings;

  private NodeSetting(List<Setting<T>> settings) {
    this.settings = settings;
  }

  /** Declares {@code GROUP.NAME} and {@code GROUP.nodeN.NAME}. */
  public static <T> NodeSetting<T> of(String group, String name, Declaration<T> declaration) {
    return new NodeSetting<>(
        IntStream.rangeClosed(0, NODES)
            .mapToObj(
                node ->
                    declaration.of(
                        node == 0 ? group + "." + name : group + ".node" + node + "." + name, node))
            .toList());
  }

  public List<Setting<T>> all() {
    return settings;
  }

  /** Returns the value for a server; for 0, that of all servers without an override. */
  public Optional<T> find(Settings values, int node) {
    Optional<T> own = node <= NODES ? values.find(settings.get(node)) : Optional.empty();
    return own.or(() -> values.find(settings.getFirst()));
  }

  /** Returns the setting that determines the value for a server. */
  public Setting<T> deciding(Settings values, int node) {
    return settings.get(node <= NODES && values.isGiven(settings.get(node)) ? node : 0);
  }

  /** Returns the number of a setting's server; 0 for settings of all servers and other settings. */
  public static int node(Collection<NodeSetting<?>> among, Setting<?> setting) {
    return among.stream()
        .mapToInt(each -> Math.max(0, each.settings.indexOf(setting)))
        .max()
        .orElse(0);
  }

  /**
   * Returns descriptions of the values: those of all servers, and those of single ones.
   *
   * @param given the numbers of servers that have settings, 0 for all
   * @param value the values for one of these numbers
   */
  public static List<String> words(IntStream given, IntFunction<?> value) {
    List<String> words = new ArrayList<>();
    given
        .distinct()
        .sorted()
        .forEach(
            node ->
                words.add(
                    (node == 0 ? "every server: " : "server " + node + ": ") + value.apply(node)));
    return words;
  }
}
