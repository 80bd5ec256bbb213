package io.kvbench.core.workload.sample;

import io.kvbench.core.file.InputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A histogram of lengths from a file in YCSB's format: a first line {@code BlockSize}, a tab and a
 * number of bytes, then lines of a bucket's index, a tab and the count of lengths. Bucket {@code i}
 * stands for the length {@code (i + 1) * BlockSize}. Immutable.
 */
public final class LengthHistogram implements Distribution {
  private final long[] lengths;
  private final Weighted indexes;
  private final String sha256;

  private LengthHistogram(long[] lengths, double[] counts, String sha256) {
    this.lengths = lengths;
    this.indexes = new Weighted(counts);
    this.sha256 = sha256;
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read or has another form; {@link
   *     io.kvbench.core.file.FileReason} has the message
   */
  public static LengthHistogram read(Path file) throws IOException {
    try {
      String content = InputFile.text(file);
      return parse(
          content.lines().filter(line -> !line.isBlank()).toList(), InputFile.sha256(content));
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw new IOException(
          "it must have the line 'BlockSize<tab>bytes' and then lines of"
              + " 'bucket<tab>count', with a count over 0 in one of them",
          e);
    }
  }

  private static LengthHistogram parse(List<String> lines, String sha256) {
    String[] head = lines.isEmpty() ? new String[0] : fields(lines.getFirst());
    if (head.length != 2 || !head[0].equals("BlockSize")) {
      throw new IllegalArgumentException("no BlockSize");
    }
    long blockSize = positive(Long.parseLong(head[1]));
    long[][] buckets =
        lines.stream()
            .skip(1)
            .map(LengthHistogram::bucket)
            .filter(b -> b[1] > 0)
            .toArray(long[][]::new);
    positive(buckets.length);
    return new LengthHistogram(
        Arrays.stream(buckets)
            .mapToLong(bucket -> Math.multiplyExact(bucket[0] + 1, blockSize))
            .toArray(),
        Arrays.stream(buckets).mapToDouble(bucket -> bucket[1]).toArray(),
        sha256);
  }

  private static long[] bucket(String line) {
    String[] fields = fields(line);
    if (fields.length != 2) {
      throw new IllegalArgumentException(line);
    }
    return new long[] {
      positive(Long.parseLong(fields[0]) + 1) - 1, positive(Long.parseLong(fields[1]) + 1) - 1
    };
  }

  private static String[] fields(String line) {
    return line.strip().split("\\s+");
  }

  private static long positive(long number) {
    if (number <= 0) {
      throw new IllegalArgumentException("not more than 0: " + number);
    }
    return number;
  }

  /** Returns the digest of the file's content, in hexadecimal. */
  public String sha256() {
    return sha256;
  }

  public long min() {
    return Arrays.stream(lengths).min().orElseThrow();
  }

  public long max() {
    return Arrays.stream(lengths).max().orElseThrow();
  }

  @Override
  public long draw(SplittableRandom random) {
    return lengths[indexes.draw(random)];
  }
}
