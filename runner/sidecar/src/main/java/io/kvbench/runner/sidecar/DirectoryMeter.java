package io.kvbench.runner.sidecar;

import io.kvbench.core.host.HostSample.DirectoryFigures;
import io.kvbench.core.measure.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The space of a directory. Looking at every file may take long, so it is done as often as keeps it
 * below one fiftieth of the time. In between, a measurement holds for some seconds; after that,
 * samples go without.
 */
final class DirectoryMeter {
  private static final long PATIENCE = 50;
  private static final long HOLDS_NANOS = Duration.ofSeconds(5).toNanos();

  private final Path directory;
  private final NanoClock clock;
  private long notBefore;
  private OptionalLong last = OptionalLong.empty();
  private long lastNanos;

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
    if (begin - notBefore >= 0) {
      last = lengths();
      lastNanos = begin;
      long end = clock.nanos();
      notBefore = end + (end - begin) * PATIENCE;
    }
    return begin - lastNanos <= HOLDS_NANOS ? last : OptionalLong.empty();
  }

  private OptionalLong lengths() {
    try (Stream<Path> files = Files.walk(directory)) {
      return OptionalLong.of(files.mapToLong(DirectoryMeter::length).sum());
    } catch (IOException | UncheckedIOException e) {
      return OptionalLong.empty();
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
