package io.kvbench.runner.embed;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.workload.setting.WorkloadFile;
import io.kvbench.runner.run.WorkloadLookup;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The base of a workload. */
sealed interface WorkloadText {

  String name();

  /** Reads it; errors become problems. */
  Assignments read(Problems problems);

  /** An empty base. */
  record None(String name) implements WorkloadText {
    @Override
    public Assignments read(Problems problems) {
      return new Assignments();
    }
  }

  /** A file as the base. */
  record OfFile(Path path) implements WorkloadText {
    @Override
    public String name() {
      return WorkloadLookup.nameOf(path.toString());
    }

    @Override
    public Assignments read(Problems problems) {
      return WorkloadFile.read(path, path.toString(), problems);
    }
  }

  /** A file on the class path as the base. */
  record OfResource(String resource) implements WorkloadText {
    @Override
    public String name() {
      return WorkloadLookup.nameOf(resource);
    }

    @Override
    public Assignments read(Problems problems) {
      try (InputStream stream = open(resource)) {
        if (stream != null) {
          return WorkloadFile.read(stream, resource, problems);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      problems.add(
          Origin.of("resource(" + resource + ")"),
          "is not on the class path: " + WorkloadLookup.missing(resource));
      return new Assignments();
    }

    static boolean isThere(String name) {
      return find(name).isPresent();
    }

    private static @Nullable InputStream open(String name) throws IOException {
      Optional<URL> found = find(name);
      return found.isPresent() ? found.get().openStream() : null;
    }

    private static Optional<URL> find(String name) {
      String plain = name.startsWith("/") ? name.substring(1) : name;
      return Stream.of(
              Optional.ofNullable(Thread.currentThread().getContextClassLoader()),
              Optional.ofNullable(WorkloadText.class.getClassLoader()))
          .flatMap(Optional::stream)
          .map(loader -> loader.getResource(plain))
          .filter(Objects::nonNull)
          .findFirst();
    }
  }
}
