package io.kvbench.runner.distributed.coordination;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.file.FileReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The temporary files of one run with agents, among them keys and orders: a directory for its owner
 * only, which is deleted with the run. The next run deletes the files of one that was killed.
 */
public record RunDirectory(Path path) implements AutoCloseable {
  private static final String PREFIX = "kvbench-run-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,9})-.*");

  /** Makes one, and removes those of processes that are gone. */
  public static RunDirectory create() throws IOException {
    Path parent = Path.of(System.getProperty("java.io.tmpdir"));
    Path made = make(parent);
    removeLeftovers(parent, Files.getOwner(made));
    return new RunDirectory(made);
  }

  private static Path make(Path parent) throws IOException {
    try {
      return Files.createTempDirectory(
          parent,
          PREFIX + ProcessHandle.current().pid() + "-",
          FilePermissions.OWNER.ofDirectory(parent));
    } catch (IOException e) {
      throw new IOException(
          "there is no place for temporary files in " + parent + ": " + FileReason.ofWriting(e), e);
    }
  }

  private static void removeLeftovers(Path parent, UserPrincipal own) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path each : all) {
        Matcher name = NAME.matcher(each.getFileName().toString());
        if (name.matches()
            && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()
            && Files.getOwner(each, LinkOption.NOFOLLOW_LINKS).equals(own)) {
          delete(each);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // Another process deletes them at the same time.
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> all = Files.walk(directory)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // It belongs to another user, or another process deletes it at the same time.
    }
  }

  @Override
  public void close() {
    delete(path);
  }
}
