package io.kvbench.results.directory;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.results.format.FaultWindows;
import io.kvbench.results.format.MixResult;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhasePart;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.SendingWindow;
import io.kvbench.results.format.TimeResult;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A consistency check of the histograms and figures of a result against the counts and histograms
 * stored with them.
 */
final class HistogramCheck {
  /** The tolerance for rounding, as a share of the figure and in its unit. */
  private static final double ROUNDED_PART = 0.002;

  static final double ROUNDED_MICROS = 2;

  private final Path file;

  HistogramCheck(Path file) {
    this.file = file;
  }

  void check(RunResult result) throws ResultFormatException {
    int index = 0;
    for (PhaseResult phase : result.phases()) {
      check("phases[" + index++ + "].", phase);
    }
    index = 0;
    for (PhaseResult phase : result.phases()) {
      figures("phases[" + index++ + "].", phase);
    }
  }

  private void check(String place, PhaseResult phase) throws ResultFormatException {
    check(place, phase.lag(), phase.operations());
    if (phase.client().condition().isPresent()) {
      check(place + "condition.hiccups", phase.client().condition().get().hiccups());
    }
    if (phase.incidents().faultWindows().isPresent()) {
      FaultWindows parts = phase.incidents().faultWindows().get();
      check(place + "faultWindows.inside.", parts.inside());
      check(place + "faultWindows.outside.", parts.outside());
    }
    for (MixResult mix : phase.mixes().orElse(List.of())) {
      check(place + "mixes." + mix.mix() + ".", mix.phase());
      figures(place + "mixes." + mix.mix() + ".", mix.phase());
    }
  }

  private void check(String place, PhasePart part) throws ResultFormatException {
    check(place, part.lag(), part.operations());
  }

  private void check(String place, TimeResult lag, Map<OperationType, OperationResult> operations)
      throws ResultFormatException {
    check(place + "lag", lag);
    for (Map.Entry<OperationType, OperationResult> entry : operations.entrySet()) {
      check(place + "operations." + entry.getKey() + ".", entry.getValue());
    }
  }

  private void check(String place, OperationResult operation) throws ResultFormatException {
    check(place + "response", operation.response());
    check(place + "service", operation.service());
    for (Map.Entry<String, OperationResult.Times> entry : operation.otherTimes().entrySet()) {
      check(place + "otherTimes." + entry.getKey() + ".response", entry.getValue().response());
      check(place + "otherTimes." + entry.getKey() + ".service", entry.getValue().service());
    }
  }

  private void check(String place, TimeResult times) throws ResultFormatException {
    try {
      long held = times.times().count();
      if (held != times.count()) {
        throw damaged(place, "it holds " + held + " times, not " + times.count(), null);
      }
    } catch (IllegalArgumentException e) {
      throw damaged(place, "it cannot be decoded", e);
    }
    figures(place, times);
  }

  private ResultFormatException damaged(String place, String problem, @Nullable Throwable cause) {
    String message = file + " is damaged at " + place + ".histogram: " + problem + ". ";
    return new ResultFormatException(
        message + "Copy it again from where it was written, or repeat the run.", cause);
  }

  private void figures(String place, PhaseResult phase) throws ResultFormatException {
    ClientTime time = phase.client().clientTime();
    SendingWindow window = phase.window();
    rate(place + "throughputPerSecond", phase.rates().throughputPerSecond(), window.okPerSecond());
    rate(place + "meanConcurrency", phase.rates().meanConcurrency(), window.concurrency());
    close(
        place + "clientTime.totalNanos", time.totalNanos(), time.accountedNanos(), ROUNDED_MICROS);
    for (Map.Entry<OperationType, OperationResult> entry : phase.operations().entrySet()) {
      counts(place + "operations." + entry.getKey() + ".", entry.getValue());
    }
  }

  private void counts(String place, OperationResult operation) throws ResultFormatException {
    long counted =
        LongStream.concat(
                operation.outcomes().values().stream().mapToLong(Long::longValue),
                operation.errors().values().stream().mapToLong(Long::longValue))
            .sum();
    same(place + "count", operation.count(), counted);
    same(place + "response.count", operation.response().count(), operation.okCount());
    same(place + "service.count", operation.service().count(), operation.okCount());
    for (Map.Entry<String, OperationResult.Times> entry : operation.otherTimes().entrySet()) {
      long of =
          LongStream.concat(
                  operation.outcomes().entrySet().stream()
                      .filter(outcome -> isOf(outcome.getKey(), entry.getKey()))
                      .mapToLong(Map.Entry::getValue),
                  operation.errors().entrySet().stream()
                      .filter(error -> error.getKey().name().equals(entry.getKey()))
                      .mapToLong(Map.Entry::getValue))
              .sum();
      String times = place + "otherTimes." + entry.getKey();
      same(times + ".response.count", entry.getValue().response().count(), of);
      same(times + ".service.count", entry.getValue().service().count(), of);
    }
  }

  private static boolean isOf(Outcome outcome, String status) {
    return outcome.name().equals(status);
  }

  /** Holds times, whose histogram has been decoded, against it. */
  private void figures(String place, TimeResult times) throws ResultFormatException {
    JsonNode told = JsonDocument.tree(times);
    for (Map.Entry<String, JsonNode> figure :
        JsonDocument.tree(TimeResult.of(times.times())).properties()) {
      if (figure.getValue().isNumber() && figure.getKey().endsWith("Micros")) {
        double expected = figure.getValue().doubleValue();
        close(
            place + "." + figure.getKey(),
            told.path(figure.getKey()).doubleValue(),
            expected,
            ROUNDED_MICROS);
      }
    }
  }

  private void rate(String place, double told, double expected) throws ResultFormatException {
    close(place, told, expected, 1e-3);
  }

  private void same(String place, long told, long expected) throws ResultFormatException {
    if (told != expected) {
      throw contradiction(place, told, expected);
    }
  }

  private void close(String place, double told, double expected, double rounded)
      throws ResultFormatException {
    if (!isClose(told, expected, rounded)) {
      throw contradiction(place, told, expected);
    }
  }

  /** Returns whether a figure may be another one that has been rounded. */
  static boolean isClose(double told, double expected, double rounded) {
    return Math.abs(told - expected) <= rounded + ROUNDED_PART * Math.abs(expected);
  }

  private ResultFormatException contradiction(String place, Number told, Number expected) {
    return new ResultFormatException(
        ("%s contradicts itself: %s is %s, and its own counts and histograms give %s. "
                + "Copy it again from where it was written, or repeat the run.")
            .formatted(file, place, plain(told), plain(expected)));
  }

  static String plain(Number number) {
    return BigDecimal.valueOf(number.doubleValue())
        .setScale(3, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }
}
