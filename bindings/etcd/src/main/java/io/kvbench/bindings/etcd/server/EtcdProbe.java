package io.kvbench.bindings.etcd.server;

import io.kvbench.core.server.HostPort;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Questions to one etcd server over its HTTP gateway. */
final class EtcdProbe {
  private static final Pattern MEMBER = Pattern.compile("\"member_id\"\\s*:\\s*\"(\\d+)\"");
  private static final Pattern VERSION = Pattern.compile("\"etcdserver\"\\s*:\\s*\"([^\"]*)\"");
  private static final Pattern LEADER = Pattern.compile("\"leader\"\\s*:\\s*\"(\\d+)\"");

  private EtcdProbe() {}

  /**
   * Returns the server's part in the cluster, or empty while it does not answer or knows no leader.
   *
   * @param endpoint where clients connect to
   */
  static Optional<String> role(String endpoint, int nodes) {
    return HostPort.of(endpoint)
        .tryPost("/v3/maintenance/status", "{}")
        .flatMap(status -> part(status, nodes));
  }

  private static Optional<String> part(String status, int nodes) {
    Optional<String> leader = find(LEADER, status).filter(id -> !id.equals("0"));
    Optional<String> self = find(MEMBER, status);
    if (leader.isEmpty() || self.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(nodes == 1 ? "standalone" : leader.equals(self) ? "leader" : "follower");
  }

  /** Returns whether the server serves linearizable reads, which takes a working majority. */
  static boolean isServing(String endpoint, int nodes) {
    return role(endpoint, nodes).isPresent()
        && HostPort.of(endpoint)
            .tryGet("/health")
            .filter(health -> health.contains("\"true\""))
            .isPresent();
  }

  static Optional<String> version(String endpoint) {
    return HostPort.of(endpoint).tryGet("/version").flatMap(text -> find(VERSION, text));
  }

  private static Optional<String> find(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
