package io.kvbench.testkit.contract;

import io.kvbench.testkit.RunningServers;
import io.kvbench.testkit.ServerStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Real servers that all tests of a JVM share, each with its own records. They are started when the
 * first test needs them and end with the JVM. A test that harms them holds {@link #HARM} and
 * restarts them.
 */
public final class SharedServers {
  /** The JUnit resource lock of tests that need all shared servers of a cluster running. */
  public static final String HARM = "kvbench.testkit.SharedServers";

  private static final Map<String, SharedServers> ALL = new ConcurrentHashMap<>();

  private @Nullable Running running;

  /**
   * Servers and the directory with all their files.
   *
   * @param servers not to be closed
   */
  record Running(RunningServers servers, Path directory) {
    private void end() {
      try {
        servers.kill();
        try (Stream<Path> files = Files.walk(directory)) {
          List<Path> inwards = files.sorted(Comparator.reverseOrder()).toList();
          for (Path each : inwards) {
            Files.delete(each);
          }
        }
      } catch (IOException e) {
        System.err.println(directory + " cannot be removed: " + e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private SharedServers() {}

  /** Returns one server of a system with its default settings. */
  public static RunningServers single(ServerSubject subject) throws Exception {
    return of(subject.servers(), subject.server());
  }

  /** Returns the cluster of a system that supports one. */
  public static RunningServers cluster(ServerSubject subject) throws Exception {
    return of(subject.servers() + " cluster", subject.cluster().orElseThrow());
  }

  /**
   * Returns the servers of a name.
   *
   * @param start starts them if they are not running yet
   */
  public static RunningServers of(String name, ServerStart start) throws Exception {
    return withFiles(name, start).servers();
  }

  /** Returns the servers of a name with their files. */
  static Running withFiles(String name, ServerStart start) throws Exception {
    return ALL.computeIfAbsent(name, key -> new SharedServers()).started(start);
  }

  private synchronized Running started(ServerStart start) throws Exception {
    Running there = running;
    if (there == null) {
      Path directory = Files.createTempDirectory("kvbench-servers");
      there = new Running(start.start(directory), directory);
      running = there;
      Runtime.getRuntime().addShutdownHook(new Thread(there::end));
    }
    return there;
  }
}
