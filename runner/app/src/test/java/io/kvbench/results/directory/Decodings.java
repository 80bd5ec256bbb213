package io.kvbench.results.directory;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The number of times that this JVM has decoded the histograms of each result directory. */
public final class Decodings {
  private static final Map<Path, Integer> COUNTS = new ConcurrentHashMap<>();

  static {
    HistogramLogReader.LISTENER.set(
        file -> COUNTS.merge(file.toAbsolutePath().normalize(), 1, Integer::sum));
  }

  private Decodings() {}

  /** Returns the number since the last call. */
  public static int of(Path directory) {
    Integer count =
        COUNTS.remove(directory.resolve(ResultDirectory.HISTOGRAMS).toAbsolutePath().normalize());
    return count == null ? 0 : count;
  }
}
