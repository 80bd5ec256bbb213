package io.kvbench.runner.sidecar;

import io.kvbench.core.host.HostSample.DirectoryFigures;
import io.kvbench.core.measure.NanoClock;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The space of a directory. Looking at every file may take long, so it is done as often as keeps it
 * below a thousandth of the time. In between, a measurement holds for some seconds; after that,
 * samples go without.
 */
final class DirectoryMeter {
  private static final long PATIENCE = 1000;
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
    try {
      Lengths lengths = new Lengths();
      Files.walkFileTree(directory, lengths);
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

  /** Adds up while it walks, with one look at each file. */
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

    /** Servers remove files at any time. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) {
      return FileVisitResult.CONTINUE;
    }
  }
}
