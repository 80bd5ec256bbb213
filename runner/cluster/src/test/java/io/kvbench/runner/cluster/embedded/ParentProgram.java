package io.kvbench.runner.cluster.embedded;

import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterNode;
import io.kvbench.runner.cluster.Requests;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Stands for kvbench: starts a cluster, tells of it, and stays until killed or closes it. */
public final class ParentProgram {
  private ParentProgram() {}

  /** Takes the directory, whether to keep the servers, and the number of nodes. */
  public static void main(String[] args) throws Exception {
    boolean keep = Boolean.parseBoolean(args[1]);
    Cluster cluster =
        Requests.start(
            Map.of("cluster.dir", args[0], "cluster.keep", args[1], "cluster.nodes", args[2]));
    for (ClusterNode node : cluster.nodes()) {
      System.out.println(node.pid().orElseThrow() + " " + node.endpoint());
    }
    cluster.keptNotice().ifPresent(System.out::println);
    System.out.println("ready");
    if (!keep) {
      TimeUnit.MINUTES.sleep(10);
    }
    cluster.close();
  }
}
