package io.kvbench.runner.cluster.server;

/** Asks a cetcd whether it serves. */
public final class CetcdStatus {
  private CetcdStatus() {}

  /** Returns whether it answers a linearizable read, of a record that need not be there. */
  public static boolean isServing(String endpoint) {
    return Http.get(endpoint, "/v1/kv/kvbench-probe?consistent=true").isPresent();
  }
}
