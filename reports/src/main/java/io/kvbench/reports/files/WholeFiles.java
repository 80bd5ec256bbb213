package io.kvbench.reports.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Files that are there whole or not at all: each is written beside its name and forced to disk, and
 * renamed when all of them are. What is not finished leaves nothing behind, and what was there
 * under the same names stays as it was.
 */
public final class WholeFiles implements AutoCloseable {
  /** What is written, by where it belongs. */
  private final Map<Path, Path> written = new LinkedHashMap<>();

  /** Those made on the way, the innermost first. */
  private final Deque<Path> directories = new ArrayDeque<>();

  /** What to write. */
  @FunctionalInterface
  interface Content {
    void write(OutputStream out) throws IOException;
  }

  /** Writes one file; replaces one that is there. */
  public static void write(Path file, String text) throws IOException {
    try (WholeFiles files = new WholeFiles()) {
      files.add(file, text.getBytes(StandardCharsets.UTF_8));
      files.finish();
    }
  }

  /** Writes a file of several. */
  public void add(Path file, byte[] content) throws IOException {
    add(file, out -> out.write(content));
  }

  void add(Path file, Content content) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      // A pipe or a device: there is nothing to keep, and a name in its place would end it.
      try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
        content.write(out);
      }
      return;
    }
    // What a link leads to is replaced, and not the link.
    Path target = Files.isSymbolicLink(file) && Files.exists(file) ? file.toRealPath() : file;
    Path part = target.resolveSibling("." + target.getFileName() + ".part");
    written.put(target, part);
    try (FileChannel channel =
        FileChannel.open(
            part,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
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
    Files.createDirectories(directory);
    missing.forEach(directories::push);
  }

  /** Gives all files their names. */
  public void finish() throws IOException {
    for (Map.Entry<Path, Path> file : written.entrySet()) {
      Files.move(file.getValue(), file.getKey(), StandardCopyOption.ATOMIC_MOVE);
    }
    written.clear();
    directories.clear();
  }

  /** Deletes what was not finished. */
  @Override
  public void close() throws IOException {
    for (Path part : written.values()) {
      Files.deleteIfExists(part);
    }
    written.clear();
    for (Path directory : directories) {
      Files.deleteIfExists(directory);
    }
    directories.clear();
  }
}
