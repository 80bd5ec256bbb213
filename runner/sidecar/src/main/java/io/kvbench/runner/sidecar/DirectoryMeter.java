package io.kvbench.runner.sidecar;

import io.kvbench.core.host.HostSample.DirectoryFigures;
import io.kvbench.core.measure.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The space of a directory. Looking at every file may take long, so it is done as often as keeps it
 * below one fiftieth of the time; samples in between go without.
 */
final class DirectoryMeter {
  private static final long PATIENCE = 50;

  private final Path directory;
  private final NanoClock clock;
  private long notBefore;

  DirectoryMeter(Path directory, NanoClock clock) {
    this.directory = directory;
    this.clock = clock;
    notBefore = clock.nanos();
  }

  DirectoryFigures read() {
    return new DirectoryFigures(directory.toString(), used(), free());
  }

  private OptionalLong used() {
    long begin = clock.nanos();
    if (begin - notBefore < 0) {
      return OptionalLong.empty();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return OptionalLong.of(files.mapToLong(DirectoryMeter::length).sum());
    } catch (IOException | UncheckedIOException e) {
      return OptionalLong.empty();
    } finally {
      long end = clock.nanos();
      notBefore = end + (end - begin) * PATIENCE;
    }
  }

  /** Servers remove files at any time. */
  private static long length(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  private OptionalLong free() {
    try {
      return OptionalLong.of(Files.getFileStore(directory).getUsableSpace());
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }
}
