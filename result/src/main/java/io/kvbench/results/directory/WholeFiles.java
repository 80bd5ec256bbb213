package io.kvbench.results.directory;

import io.kvbench.core.file.FilePermissions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A set of files that is written completely or not at all: each is written to a new file in its
 * directory and forced to disk, and renamed when all of them are complete. An unfinished write
 * leaves nothing behind, and existing files under the same names stay unchanged. A symbolic link is
 * replaced, not followed.
 */
public final class WholeFiles implements AutoCloseable {
  /** The directory of the system's devices, and of links to them that are followed. */
  private static final Path DEVICES = Path.of("/dev");

  /** Those of this process that are written and have no name yet. */
  private static final Set<Path> UNFINISHED = ConcurrentHashMap.newKeySet();

  private final FilePermissions permissions;

  private final Map<Path, Path> written = new LinkedHashMap<>();

  /** Those made on the way, the innermost first. */
  private final Deque<Path> directories = new ArrayDeque<>();

  @FunctionalInterface
  interface Content {
    void write(OutputStream out) throws IOException;
  }

  public WholeFiles(FilePermissions permissions) {
    this.permissions = permissions;
  }

  /**
   * Writes one file that the user has named; replaces one that is there. A pipe or a device is
   * written to, and so is what a link in {@code /dev} leads to, such as {@code /dev/stdout}.
   */
  public static void write(Path file, String text, FilePermissions permissions) throws IOException {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    if (isSpecial(file)) {
      Files.write(file, content, StandardOpenOption.WRITE);
      return;
    }
    try (WholeFiles files = new WholeFiles(permissions)) {
      files.add(file, content);
      files.finish();
    }
  }

  /** Writes files of results. */
  static void put(Map<Path, Content> contents, FilePermissions permissions)
      throws ResultDirectoryException {
    Path file = contents.keySet().iterator().next();
    try (WholeFiles files = new WholeFiles(permissions)) {
      for (Map.Entry<Path, Content> each : contents.entrySet()) {
        files.add(each.getKey(), each.getValue());
      }
      files.finish();
    } catch (IOException e) {
      throw new ResultDirectoryException(file, e);
    }
  }

  /** Returns a text as the content of a file. */
  static Content of(String text) {
    return out -> out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static boolean isSpecial(Path file) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    return file.toAbsolutePath().normalize().startsWith(DEVICES)
        || Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
            .isOther();
  }

  public void add(Path file, byte[] content) throws IOException {
    add(file, out -> out.write(content));
  }

  void add(Path file, Content content) throws IOException {
    Path part = file.resolveSibling(".kvbench-" + UUID.randomUUID() + ".part");
    Set<OpenOption> create = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (FileChannel channel = FileChannel.open(part, create, permissions.ofFile(part))) {
      written.put(file, part);
      UNFINISHED.add(part);
      content.write(Channels.newOutputStream(channel));
      channel.force(true);
    }
  }

  /** Makes a directory for files, and those that it is in. */
  public void makeDirectory(Path directory) throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    for (Path at = directory.toAbsolutePath();
        at != null && !Files.exists(at);
        at = at.getParent()) {
      missing.push(at);
    }
    Files.createDirectories(directory, permissions.ofDirectory(directory));
    missing.forEach(directories::push);
  }

  public void finish() throws IOException {
    for (Map.Entry<Path, Path> file : written.entrySet()) {
      Files.move(file.getValue(), file.getKey(), StandardCopyOption.ATOMIC_MOVE);
      UNFINISHED.remove(file.getValue());
    }
    written.clear();
    directories.clear();
  }

  /** Deletes what this process has not finished, before it ends in the middle of its work. */
  public static void abandonAll() {
    for (Path part : UNFINISHED) {
      try {
        Files.deleteIfExists(part);
      } catch (IOException e) {
        // The process ends anyway; the name marks the file as incomplete.
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (Path part : written.values()) {
      Files.deleteIfExists(part);
      UNFINISHED.remove(part);
    }
    written.clear();
    for (Path directory : directories) {
      Files.deleteIfExists(directory);
    }
    directories.clear();
  }
}
