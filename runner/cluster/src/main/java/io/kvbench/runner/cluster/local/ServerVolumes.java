package io.kvbench.runner.cluster.local;

import io.kvbench.core.file.FileReason;
import io.kvbench.runner.cluster.ClusterException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The file systems of bounded size for the data of servers, on Linux: each is in a file among the
 * servers' files, and mounted in a mount namespace that ends with kvbench, so other processes do
 * not see it and nothing must be unmounted.
 */
public final class ServerVolumes {
  /** The type, by its name in the kernel. */
  public static final String TYPE = "ext4";

  private static final String MOUNT =
      """
      truncate -s "$1" "$2"
      mkfs.ext4 -q -F -m 0 "$2"
      mount -o loop "$2" "$3"
      """;

  private static final String BALLOON = "kvbench-balloon";
  private static final int BLOCK = 1 << 20;
  private static final int SMALLEST_BLOCK = 1 << 10;

  private record Volume(NamespaceHolder holder, Path place) {

    /** Returns the path for processes outside the namespace. */
    Path here() {
      return Path.of("/proc/" + holder.pid() + "/root" + place);
    }
  }

  private static final class Tried {
    static final Optional<String> OBSTACLE = attempt();

    private Tried() {}
  }

  private final Map<Integer, Volume> volumes = new TreeMap<>();

  /** Creates no file systems yet. */
  public ServerVolumes() {}

  /** Returns why such file systems are impossible on this machine. */
  static Optional<String> obstacle() {
    return Tried.OBSTACLE;
  }

  private static Optional<String> attempt() {
    if (!NamespaceHolder.isLinux()) {
      return Optional.of("file systems for servers are made on Linux only; omit it.");
    }
    Optional<String> missing =
        NamespaceHolder.missing("mkfs.ext4", "mount", "nsenter", "truncate", "unshare");
    if (missing.isPresent()) {
      return Optional.of(
          "file systems for servers need the command %s; install e2fsprogs, util-linux and"
                  .formatted(missing.get())
              + " coreutils, or omit it.");
    }
    try {
      NamespaceHolder.start("mount", ":").release();
      return Optional.empty();
    } catch (ClusterException e) {
      return Optional.of(
          "only root can make file systems for servers (%s); run kvbench as root, or omit it."
              .formatted(e.getMessage()));
    }
  }

  /**
   * Creates the file system of a server.
   *
   * @param directory for the file that contains it
   * @throws ClusterException if that fails
   */
  public void add(int number, long bytes, Path directory) throws ClusterException {
    Path image = directory.resolve("volume" + number + ".ext4");
    Path place = directory.resolve("volume" + number);
    try {
      Files.createDirectory(place);
      NamespaceHolder holder =
          NamespaceHolder.start(
              "mount", MOUNT, Long.toString(bytes), image.toString(), place.toString());
      Volume volume = new Volume(holder, place);
      volumes.put(number, volume);
      long found = volume.here().toFile().getTotalSpace();
      if (found <= 0 || found > bytes) {
        throw new ClusterException("it has " + found + " bytes instead of " + bytes);
      }
    } catch (IOException | ClusterException e) {
      throw new ClusterException(
          "the file system of server %s was not made: %s."
              .formatted(
                  number, e instanceof IOException why ? FileReason.of(why) : e.getMessage()),
          e);
    }
  }

  /** Returns the device of a server's file system. */
  public BlockDevice device(int number) throws ClusterException {
    return BlockDevice.of(of(number).here())
        .orElseThrow(() -> new ClusterException("the file system has no device"));
  }

  boolean has(int number) {
    return volumes.containsKey(number);
  }

  /**
   * Returns the directory for the data of a server, as visible to all processes.
   *
   * @param otherwise that of a server without a separate file system
   */
  Path store(int number, Path otherwise) {
    Volume volume = volumes.get(number);
    return volume == null ? otherwise : volume.here().resolve("store");
  }

  /**
   * Returns a command that becomes the given one where the file system is also at its own path:
   * programs may resolve the one in {@code /proc}.
   */
  List<String> entering(int number, List<String> command) {
    Volume volume = volumes.get(number);
    return volume == null ? command : volume.holder().within(command);
  }

  /** Writes a file until the file system is full. */
  public void fill(int number) throws ClusterException {
    Path balloon = balloon(number);
    try (FileOutputStream file = new FileOutputStream(balloon.toFile(), true)) {
      for (int size = BLOCK; size >= SMALLEST_BLOCK; size /= 2) {
        while (isWritten(file, new byte[size])) {
          // There may still be room for another file.
        }
      }
    } catch (IOException e) {
      throw new ClusterException("the file system was not filled: " + FileReason.of(e), e);
    }
  }

  private static boolean isWritten(FileOutputStream file, byte[] block) {
    try {
      file.write(block);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Removes the file that filled the file system. */
  public void free(int number) throws ClusterException {
    try {
      Files.deleteIfExists(balloon(number));
    } catch (IOException e) {
      throw new ClusterException("the file system was not freed: " + FileReason.of(e), e);
    }
  }

  private Path balloon(int number) throws ClusterException {
    return of(number).here().resolve(BALLOON);
  }

  private Volume of(int number) throws ClusterException {
    return Optional.ofNullable(volumes.get(number))
        .orElseThrow(() -> new ClusterException("server " + number + " has no file system"));
  }

  /** Releases the file systems, after the servers have ended. */
  public void remove() {
    volumes.values().forEach(volume -> volume.holder().release());
  }
}
