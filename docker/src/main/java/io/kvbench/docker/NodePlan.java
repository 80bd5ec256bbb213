package io.kvbench.docker;

/**
 * One server that is to be started.
 *
 * @param name its name in the cluster and on the network
 * @param number its number in the cluster, from 1
 * @param port where clients on this machine reach it
 */
record NodePlan(String name, int number, int port) {
  static final String HOST = "127.0.0.1";

  String endpoint() {
    return HOST + ":" + port;
  }
}
