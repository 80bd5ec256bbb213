package io.kvbench.bindings.etcd.server;

import io.kvbench.core.server.HostPort;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The probe of one etcd server, over its HTTP gateway. */
final class EtcdProbe {
  private static final Pattern MEMBER = Pattern.compile("\"member_id\"\\s*:\\s*\"(\\d+)\"");
  private static final Pattern VERSION = Pattern.compile("\"etcdserver\"\\s*:\\s*\"([^\"]*)\"");
  private static final Pattern LEADER = Pattern.compile("\"leader\"\\s*:\\s*\"(\\d+)\"");

  private static final Pattern HAS_LEADER =
      Pattern.compile("^etcd_server_has_leader (1)$", Pattern.MULTILINE);
  private static final Pattern IS_LEADER =
      Pattern.compile("^etcd_server_is_leader (1)$", Pattern.MULTILINE);

  private EtcdProbe() {}

  /**
   * Returns the server's role in the cluster; empty while it does not answer or has no leader.
   *
   * @param place the address for clients
   */
  static Optional<String> role(HostPort place, int nodes) {
    return place
        .tryPost("/v3/maintenance/status", "{}")
        .flatMap(status -> part(status, nodes))
        .or(() -> place.tryGet("/metrics").flatMap(metrics -> partInMetrics(metrics, nodes)));
  }

  /** With authentication, only users see the servers' status, but all clients their metrics. */
  static Optional<String> partInMetrics(String metrics, int nodes) {
    if (find(HAS_LEADER, metrics).isEmpty()) {
      return Optional.empty();
    }
    boolean leads = find(IS_LEADER, metrics).isPresent();
    return Optional.of(nodes == 1 ? "standalone" : leads ? "leader" : "follower");
  }

  private static Optional<String> part(String status, int nodes) {
    Optional<String> leader = find(LEADER, status).filter(id -> !id.equals("0"));
    Optional<String> self = find(MEMBER, status);
    if (leader.isEmpty() || self.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(nodes == 1 ? "standalone" : leader.equals(self) ? "leader" : "follower");
  }

  /** Returns whether the server serves linearizable reads, which needs a working majority. */
  static boolean isServing(HostPort place, int nodes) {
    return role(place, nodes).isPresent()
        && place.tryGet("/health").filter(health -> health.contains("\"true\"")).isPresent();
  }

  static Optional<String> version(HostPort place) {
    return place.tryGet("/version").flatMap(text -> find(VERSION, text));
  }

  private static Optional<String> find(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
