package io.kvbench.runner.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;

/**
 * The JDK's cache of kvbench's classes, loaded and linked ahead of time: an AOT cache from Java 24
 * on, an archive for class data sharing before. It is a file beside the jar, or in the user's cache
 * directory: the JVM executes its contents, so the directory and the file must be {@link
 * TrustedFiles}. Its name has the jar's size and time and the Java's identity, so that no other jar
 * or Java uses it; the JVM itself checks both, and ignores a file that does not match.
 *
 * <p>Nothing here fails: without a cache, kvbench starts slower. An empty file marks that the cache
 * could not be created.
 */
final class ClassCache {
  private static final String TRAINING = "io.kvbench.runner.app.ClassTraining";

  /** Many times the usual duration. */
  private static final long LONGEST_SECONDS = 120;

  private static final int AOT_CACHE = 24;
  private static final int AOT_PROFILES = 25;

  private final Machine machine;
  private final JavaHome java;
  private final Path jar;
  private final int feature;

  private ClassCache(Machine machine, JavaHome java, Path jar, int feature) {
    this.machine = machine;
    this.java = java;
    this.jar = jar;
    this.feature = feature;
  }

  /** Returns the cache; empty without a jar, or with a Java that does not state its version. */
  static Optional<ClassCache> of(Machine machine, JavaHome java, String classPath) {
    File jar = new File(classPath);
    return jar.isFile() && !machine.variable("KVBENCH_CACHE").equals("off")
        ? java.version()
            .map(version -> new ClassCache(machine, java, jar.toPath(), version.feature()))
        : Optional.empty();
  }

  /** Returns options for a JVM that runs the jar; none without a cache. */
  List<String> options(boolean isToBeMade) {
    try {
      Optional<Path> found = existing();
      if (!found.isPresent() && isToBeMade) {
        found = made();
      }
      return found.filter(ClassCache::isUsable).map(this::reading).orElse(Collections.emptyList());
    } catch (IOException | SecurityException e) {
      return Collections.emptyList();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Collections.emptyList();
    }
  }

  private static boolean isUsable(Path file) {
    return file.toFile().length() > 0;
  }

  /**
   * Without the JVM's own messages about an unused cache; and without the profiles of the training,
   * so that code is compiled for the measured load.
   */
  private List<String> reading(Path file) {
    List<String> options = new ArrayList<>();
    if (feature >= AOT_CACHE) {
      options.addAll(Arrays.asList("-XX:AOTCache=" + file, "-Xlog:aot*=off"));
    } else {
      options.addAll(Arrays.asList("-XX:SharedArchiveFile=" + file, "-Xshare:auto"));
    }
    options.add("-Xlog:cds*=off");
    if (feature >= AOT_PROFILES) {
      options.addAll(Arrays.asList("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTReplayTraining"));
    }
    return options;
  }

