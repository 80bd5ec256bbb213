package io.kvbench.core.plan;

import io.kvbench.core.file.InputFile;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A trace of measured rates: a file with a line {@code seconds,rate} for each change of the rate,
 * in order of time and from 0 on. The last line ends the trace. Empty lines, lines that begin with
 * {@code #} and a header are skipped.
 *
 * @param stages from each line to the next
 * @param sha256 the digest of the file's content, in hexadecimal
 */
record RateTrace(List<Stage> stages, String sha256) {
  /** A week of one line per second. */
  private static final int LIMIT = 8 << 20;

  private record Line(long nanos, double perSecond) {}

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read or has another form; {@link
   *     io.kvbench.core.file.FileReason} has the message
   */
  static RateTrace read(Path file) throws IOException {
    String content = InputFile.text(file, LIMIT);
    List<Line> lines = new ArrayList<>();
    int number = 0;
    for (String text : content.lines().map(String::strip).toList()) {
      number++;
      boolean header = lines.isEmpty() && text.chars().noneMatch(Character::isDigit);
      if (!text.isEmpty() && !text.startsWith("#") && !header) {
        lines.add(line(text, number, lines));
      }
    }
    if (lines.size() < 2) {
      throw new IOException("it needs at least two lines 'seconds,rate': the last ends the trace");
    }
    return new RateTrace(stages(lines), InputFile.sha256(content));
  }

  private static Line line(String text, int number, List<Line> before) throws IOException {
    String[] cells = text.split("[,\\s]+", -1);
    try {
      if (cells.length != 2) {
        throw new IllegalArgumentException(text);
      }
      Line line = new Line(nanos(cells[0]), Rates.parse(cells[1]));
      boolean follows = before.isEmpty() ? line.nanos == 0 : line.nanos > before.getLast().nanos;
      if (!follows) {
        throw new IOException(
            "line %d is at %s s, but the first must be at 0 and each later than the one before"
                .formatted(
                    number,
                    BigDecimal.valueOf(line.nanos, 9).stripTrailingZeros().toPlainString()));
      }
      return line;
    } catch (ArithmeticException e) {
      throw new IOException(
          "line %d: times have at most nine decimals, and fit a century".formatted(number), e);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "line %d is not 'seconds,rate' with a rate from 0 to 1e9".formatted(number), e);
    }
  }

  /** Avoids the digits of numbers such as 1e999999999, which exceed the memory. */
  private static long nanos(String seconds) {
    long nanos = new BigDecimal(seconds).scaleByPowerOfTen(9).longValueExact();
    if (nanos > Rates.NEVER_NANOS) {
      throw new ArithmeticException("later than a century");
    }
    return nanos;
  }

  private static List<Stage> stages(List<Line> lines) throws IOException {
    List<Stage> stages = new ArrayList<>();
    for (int at = 1; at < lines.size(); at++) {
      Line from = lines.get(at - 1);
      Duration length = Duration.ofNanos(lines.get(at).nanos - from.nanos);
      stages.add(new Stage(from.perSecond, from.perSecond, length));
    }
    if (stages.stream().allMatch(stage -> stage.fromPerSecond() == 0)) {
      throw new IOException("all of its rates are 0");
    }
    return stages;
  }

  /** Returns the schedule, with a description whose length does not depend on the file. */
  Stages arrivals(String file) {
    double most = stages.stream().mapToDouble(Stage::fromPerSecond).max().orElseThrow();
    double least = stages.stream().mapToDouble(Stage::fromPerSecond).min().orElseThrow();
    String words =
        "trace %s, %s to %s over %s"
            .formatted(
                file, Rates.words(least), Rates.words(most), Rates.words(Stage.total(stages)));
    return new Stages(stages, words);
  }
}
