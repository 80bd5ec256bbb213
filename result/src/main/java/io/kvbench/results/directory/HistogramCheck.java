package io.kvbench.results.directory;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.HistogramCodec;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PhaseResult.MixResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.SendingWindow;
import io.kvbench.results.format.TimeResult;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A consistency check of the histograms and figures of a result against the counts and histograms
 * stored with them.
 */
final class HistogramCheck {
  /** The tolerance for rounding, as a share of the figure and in its unit. */
  private static final double ROUNDED_PART = 0.002;

  static final double ROUNDED_MICROS = 2;

  private static final double ROUNDED_RATE = 1e-3;

  private final Path file;

  HistogramCheck(Path file) {
    this.file = file;
  }

  void check(RunResult result) throws ResultFormatException {
    times("", JsonDocument.tree(result));
    for (int index = 0; index < result.phases().size(); index++) {
      phase("phases[" + index + "].", result.phases().get(index));
    }
  }

  /** Checks all times in a part of the document. */
  private void times(String place, JsonNode node) throws ResultFormatException {
    JsonNode histogram = node.path("histogram");
    if (histogram.isTextual()) {
      times(place, node, histogram.textValue());
    }
    int index = 0;
    for (JsonNode item : node.isArray() ? node : List.<JsonNode>of()) {
      times(place + "[" + index++ + "]", item);
    }
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      times((place.isEmpty() ? "" : place + ".") + field.getKey(), field.getValue());
    }
  }

  private void times(String place, JsonNode told, String histogram) throws ResultFormatException {
    TimeHistogram times;
    try {
      times = HistogramCodec.decode(histogram, told.path("overRange").longValue());
    } catch (IllegalArgumentException e) {
      throw damaged(place, "it cannot be decoded", e);
    }
    if (times.count() != told.path("count").longValue()) {
      throw damaged(
          place, "it holds %s times, not %s".formatted(times.count(), told.path("count")), null);
    }
    for (Map.Entry<String, JsonNode> figure :
        JsonDocument.tree(TimeResult.of(times)).properties()) {
      String name = figure.getKey();
      if (name.endsWith("Micros")) {
        double expected = figure.getValue().doubleValue();
        close(place + "." + name, told.path(name).doubleValue(), expected, ROUNDED_MICROS);
      }
    }
  }

  private ResultFormatException damaged(String place, String problem, @Nullable Throwable cause) {
    String message = file + " is damaged at " + place + ".histogram: " + problem + ". ";
    return new ResultFormatException(
        message + "Copy it again from where it was written, or repeat the run.", cause);
  }

  private void phase(String place, PhaseResult phase) throws ResultFormatException {
    ClientTime time = phase.client().clientTime();
    SendingWindow window = phase.window();
    close(
        place + "throughputPerSecond",
        phase.rates().throughputPerSecond(),
        window.okPerSecond(),
        ROUNDED_RATE);
    close(
        place + "meanConcurrency",
        phase.rates().meanConcurrency(),
        window.concurrency(),
        ROUNDED_RATE);
    close(
        place + "clientTime.totalNanos", time.totalNanos(), time.accountedNanos(), ROUNDED_MICROS);
    for (var entry : phase.operations().entrySet()) {
      counts(place + "operations." + entry.getKey() + ".", entry.getValue());
    }
    for (MixResult mix : phase.mixes().orElse(List.<MixResult>of())) {
      phase(place + "mixes." + mix.mix() + ".", mix.phase());
    }
  }

  private void counts(String place, OperationResult operation) throws ResultFormatException {
    Map<String, Long> counts = new HashMap<>();
    operation.outcomes().forEach((outcome, count) -> counts.put(outcome.name(), count));
    operation.errors().forEach((error, count) -> counts.put(error.name(), count));
    long all = counts.values().stream().mapToLong(Long::longValue).sum();
    same(place + "count", operation.count(), all);
    same(place + "response.count", operation.response().count(), operation.okCount());
    same(place + "service.count", operation.service().count(), operation.okCount());
    for (var entry : operation.otherTimes().entrySet()) {
      long of = counts.getOrDefault(entry.getKey(), 0L);
      String times = place + "otherTimes." + entry.getKey();
      same(times + ".response.count", entry.getValue().response().count(), of);
      same(times + ".service.count", entry.getValue().service().count(), of);
    }
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
