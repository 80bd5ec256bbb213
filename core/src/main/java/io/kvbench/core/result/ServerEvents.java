package io.kvbench.core.result;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the servers did while phases ran, as far as they tell.
 *
 * @param counts how many there were, by kind; what there was none of is not there
 * @param leftOut how many of them are not in the list
 * @param list the first ones of each kind, {@link #MOST_OF_A_KIND} at most, by time. What was seen
 *     in a metric may stand for several
 * @param sources where was looked, for each server
 */
public record ServerEvents(
    Map<ServerEventKind, Long> counts,
    long leftOut,
    List<ServerEvent> list,
    List<EventSource> sources) {

  public static final int MOST_OF_A_KIND = 50;

  public ServerEvents {
    Map<ServerEventKind, Long> ordered = new EnumMap<>(ServerEventKind.class);
    ordered.putAll(counts);
    counts = Collections.unmodifiableMap(ordered);
    list = List.copyOf(list);
    sources = List.copyOf(sources);
  }

  /**
   * Where events of one server were looked for.
   *
   * @param node the server's name
   * @param from {@link #LOG}, {@link #METRICS}, both or neither
   * @param problem why something could not be looked at, in words for the user
   */
  public record EventSource(String node, List<String> from, Optional<String> problem) {
    public static final String LOG = "log";
    public static final String METRICS = "metrics";

    public EventSource {
      from = List.copyOf(from);
    }
  }
}
