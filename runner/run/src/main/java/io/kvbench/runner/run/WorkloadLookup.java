package io.kvbench.runner.run;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Excerpt;
import io.kvbench.core.setting.Nearest;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.workload.setting.WorkloadFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * The lookup of workload files and suite files: by path, or by name among those packed with
 * kvbench.
 */
public final class WorkloadLookup {
  private static final String WORKLOADS = "workloads/";
  private static final String SUITES = "workloads/suites/";

  private WorkloadLookup() {}

  /**
   * Reads the file that the user named, or adds a problem.
   *
   * @param flag where the user named it, for that problem
   */
  public static Assignments read(String name, Origin flag, Problems problems) {
    return read(WORKLOADS, name, flag, problems);
  }

  /** Returns the name of the packed workload that {@link #read} takes; empty for a user's file. */
  public static Optional<String> packed(String name) {
    String plain = plain(WORKLOADS, name);
    return names().contains(plain) && !Files.exists(Path.of(name))
        ? Optional.of(plain)
        : Optional.empty();
  }

  /**
   * Reads a workload that is packed with kvbench under exactly this name, without a look at the
   * file system: for names from another machine.
   *
   * @param names those of {@link #names}, since each look for them opens the jar
   */
  public static Assignments readPacked(
      String name, List<String> names, Origin where, Problems problems) {
    if (names.contains(name)) {
      return packed(WORKLOADS, name, problems);
    }
    problems.add(where, missing(WORKLOADS, name, names));
    return new Assignments();
  }

  /** Reads a suite file in the same way. */
  public static Assignments readSuite(String name, Origin flag, Problems problems) {
    return read(SUITES, name, flag, problems);
  }

  private static Assignments read(String packedIn, String name, Origin flag, Problems problems) {
    try {
      Path path = InputFile.path(name);
      if (Files.exists(path)) {
        return WorkloadFile.read(path, name, problems);
      }
    } catch (IOException e) {
      problems.add(flag, FileReason.of(e) + ".");
      return new Assignments();
    }
    if (names(packedIn).contains(plain(packedIn, name))) {
      return packed(packedIn, name, problems);
    }
    problems.add(flag, missing(packedIn, name, names(packedIn)));
    return new Assignments();
  }

  /** Reads one that is there. */
  private static Assignments packed(String packedIn, String name, Problems problems) {
    try (InputStream packed = open(packedIn, name)) {
      return WorkloadFile.read(packed, name, problems);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String packedIn, String name) {
    String resource = "/" + packedIn + plain(packedIn, name);
    InputStream packed = WorkloadLookup.class.getResourceAsStream(resource);
    if (packed == null) {
      throw new IllegalStateException(resource + " is not packed");
    }
    return packed;
  }

  /**
   * Returns what a packed workload is, in the words of the comment that its file begins with.
   *
   * @param name one of {@link #names}
   */
  public static String description(String name) {
    try (InputStream packed = open(WORKLOADS, name)) {
      return new String(packed.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .takeWhile(line -> line.startsWith("# "))
          .map(line -> line.substring(2))
          .collect(Collectors.joining(" "));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the displayed name of the workload: that of the file. */
  public static String nameOf(String path) {
    return path.substring(path.replace('\\', '/').lastIndexOf('/') + 1);
  }

  private static String plain(String packedIn, String name) {
    return name.startsWith(packedIn) ? name.substring(packedIn.length()) : name;
  }

  /** Returns whether a workload can be read by this name, from a file or from those packed. */
  public static boolean exists(String name) {
    try {
      return Files.isRegularFile(InputFile.path(name)) || names().contains(plain(WORKLOADS, name));
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns that there is no such file, and which ones there are: a sentence for the user. */
  public static String missing(String name) {
    return missing(WORKLOADS, name, names());
  }

  private static String missing(String packedIn, String name, List<String> names) {
    return Nearest.to(plain(packedIn, name), names)
        .map(nearest -> "there is no such file; did you mean " + packedIn + nearest + "?")
        .orElse("there is no such file; kvbench includes " + Excerpt.of(names) + ".");
  }

  /**
   * Returns the names of the workloads that are packed with this class, in a jar or in a directory
   * of classes.
   */
  public static List<String> names() {
    return names(WORKLOADS);
  }

  /** Returns the names of the suites that are packed with it. */
  public static List<String> suiteNames() {
    return names(SUITES);
  }

  private static List<String> names(String packedIn) {
    try {
      URI self = WorkloadLookup.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      Path place = Path.of(self);
      if (Files.isDirectory(place)) {
        return list(place.resolve(packedIn));
      }
      // Not a file system of the jar, whose module small runtimes lack.
      try (JarFile jar = new JarFile(place.toFile())) {
        return jar.stream()
            .map(ZipEntry::getName)
            .filter(name -> name.startsWith(packedIn) && name.indexOf('/', packedIn.length()) < 0)
            .map(name -> name.substring(packedIn.length()))
            .filter(name -> !name.isEmpty())
            .sorted()
            .toList();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> list(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .sorted()
          .toList();
    }
  }
}
