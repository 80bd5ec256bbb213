package io.kvbench.core.setting;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The property that is likely meant by an unknown name: one with a similar name, or the equivalent
 * of a name in other load generators and client libraries.
 */
public final class PropertyHint {
  private static final String TIME = "maxexecutiontime=60s";
  private static final String COUNT = "operationcount=100k";
  private static final String SERVERS = "endpoints=HOST:PORT";
  private static final String CLIENTS = "clients=N";
  private static final String RATE = "target=N";

  /** The keys are lower case, without underscores. */
  private static final Map<String, String> ELSEWHERE =
      Map.ofEntries(
          Map.entry("duration", TIME),
          Map.entry("time", TIME),
          Map.entry("runtime", TIME),
          Map.entry("requests", COUNT),
          Map.entry("operations", COUNT),
          Map.entry("ops", COUNT),
          Map.entry("total", COUNT),
          Map.entry("rate", RATE),
          Map.entry("rps", RATE),
          Map.entry("qps", RATE),
          Map.entry("threads", CLIENTS),
          Map.entry("concurrency", CLIENTS),
          Map.entry("host", SERVERS),
          Map.entry("hosts", SERVERS),
          Map.entry("server", SERVERS),
          Map.entry("servers", SERVERS),
          Map.entry("address", SERVERS),
          Map.entry("endpoint", SERVERS),
          Map.entry("endpoints", SERVERS),
          Map.entry("connectstring", SERVERS),
          Map.entry("nodes", "cluster.nodes=3"),
          Map.entry("serializablereads", "readconsistency=stale"));

  private PropertyHint() {}

  /** Returns the equivalent of another tool's name, as an assignment. */
  public static Optional<String> elsewhere(String name) {
    return Optional.ofNullable(
        ELSEWHERE.get(name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "")));
  }

  /**
   * Returns the name of a property, or an assignment, to use instead of an unknown name.
   *
   * @param known the existing names
   */
  public static Optional<String> of(String name, Collection<String> known) {
    Map<String, String> all = new LinkedHashMap<>(ELSEWHERE);
    known.forEach(each -> all.put(each, each));
    return elsewhere(name)
        .or(() -> Nearest.to(name, all.keySet()).map(all::get))
        .or(() -> elsewhere(name.substring(name.lastIndexOf('.') + 1)));
  }
}
