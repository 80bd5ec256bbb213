package io.kvbench.results.format;

import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The server events of a run, as far as servers report them.
 *
 * @param counts the number of events by kind, without kinds that did not occur
 * @param leftOut how many of them are not in the list
 * @param list the first ones of each kind, {@link #MOST_OF_A_KIND} at most, by time. What was seen
 *     in a metric may stand for several
 * @param sources the sources, for each server
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
   * A kind of which not all are in the list.
   *
   * @param listed how many of them are, from the first one on
   */
  public record Cut(ServerEventKind kind, long listed, long count) {
    public String words() {
      return "first " + listed + " of " + count;
    }
  }

  public List<Cut> cuts() {
    if (leftOut == 0) {
      return List.of();
    }
    List<Cut> cuts = new ArrayList<>();
    counts.forEach(
        (kind, count) -> {
          if (listed(kind) == MOST_OF_A_KIND && count > MOST_OF_A_KIND) {
            cuts.add(new Cut(kind, MOST_OF_A_KIND, count));
          }
        });
    // An entry of the list may stand for several events, but the omitted ones are known for all
    // kinds together only.
    return cuts.size() == 1
        ? cuts.stream().map(cut -> new Cut(cut.kind, cut.count - leftOut, cut.count)).toList()
        : List.copyOf(cuts);
  }

  private long listed(ServerEventKind kind) {
    return list.stream().filter(event -> event.kind() == kind).count();
  }

  /**
   * The sources of one server's events.
   *
   * @param from {@link #LOG}, {@link #METRICS}, both or neither
   * @param problem why a source could not be read, for the user
   * @param disk how often it synced its log to disk; empty where its metrics do not have that
   * @param logged the kinds that come from its log, with their times; others come from metrics, and
   *     happened up to a polling interval earlier. Empty in results of earlier versions
   */
  public record EventSource(
      String node,
      List<String> from,
      Optional<String> problem,
      Optional<DiskSyncs> disk,
      Optional<List<ServerEventKind>> logged) {
    public static final String LOG = "log";
    public static final String METRICS = "metrics";

    public EventSource {
      from = List.copyOf(from);
      logged = logged.map(List::copyOf);
    }
  }

  /**
   * Counters of a server between the first and the last reading of its metrics.
   *
   * @param writes changes that it applied
   * @param syncs how often it synced its log to disk (fsync); one sync may cover several changes
   */
  public record DiskSyncs(long writes, long syncs) {}
}
