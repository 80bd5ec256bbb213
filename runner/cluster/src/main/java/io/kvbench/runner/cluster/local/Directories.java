package io.kvbench.runner.cluster.local;

import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.KeptCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The directories of servers: their creation, size and deletion. */
public final class Directories {
  /** The prefix of all directories of kvbench's servers. */
  public static final String PREFIX = "kvbench-";

  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");
  private static final int ATTEMPTS = 20;

  private Directories() {}

  /** Creates a new directory for a cluster, on a disk unless the user chose the location. */
  public static Path create(Settings settings, String system) throws ClusterException {
    Path parent = parent(settings);
    try {
      return Files.createTempDirectory(parent, PREFIX + system + "-").toAbsolutePath();
    } catch (IOException e) {
      throw new ClusterException(
          "cannot create a directory for the servers' files in "
              + parent
              + ": "
              + e
              + ". Set cluster.dir to a writable directory.",
          e);
    }
  }

  /** Returns where directories of clusters are created. */
  static Path parent(Settings settings) {
    return settings.find(ClusterSettings.DIRECTORY).map(Path::of).orElseGet(Directories::temporary);
  }

  /** A temporary directory may be in memory, where durable writes cost nothing. */
  private static Path temporary() {
    Path system = Path.of(System.getProperty("java.io.tmpdir", "."));
    return Stream.of(system, Path.of("/var/tmp"))
        .filter(directory -> Files.isWritable(directory) && !isInMemory(directory))
        .findFirst()
        .orElse(system);
  }

  /** Returns whether writes there never reach a disk. */
  public static boolean isInMemory(Path directory) {
    try {
      return IN_MEMORY.contains(Files.getFileStore(directory).type());
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the total length of all files, without those that vanish meanwhile. */
  public static long size(Path directory) throws IOException {
    return files(directory).stream().mapToLong(Directories::length).sum();
  }

  private static long length(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  /**
   * Deletes a directory with everything in it, even while files are still added.
   *
   * @return the error of the last of several attempts, if the directory still exists
   */
  public static Optional<IOException> delete(Path directory) {
    IOException last = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        for (Path file : files(directory)) {
          Files.deleteIfExists(file);
        }
        return Optional.empty();
      } catch (IOException e) {
        last = e;
      }
    }
    return Optional.ofNullable(last);
  }

  /** Returns whether a directory has a name of kvbench's. */
  static boolean isOurs(Path directory) {
    return String.valueOf(directory.getFileName()).startsWith(PREFIX);
  }

  /**
   * Removes the directory of a kept cluster whose servers have ended, if kvbench created it.
   *
   * @throws ClusterException if it still exists
   */
  public static void purge(KeptCluster kept) throws ClusterException {
    String noted = kept.state().get(KeptCluster.DIRECTORY);
    if (noted == null || !isOurs(Path.of(noted)) || !Files.isDirectory(Path.of(noted))) {
      return;
    }
    Optional<IOException> failure = delete(Path.of(noted));
    if (failure.isPresent()) {
      throw new ClusterException(
          "the servers were stopped, but their files in "
              + noted
              + " cannot be removed: "
              + failure.get(),
          failure.get());
    }
  }

  /** Returns a directory and everything below it, deepest first. */
  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> tree = Files.walk(directory)) {
      return tree.sorted(Comparator.reverseOrder()).toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
