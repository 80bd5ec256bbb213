package io.kvbench.runner.cluster;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.file.FileReason;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;

/**
 * The records of the user's clusters that outlive the processes that started them: a file for each,
 * in a directory that other users cannot read.
 *
 * @param directory of their files, which is created when needed
 */
public record KeptClusters(Path directory) {
  private static final String ENDING = ".properties";
  private static final String STATE = "state.";

  /** Returns those of the user: below {@code XDG_STATE_HOME}, or {@code ~/.local/state}. */
  public static KeptClusters ofUser() {
    String given = System.getenv("XDG_STATE_HOME");
    Path state =
        given == null || !Path.of(given).isAbsolute()
            ? Path.of(System.getProperty("user.home"), ".local", "state")
            : Path.of(given);
    return new KeptClusters(state.resolve("kvbench").resolve("clusters"));
  }

  /**
   * Stores the record of a cluster under a unique name: the system's and a number.
   *
   * @throws ClusterException if it cannot be written
   */
  KeptCluster add(Cluster cluster, String system) throws ClusterException {
    try {
      Files.createDirectories(directory, FilePermissions.OWNER.ofDirectory(directory));
      for (int number = 1; true; number++) {
        String name = system + "-" + number;
        if (reserve(name)) {
          KeptCluster kept =
              new KeptCluster(
                  name,
                  cluster.kind(),
                  system,
                  cluster.description(),
                  cluster.endpoints(),
                  cluster.state());
          write(kept);
          return kept;
        }
      }
    } catch (IOException e) {
      throw new ClusterException(
          "the servers cannot be kept, because no file about them can be written to "
              + directory
              + ": "
              + FileReason.ofWriting(e)
              + ". Set XDG_STATE_HOME to a directory that you may write to.",
          e);
    }
  }

  /** The empty file reserves the name, even against another process that looks for one. */
  private boolean reserve(String name) throws IOException {
    try {
      Files.createFile(file(name), FilePermissions.OWNER.ofFile(file(name)));
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  private void write(KeptCluster kept) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("kind", kept.kind());
    properties.setProperty("system", kept.system());
    properties.setProperty("description", kept.description());
    properties.setProperty("endpoints", String.join(",", kept.endpoints()));
    kept.state().forEach((key, text) -> properties.setProperty(STATE + key, text));
    StringWriter text = new StringWriter();
    properties.store(text, "A cluster that kvbench started; 'kvbench cluster down' stops it.");
    Path whole = Files.createTempFile(directory, kept.name(), ".new");
    Files.writeString(whole, text.toString());
    Files.move(whole, file(kept.name()), StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Returns all, by name.
   *
   * @throws ClusterException if a file cannot be read
   */
  public List<KeptCluster> list() throws ClusterException {
    List<KeptCluster> all = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + ENDING)) {
      for (Path file : files) {
        read(file).ifPresent(all::add);
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (DirectoryIteratorException e) {
      throw unreadable(directory, Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw unreadable(directory, e);
    }
    all.sort(
        Comparator.comparing(KeptCluster::system)
            .thenComparingInt(kept -> kept.name().length())
            .thenComparing(KeptCluster::name));
    return all;
  }

  /** An empty file belongs to a cluster that is being started. */
  private static Optional<KeptCluster> read(Path file) throws ClusterException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      throw unreadable(file, "it is damaged", e);
    } catch (IOException e) {
      throw unreadable(file, FileReason.of(e), e);
    }
    if (properties.isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> state = new HashMap<>();
    for (String key : properties.stringPropertyNames()) {
      if (key.startsWith(STATE)) {
        state.put(key.substring(STATE.length()), properties.getProperty(key));
      }
    }
    String fileName = String.valueOf(file.getFileName());
    return Optional.of(
        new KeptCluster(
            fileName.substring(0, fileName.length() - ENDING.length()),
            properties.getProperty("kind", ""),
            properties.getProperty("system", ""),
            properties.getProperty("description", ""),
            List.of(properties.getProperty("endpoints", "").split(",", -1)),
            state));
  }

  private static ClusterException unreadable(Path file, String reason, Exception cause) {
    return new ClusterException(
        file + " cannot be read: " + reason + ". Remove it once its servers have stopped.", cause);
  }

  private static ClusterException unreadable(Path directory, IOException cause) {
    return new ClusterException(
        directory + " cannot be read: " + FileReason.of(cause) + ".", cause);
  }

  /**
   * Removes the record of a cluster.
   *
   * @throws ClusterException if its file cannot be removed
   */
  public void remove(KeptCluster kept) throws ClusterException {
    try {
      Files.deleteIfExists(file(kept.name()));
    } catch (IOException e) {
      throw new ClusterException(
          file(kept.name()) + " cannot be removed: " + FileReason.of(e) + ".", e);
    }
  }

  private Path file(String name) {
    return directory.resolve(name + ENDING);
  }
}
