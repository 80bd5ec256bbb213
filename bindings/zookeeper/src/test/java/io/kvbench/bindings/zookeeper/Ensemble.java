package io.kvbench.bindings.zookeeper;

import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.zookeeper.status.FourLetterWord;
import io.kvbench.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/** Real servers that elect a leader, each in a JVM of its own. */
final class Ensemble implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 90_000;

  private final List<Process> processes = new ArrayList<>();
  private final List<Endpoint> endpoints = new ArrayList<>();

  /** Starts them and waits until each follows or leads. */
  Ensemble(Path directory, int size) throws Exception {
    List<Integer> ports = ServerProcess.freePorts(3 * size);
    for (int id = 1; id <= size; id++) {
      endpoints.add(new Endpoint("127.0.0.1", ports.get(id - 1)));
    }
    for (int id = 1; id <= size; id++) {
      processes.add(start(directory.resolve("server" + id), id, ports));
    }
    for (int index = 0; index < size; index++) {
      awaitAnswer(index);
    }
  }

  private Process start(Path directory, int id, List<Integer> ports) throws IOException {
    int size = endpoints.size();
    Path store = Files.createDirectories(directory.resolve("store"));
    Files.writeString(store.resolve("myid"), Integer.toString(id));
    List<String> lines = new ArrayList<>();
    lines.add("dataDir=" + store);
    lines.add("clientPort=" + ports.get(id - 1));
    lines.add("clientPortAddress=127.0.0.1");
    lines.addAll(
        List.of("tickTime=500", "maxSessionTimeout=60000", "initLimit=20", "syncLimit=10"));
    lines.add("admin.enableServer=false");
    for (int peer = 1; peer <= size; peer++) {
      int quorum = ports.get(size + peer - 1);
      int election = ports.get(2 * size + peer - 1);
      lines.add("server.%d=127.0.0.1:%d:%d".formatted(peer, quorum, election));
    }
    Path configuration = Files.write(directory.resolve("zoo.cfg"), lines);
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:TieredStopAtLevel=1",
            "-Dkvbench.test.log=" + directory.resolve("server.log"),
            "-cp",
            System.getProperty("java.class.path"),
            QuorumPeerMain.class.getName(),
            configuration.toString())
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("server.out").toFile())
        .start();
  }

  /** Any answer will do that a server gives which has found its place. */
  private void awaitAnswer(int index) throws Exception {
    long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
    String answer = "";
    while (answer.isEmpty() || answer.contains("not currently serving")) {
      if (System.nanoTime() - deadline > 0 || !processes.get(index).isAlive()) {
        throw new IOException(endpoints.get(index) + " does not serve: " + answer);
      }
      Thread.sleep(100);
      try {
        answer =
            FourLetterWord.ask(
                endpoints.get(index), "srvr", Optional.empty(), Duration.ofSeconds(5));
      } catch (IOException e) {
        answer = "";
      }
    }
  }

  List<String> endpoints() {
    return endpoints.stream().map(Endpoint::toString).toList();
  }

  /** Ends one at once. */
  void kill(int index) throws InterruptedException {
    processes.get(index).destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
  }
}
