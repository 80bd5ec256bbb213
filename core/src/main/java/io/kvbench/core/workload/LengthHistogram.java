package io.kvbench.core.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Lengths as counted in a file of YCSB's form: a first line {@code BlockSize}, a tab and a number
 * of bytes, then lines of a bucket's index, a tab and how many lengths fell into it. Bucket {@code
 * i} stands for the length {@code (i + 1) * BlockSize}. Immutable.
 */
final class LengthHistogram implements Distribution {
  private final long[] lengths;
  private final Weighted indexes;

  private LengthHistogram(long[] lengths, double[] counts) {
    this.lengths = lengths;
    this.indexes = new Weighted(counts);
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read or has another form; the message is meant for the user
   */
  static LengthHistogram read(Path file) throws IOException {
    try {
      return parse(Files.readAllLines(file).stream().filter(line -> !line.isBlank()).toList());
    } catch (NoSuchFileException e) {
      throw new IOException("there is no such file", e);
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw new IOException(
          "it must have the line 'BlockSize<tab>bytes' and then lines of"
              + " 'bucket<tab>count', with a count over 0 in one of them",
          e);
    }
  }

  private static LengthHistogram parse(List<String> lines) {
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
        Arrays.stream(buckets).mapToDouble(bucket -> bucket[1]).toArray());
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

  long max() {
    return Arrays.stream(lengths).max().orElseThrow();
  }

  @Override
  public long draw(SplittableRandom random) {
    return lengths[indexes.draw(random)];
  }
}
