package io.kvbench.bindings.consul.server;

import io.kvbench.core.server.HostPort;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The probe of one Consul server, over HTTP. */
final class ConsulProbe {
  private static final Pattern STATE =
      Pattern.compile("\"state\"\\s*:\\s*\"(Leader|Follower|Candidate)\"");
  private static final Pattern VERSION = Pattern.compile("\"Version\"\\s*:\\s*\"([^\"]*)\"");
  private static final Pattern ADDRESS = Pattern.compile("\"[^\"]+:\\d+\"");

  private ConsulProbe() {}

  /**
   * Returns the server's role in the cluster; empty while it does not answer or has no leader.
   *
   * @param place the address for clients
   */
  static Optional<String> role(HostPort place, int nodes) {
    if (addresses(place, "/v1/status/leader") == 0) {
      return Optional.empty();
    }
    return place.tryGet("/v1/agent/self").flatMap(self -> part(self, nodes));
  }

  private static Optional<String> part(String self, int nodes) {
    Matcher state = STATE.matcher(self);
    if (!state.find()) {
      return Optional.empty();
    }
    return switch (state.group(1)) {
      case "Leader" -> Optional.of(nodes == 1 ? "standalone" : "leader");
      case "Follower" -> Optional.of("follower");
      default -> Optional.empty();
    };
  }

  /**
   * Returns whether the server has a leader and all nodes, and the leader accepts requests. Servers
   * answer this without a token, too.
   */
  static boolean isServing(HostPort place, int nodes) {
    return addresses(place, "/v1/status/leader") > 0
        && addresses(place, "/v1/status/peers") == nodes
        && place.tryGet("/v1/catalog/nodes?consistent").isPresent();
  }

  static Optional<String> version(HostPort place) {
    return place
        .tryGet("/v1/agent/self")
        .map(VERSION::matcher)
        .filter(Matcher::find)
        .map(matcher -> matcher.group(1));
  }

  private static long addresses(HostPort place, String path) {
    return place.tryGet(path).map(answer -> ADDRESS.matcher(answer).results().count()).orElse(0L);
  }
}
