package io.kvbench.runner.agent;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.runner.cluster.local.LocalCluster;
import io.kvbench.runner.cluster.local.LocalNode;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;

/** The servers that one controller holds, by a lease. For any thread. */
final class HeldServers {
  private static final int LEASE_BYTES = 16;

  private final String lease;
  private final String holder;
  private final String system;
  private final Instant since;
  private final LocalCluster cluster;
  private final SortedMap<Integer, LocalNode> servers;
  private volatile long renewedNanos;
  private volatile boolean kept;
  private volatile boolean stopped;

  /**
   * Begins a lease.
   *
   * @param servers by their numbers in the cluster, of which others may be elsewhere
   */
  HeldServers(
      String holder,
      String system,
      LocalCluster cluster,
      SortedMap<Integer, LocalNode> servers,
      NanoClock clock) {
    byte[] random = new byte[LEASE_BYTES];
    new SecureRandom().nextBytes(random);
    lease = HexFormat.of().formatHex(random);
    this.holder = holder;
    this.system = system;
    this.cluster = cluster;
    this.servers = new TreeMap<>(servers);
    since = clock.instant();
    renewedNanos = clock.nanos();
  }

  String lease() {
    return lease;
  }

  LocalCluster cluster() {
    return cluster;
  }

  SortedMap<Integer, LocalNode> servers() {
    return servers;
  }

  void renew(NanoClock clock) {
    renewedNanos = clock.nanos();
  }

  /** Returns whether the holder's lease has expired. */
  boolean isExpired(NanoClock clock, long leaseNanos) {
    return !kept && clock.nanos() - renewedNanos > leaseNanos;
  }

  void keep() {
    kept = true;
  }

  void stop() {
    cluster.stop();
    stopped = true;
  }

  /** Returns whether the servers will write nothing more to their logs. */
  boolean isStopped() {
    return stopped;
  }

  /** Returns who holds which servers since when. */
  @Override
  public String toString() {
    return system
        + " of "
        + holder
        + ", since "
        + since.truncatedTo(ChronoUnit.SECONDS)
        + (kept ? ", kept" : "");
  }
}
