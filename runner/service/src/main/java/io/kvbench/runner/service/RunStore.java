package io.kvbench.runner.service;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.host.json.StrictJson;
import io.kvbench.results.directory.DirectoryLock;
import io.kvbench.results.directory.WholeFiles;
import io.kvbench.runner.cluster.local.Directories;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The directory of a service: {@code runs/<id>/} with {@code run.json}, the output of the run, and
 * its result directory. Only the user who runs the service can read any of it. Names in it are
 * those that a {@link ServiceRun} can have, whether a run is received or read. While it is open, no
 * other process can open it.
 */
record RunStore(Path directory, DirectoryLock lock) implements AutoCloseable {
  private static final String LOCK = "service.lock";
  private static final String RUNS = "runs";
  private static final String RUN = "run.json";
  private static final String LOG = "output.log";
  private static final String RESULTS = "results";
  private static final int LONGEST_RUN = 1 << 20;

  /**
   * Opens a directory, which is created where it is not there.
   *
   * @throws IOException with words for the user
   */
  static RunStore open(Path directory) throws IOException {
    try {
      Files.createDirectories(
          directory.resolve(RUNS), FilePermissions.OWNER.ofDirectory(directory));
      Optional<DirectoryLock> lock =
          DirectoryLock.take(directory.resolve(LOCK), FilePermissions.OWNER);
      return lock.map(taken -> new RunStore(directory, taken))
          .orElseThrow(
              () ->
                  new IOException(
                      "is in use by another service; stop that one, or use another directory"));
    } catch (IOException e) {
      throw new IOException(directory + ": " + FileReason.of(e), e);
    }
  }

  /**
   * Reads all runs.
   *
   * @return those that can be read, in the order in which they were queued
   */
  List<ServiceRun> read() throws IOException {
    List<ServiceRun> runs = new ArrayList<>();
    for (Path each : directories(directory.resolve(RUNS))) {
      Path document = each.resolve(RUN);
      if (Files.isRegularFile(document, LinkOption.NOFOLLOW_LINKS)) {
        ServiceRun run = read(document);
        if (run.id().equals(String.valueOf(each.getFileName()))) {
          runs.add(run);
        }
      }
    }
    runs.sort(Comparator.comparing(ServiceRun::queuedAt));
    return runs;
  }

  private static ServiceRun read(Path document) throws IOException {
    try {
      return ServiceRun.parse(InputFile.bytes(document, LONGEST_RUN));
    } catch (IOException e) {
      throw new IOException(
          document
              + " is damaged ("
              + FileReason.of(e)
              + "); move its directory elsewhere to start without this run",
          e);
    }
  }

  /**
   * Writes a run; replaces what was known of it. A new one that cannot be written leaves nothing.
   */
  void write(ServiceRun run) throws IOException {
    write(of(run.id()).resolve(RUN), StrictJson.SHORT.bytes(run.json()));
  }

  /** Writes the workload file of a run, which has the workload's name. */
  Path writeWorkload(ServiceRun run, String text) throws IOException {
    Path file = workload(run);
    write(file, text.getBytes(StandardCharsets.UTF_8));
    return file;
  }

  /** Deletes the workload file of a run that is over, since it has the operator's credentials. */
  void deleteWorkload(ServiceRun run) throws IOException {
    Files.deleteIfExists(workload(run));
  }

  private Path workload(ServiceRun run) {
    return of(run.id()).resolve(run.request().workload());
  }

  /** Creates the file for what a run prints. */
  Path createLog(ServiceRun run) throws IOException {
    Path log = log(run.id());
    write(log, new byte[0]);
    return log;
  }

  private static void write(Path file, byte[] content) throws IOException {
    try (WholeFiles files = new WholeFiles(FilePermissions.OWNER)) {
      files.makeDirectory(file.resolveSibling(""));
      files.add(file, content);
      files.finish();
    }
  }

  Path log(String id) {
    return of(id).resolve(LOG);
  }

  /** Returns the parent of a run's result directory. */
  Path results(String id) {
    return of(id).resolve(RESULTS);
  }

  /** Returns the result directory of a run, from shortly after the run has begun. */
  Optional<Path> result(String id) throws IOException {
    Path results = results(id);
    return Files.isDirectory(results)
        ? directories(results).stream().findFirst()
        : Optional.empty();
  }

  /** Returns the files of a result that clients may have, by name; logs are not among them. */
  Map<String, Path> files(String id) throws IOException {
    Map<String, Path> files = new TreeMap<>();
    Optional<Path> result = result(id);
    if (result.isPresent()) {
      try (Stream<Path> all = Files.list(result.get())) {
        all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
            .filter(file -> FileType.of(name(file)).isPresent())
            .forEach(file -> files.put(name(file), file));
      }
    }
    return files;
  }

  /** Deletes everything of a run. */
  void delete(String id) throws IOException {
    Optional<IOException> failure = Directories.delete(of(id));
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  private Path of(String id) {
    return directory.resolve(RUNS).resolve(id);
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  private static List<Path> directories(Path parent) throws IOException {
    try (Stream<Path> all = Files.list(parent)) {
      return all.filter(each -> Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .toList();
    }
  }

  @Override
  public void close() {
    lock.close();
  }
}
