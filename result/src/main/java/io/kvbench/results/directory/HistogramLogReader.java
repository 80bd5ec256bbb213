package io.kvbench.results.directory;

import io.kvbench.core.file.InputFile;
import io.kvbench.core.measure.HistogramCodec;
import io.kvbench.core.measure.TimeHistogram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * A streaming reader of {@code histograms.hlog}: the histograms of an hour do not fit into memory.
 * Other threads decode some lines ahead.
 */
final class HistogramLogReader {
  private static final String FIRST_LINE = "#[Histogram log format version 1.3]";
  private static final String MEND = "Copy it again from where it was written.";
  private static final int CELLS = 5;
  private static final int LINES_AHEAD = 256;

  /** Called with each file that is decoded; tests count how often a command does so. */
  static final AtomicReference<Consumer<Path>> LISTENER = new AtomicReference<>(file -> {});

  private final Path file;

  HistogramLogReader(Path file) {
    this.file = file;
  }

  /** A receiver of the histograms, one by one, in the order in which they were written. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Takes one.
     *
     * @param tag which kind of time, such as {@code run.INSERT.response}
     * @param startMillis the beginning of the interval, from the start of the run
     */
    void histogram(String tag, long startMillis, TimeHistogram times);
  }

  private record Line(int number, String text, CompletableFuture<TimeHistogram> times) {
    static Line of(int number, String text) {
      String encoded = text.substring(text.lastIndexOf(',') + 1);
      return new Line(
          number,
          text,
          CompletableFuture.supplyAsync(
              () -> HistogramCodec.decode(encoded, 0), ForkJoinPool.commonPool()));
    }
  }

  void forEach(Visitor visitor) throws ResultFormatException {
    LISTENER.get().accept(file);
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(InputFile.open(file), StandardCharsets.UTF_8.newDecoder()))) {
      String first = lines.readLine();
      if (!FIRST_LINE.equals(first)) {
        throw new ResultFormatException(
            file
                + " is not a histogram log of kvbench: it does not begin with "
                + FIRST_LINE
                + ".");
      }
      int number = 1;
      Queue<Line> ahead = new ArrayDeque<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (!line.startsWith("#") && !line.startsWith("\"")) {
          ahead.add(Line.of(number, line));
        }
        if (ahead.size() == LINES_AHEAD) {
          visit(ahead.remove(), visitor);
        }
      }
      for (Line line : ahead) {
        visit(line, visitor);
      }
    } catch (IOException e) {
      throw ResultFormatException.of(file, e);
    }
  }

  private void visit(Line line, Visitor visitor) throws ResultFormatException {
    String[] cells = line.text.split(",", -1);
    if (cells.length != CELLS || !cells[0].startsWith("Tag=")) {
      throw new ResultFormatException(
          file + " is damaged in line " + line.number + ": it is no line of a histogram. " + MEND);
    }
    try {
      long startMillis = new BigDecimal(cells[1]).movePointRight(3).longValueExact();
      visitor.histogram(cells[0].substring("Tag=".length()), startMillis, line.times.join());
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error fatal) {
        throw fatal;
      }
      throw damaged(line, e.getCause() == null ? e : e.getCause());
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw damaged(line, e);
    }
  }

  private ResultFormatException damaged(Line line, Throwable cause) {
    return new ResultFormatException(
        file + " is damaged in line " + line.number + ": " + cause.getMessage() + ". " + MEND,
        cause);
  }
}
