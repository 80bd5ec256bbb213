package io.kvbench.docker;

import io.kvbench.runner.cluster.Cluster;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A process that starts a cluster, prints its name and waits to be killed. */
final class OwnerProgram {
  private OwnerProgram() {}

  /** Starts the process, with a setting of the cluster. */
  static Process start(Path directory, String setting) throws Exception {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                OwnerProgram.class.getName(),
                directory.toString(),
                setting))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  static String clusterOf(Process owner) throws Exception {
    BufferedReader lines = owner.inputReader();
    String line = lines.readLine();
    while (line != null && !line.startsWith("kvbench-")) {
      line = lines.readLine();
    }
    return String.valueOf(line);
  }

  public static void main(String[] arguments) throws Exception {
    String[] setting = arguments[1].split("=", 2);
    Map<String, String> given = Map.of("cluster.dir", arguments[0], setting[0], setting[1]);
    try (Cluster cluster = new DockerProvider().start(Requests.of("etcd", given))) {
      String id = cluster.state().get(DockerCluster.CONTAINERS);
      System.out.println(
          DockerEngine.client()
              .inspectContainerCmd(id)
              .exec()
              .getConfig()
              .getLabels()
              .get(DockerLabels.CLUSTER));
      Thread.sleep(Long.MAX_VALUE);
    }
  }
}
