package io.kvbench.runner.run;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Nearest;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.workload.WorkloadFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds workload files: by path, or by name among those that are packed with kvbench. */
public final class WorkloadLookup {
  private static final String PACKED = "/workloads/";
  private static final String PREFIX = "workloads/";

  private WorkloadLookup() {}

  /**
   * Reads the file that the user named, or adds the problem that there is none.
   *
   * @param flag where the user named it, for that problem
   */
  public static Assignments read(String name, Origin flag, Problems problems) {
    try {
      Path path = InputFile.path(name);
      if (Files.exists(path)) {
        return WorkloadFile.read(path, name, problems);
      }
    } catch (IOException e) {
      problems.add(flag, FileReason.of(e) + ".");
      return new Assignments();
    }
    try (InputStream packed = open(name)) {
      if (packed != null) {
        return WorkloadFile.read(packed, name, problems);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    problems.add(flag, missing(name));
    return new Assignments();
  }

  /** Returns the workload's name for people: that of the file. */
  public static String nameOf(String path) {
    return path.substring(path.replace('\\', '/').lastIndexOf('/') + 1);
  }

  private static @Nullable InputStream open(String name) {
    String plain = plain(name);
    return names().contains(plain)
        ? WorkloadLookup.class.getResourceAsStream(PACKED + plain)
        : null;
  }

  private static String plain(String name) {
    return name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
  }

  /** Returns that there is no such file, and which ones there are: a sentence for the user. */
  public static String missing(String name) {
    return Nearest.to(plain(name), names())
        .map(nearest -> "there is no such file; did you mean " + PREFIX + nearest + "?")
        .orElse("there is no such file; kvbench includes " + String.join(", ", names()) + ".");
  }

  /**
   * Returns the names of the workloads that are packed with this class, in a jar or in a directory
   * of classes.
   */
  public static List<String> names() {
    try {
      URI self = WorkloadLookup.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      Path place = Path.of(self);
      if (Files.isDirectory(place)) {
        return list(place.resolve(PREFIX));
      }
      try (FileSystem jar = FileSystems.newFileSystem(place)) {
        return list(jar.getPath(PACKED));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> list(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
