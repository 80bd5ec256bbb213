package io.kvbench.results.directory;

import io.kvbench.core.file.FilePermissions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The directory of a suite: {@code suite.json}, {@code suite.html}, the comparison of all its runs,
 * and {@code cells/<cell>/} with the result directories of each cell's runs. While it is open, no
 * other process can open it; the lock goes with the process, also where that is killed. For one
 * thread.
 */
public final class SuiteDirectory implements AutoCloseable {
  public static final String SUITE = "suite.json";
  public static final String PAGE = "suite.html";
  public static final String COMPARISON_TEXT = "comparison.txt";
  public static final String COMPARISON_PAGE = "comparison.html";
  public static final String CELLS = "cells";

  private static final String LOCK = "suite.lock";

  private final Path path;
  private final FilePermissions permissions;
  private final DirectoryLock lock;

  private SuiteDirectory(Path path, FilePermissions permissions, DirectoryLock lock) {
    this.path = path;
    this.permissions = permissions;
    this.lock = lock;
  }

  /**
   * Opens the directory of a suite, and creates it where it is not there.
   *
   * @param permissions those of everything that is written to it
   * @return empty if another process has it open
   */
  public static Optional<SuiteDirectory> open(Path path, FilePermissions permissions)
      throws ResultDirectoryException {
    try {
      Files.createDirectories(path, permissions.ofDirectory(path));
      return DirectoryLock.take(path.resolve(LOCK), permissions)
          .map(lock -> new SuiteDirectory(path, permissions, lock));
    } catch (IOException e) {
      throw new ResultDirectoryException(path, e);
    }
  }

  /** Returns the name of a suite's directory: the suite's, as far as file systems can have it. */
  public static String nameOf(String suite) {
    return ResultDirectory.safe(suite);
  }

  public Path path() {
    return path;
  }

  public FilePermissions permissions() {
    return permissions;
  }

  /** Reads {@code suite.json}; empty if there is none yet. */
  public Optional<SuiteDocument> read() throws ResultFormatException {
    return Files.exists(path.resolve(SUITE)) ? Optional.of(read(path)) : Optional.empty();
  }

  /** Reads {@code suite.json} in a directory that another process may have open. */
  public static SuiteDocument read(Path directory) throws ResultFormatException {
    return DocumentReader.read(directory.resolve(SUITE), SuiteDocument.SCHEMA, SuiteDocument.class);
  }

  /** Writes {@code suite.json}; replaces the one that is there. */
  public void write(SuiteDocument suite) throws ResultDirectoryException {
    WholeFiles.put(Map.of(path.resolve(SUITE), out -> JsonDocument.write(suite, out)), permissions);
  }

  public void write(String name, String text) throws ResultDirectoryException {
    WholeFiles.put(Map.of(path.resolve(name), WholeFiles.of(text)), permissions);
  }

  /** Returns the directory of a cell, which is created where it is not there. */
  public Path cell(String name) throws ResultDirectoryException {
    Path cell = path.resolve(CELLS).resolve(name);
    try {
      return Files.createDirectories(cell, permissions.ofDirectory(cell));
    } catch (IOException e) {
      throw new ResultDirectoryException(cell, e);
    }
  }

  /** Writes a file of a cell that only the user can read, regardless of the permissions setting. */
  public Path writePrivately(String cell, String name, String text)
      throws ResultDirectoryException {
    Path file = cell(cell).resolve(name);
    WholeFiles.put(Map.of(file, WholeFiles.of(text)), FilePermissions.OWNER);
    return file;
  }

  /** Creates the file of a cell for what its run prints; empties one that is there. */
  public Path createLog(String cell, String name) throws ResultDirectoryException {
    return writePrivately(cell, name, "");
  }

  /**
   * Returns the result directories of a cell's runs, relative to the suite's, in the order in which
   * they began.
   */
  public Set<String> runs(String cell) throws ResultDirectoryException {
    Path directory = cell(cell);
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(Files::isDirectory)
          .map(each -> CELLS + "/" + cell + "/" + each.getFileName())
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new ResultDirectoryException(directory, e);
    }
  }

  @Override
  public void close() {
    lock.close();
  }
}