  private Optional<Path> existing() throws IOException {
    TrustedFiles own = TrustedFiles.ofThisUser();
    for (Path directory : directories(own)) {
      Path file = directory.resolve(name());
      if (own.hasFile(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  /** Returns the existing directories that no other user can write to. */
  private List<Path> directories(TrustedFiles own) throws IOException {
    List<Path> found = new ArrayList<>();
    Path beside = jar.toRealPath().getParent();
    if (TrustedFiles.haveModes()
        && !machine.isOfPackages(beside)
        && own.hasDirectory(beside)
        && Files.isWritable(beside)) {
      found.add(beside);
    }
    if (Files.isDirectory(machine.cache())) {
      Path users = machine.cache().toRealPath();
      if (own.hasDirectory(users)) {
        found.add(users);
      }
    }
    return found;
  }

  /** Creates the cache; empty if another process does, or no directory is the user's alone. */
  private Optional<Path> made() throws IOException, InterruptedException {
    TrustedFiles own = TrustedFiles.ofThisUser();
    if (directories(own).isEmpty()) {
      Files.createDirectories(machine.cache(), forThisUser("rwx------"));
    }
    List<Path> directories = directories(own);
    if (directories.isEmpty()) {
      return Optional.empty();
    }
    Path directory = directories.get(0);
    Set<OpenOption> writing =
        new HashSet<>(
            Arrays.asList(
                StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
    Path lock = directory.resolve(prefix() + "lock");
    if (!own.hasFile(lock)) {
      Files.deleteIfExists(lock);
    }
    try (FileChannel channel = FileChannel.open(lock, writing, forThisUser("rw-------"));
        FileLock held = channel.tryLock()) {
      return held == null ? Optional.empty() : Optional.of(madeIn(directory, own));
    } catch (OverlappingFileLockException e) {
      return Optional.empty();
    }
  }

  private static FileAttribute<?>[] forThisUser(String mode) {
    return TrustedFiles.haveModes()
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))
        }
        : new FileAttribute<?>[0];
  }

  /**
   * The directory of an incomplete cache is new and the user's alone, regardless of the mode that
   * the JVM gives its files.
   */
  private Path madeIn(Path directory, TrustedFiles own) throws IOException, InterruptedException {
    Path file = directory.resolve(name());
    if (own.hasFile(file)) {
      return file;
    }
    SafeText.print(
        "kvbench: caching classes for this Java, which takes some seconds, once per jar");
    removeAllBut(directory, directory);
    Path partial = Files.createTempDirectory(directory, prefix() + "part").resolve("classes");
    if (!train(partial)) {
      Files.write(partial, new byte[0]);
    }
    if (TrustedFiles.haveModes()) {
      Files.setPosixFilePermissions(partial, PosixFilePermissions.fromString("rw-------"));
    }
    Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
    removeAllBut(directory, file);
    return file;
  }

  /** Java can do both steps of an AOT cache together, but then mishandles spaces in the path. */
  private boolean train(Path partial) throws IOException, InterruptedException {
    String file = partial.toAbsolutePath().toString();
    if (feature < AOT_CACHE) {
      return isDone(partial, "-XX:ArchiveClassesAtExit=" + file, TRAINING) && isUsable(partial);
    }
    String classes = "-XX:AOTConfiguration=" + file + ".classes";
    return isDone(partial, "-XX:AOTMode=record", classes, TRAINING)
        && isDone(partial, "-XX:AOTMode=create", classes, "-XX:AOTCache=" + file)
        && isUsable(partial);
  }

  private boolean isDone(Path partial, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(java.executable().toString());
    command.addAll(Arrays.asList(JvmOptions.QUIET, JvmOptions.NATIVE, "-cp", jar.toString()));
    command.addAll(
        Arrays.asList("-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=" + partial + ".log"));
    command.addAll(Arrays.asList(arguments));
    Redirect nowhere = Redirect.to(new File(machine.isWindows() ? "NUL" : "/dev/null"));
    Process process =
        new ProcessBuilder(command).redirectOutput(nowhere).redirectError(nowhere).start();
    Thread end = new Thread(process::destroyForcibly, "end-training");
    Runtime.getRuntime().addShutdownHook(end);
    try {
      return process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } finally {
      process.destroyForcibly();
      Runtime.getRuntime().removeShutdownHook(end);
    }
  }

  /**
   * Removes caches of earlier versions of the jar, which running processes keep, and remains of
   * creating one. The lock file stays, since other processes wait on it.
   */
  private void removeAllBut(Path directory, Path current) throws IOException {
    for (Path each : list(directory, prefix() + "{*.cache,part*}")) {
      if (!each.equals(current)) {
        remove(each);
      }
    }
  }

  private static void remove(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      for (Path each : list(path, "*")) {
        Files.delete(each);
      }
    }
    Files.deleteIfExists(path);
  }

  private static List<Path> list(Path directory, String glob) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, glob)) {
      all.forEach(found::add);
    }
    return found;
  }

  private String name() throws IOException {
    return prefix()
        + hash(Files.size(jar) + " " + Files.getLastModifiedTime(jar).toMillis())
        + ".cache";
  }

  /** Identifies the jar and the Java, but not the jar's contents. */
  private String prefix() throws IOException {
    String release = new String(Files.readAllBytes(java.directory().resolve("release")), UTF_8);
    return "kvbench-"
        + hash(jar.toRealPath().toString())
        + "-"
        + hash(java.directory().toRealPath() + release)
        + "-";
  }

  private static String hash(String text) {
    CRC32 hash = new CRC32();
    hash.update(text.getBytes(UTF_8), 0, text.getBytes(UTF_8).length);
    return String.format("%08x", hash.getValue());
  }
}
