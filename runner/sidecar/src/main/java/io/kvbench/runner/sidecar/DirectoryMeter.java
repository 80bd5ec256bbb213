package io.kvbench.runner.sidecar;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.results.host.HostSample.DirectoryFigures;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * A meter of the space of a directory. A scan of every file may take long, so it runs as often as
 * keeps its processor time below a five-hundredth of the time: on a busy host a scan is long
 * without being expensive. In between, a measurement is valid for some seconds; after that, samples
 * omit it.
 */
final class DirectoryMeter {
  private static final long PATIENCE = 500;
  private static final long HOLDS_NANOS = Duration.ofSeconds(5).toNanos();

  private final Path directory;
  private final NanoClock clock;
  private final LongSupplier cpuNanos;
  private long notBefore;
  private OptionalLong last = OptionalLong.empty();
  private long lastNanos;

  DirectoryMeter(Path directory, NanoClock clock) {
    this(directory, clock, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
  }

  /**
   * @param cpuNanos processor time of the thread that calls
   */
  DirectoryMeter(Path directory, NanoClock clock, LongSupplier cpuNanos) {
    this.directory = directory;
    this.clock = clock;
    this.cpuNanos = cpuNanos;
    notBefore = clock.nanos();
  }

  DirectoryFigures read() {
    return new DirectoryFigures(directory.toString(), used(), free());
  }

  private OptionalLong used() {
    long begin = clock.nanos();
    if (begin - notBefore >= 0) {
      long cpuBefore = cpuNanos.getAsLong();
      last = lengths();
      lastNanos = begin;
      notBefore = begin + (cpuNanos.getAsLong() - cpuBefore) * PATIENCE;
    }
    return begin - lastNanos <= HOLDS_NANOS ? last : OptionalLong.empty();
  }

  private OptionalLong lengths() {
    try {
      Lengths lengths = new Lengths();
      // The walk follows no links, but the directory itself may be one.
      Files.walkFileTree(directory.toRealPath(), lengths);
      return lengths.sum;
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** The host says 0 where there is no such directory any more. */
  private OptionalLong free() {
    long bytes = directory.toFile().getUsableSpace();
    return bytes > 0 || Files.exists(directory) ? OptionalLong.of(bytes) : OptionalLong.empty();
  }

  /**
   * A sum of file lengths, computed during the walk, with one read of the attributes of each file.
   */
  private static final class Lengths extends SimpleFileVisitor<Path> {
    private OptionalLong sum = OptionalLong.empty();

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      sum = OptionalLong.of(sum.orElse(0));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      sum = OptionalLong.of(sum.orElse(0) + (attributes.isRegularFile() ? attributes.size() : 0));
      return FileVisitResult.CONTINUE;
    }

    /** Servers remove files at any time. What may not be read is missing in the sum. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }
  }
}
