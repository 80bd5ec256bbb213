package io.kvbench.core.plan;

import io.kvbench.core.setting.Durations;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A part of a schedule in which the rate changes linearly from one value to another, or is
 * constant.
 *
 * @param fromPerSecond at its beginning, at least 0
 * @param toPerSecond at its end, at least 0
 * @param length more than 0
 */
public record Stage(double fromPerSecond, double toPerSecond, Duration length) {
  /** What {@link #parse} accepts, for messages. */
  static final String FORM =
      "comma-separated stages RATE for TIME or RATE..RATE for TIME, as in"
          + " 0..1000 for 30s, 1000 for 5m, 0 for 10s";

  private static final Pattern FOR = Pattern.compile("\\sfor\\s");

  public Stage {
    Rates.notNegative(fromPerSecond);
    Rates.notNegative(toPerSecond);
    Rates.positive(length);
  }

  /**
   * Parses stages.
   *
   * @throws IllegalArgumentException if the text is not a list of stages, or they last longer than
   *     a century
   */
  static List<Stage> parse(String text) {
    List<Stage> stages = Stream.of(text.split(",", -1)).map(String::strip).map(Stage::one).toList();
    if (total(stages).compareTo(Duration.ofNanos(Rates.NEVER_NANOS)) > 0) {
      throw new IllegalArgumentException(text);
    }
    return stages;
  }

  /** Returns the total length of stages. */
  static Duration total(List<Stage> stages) {
    return stages.stream().map(Stage::length).reduce(Duration.ZERO, Duration::plus);
  }

  private static Stage one(String text) {
    String[] parts = FOR.split(text, 2);
    if (parts.length != 2) {
      throw new IllegalArgumentException(text);
    }
    int dots = parts[0].indexOf("..");
    double from = rate(dots < 0 ? parts[0] : parts[0].substring(0, dots));
    double to = dots < 0 ? from : rate(parts[0].substring(dots + 2));
    return new Stage(from, to, Durations.parse(parts[1].strip()));
  }

  private static double rate(String text) {
    return Rates.parse(text.strip());
  }

  /** Returns whether the rate is constant. */
  boolean isConstant() {
    return fromPerSecond == toPerSecond;
  }

  /** Formats it, as in {@code 0/s to 1,000/s in 30 s}, {@code 1,000/s for 5 s} or {@code pause}. */
  @Override
  public String toString() {
    String time = Rates.words(length);
    if (!isConstant()) {
      return Rates.words(fromPerSecond) + " to " + Rates.words(toPerSecond) + " in " + time;
    }
    return (fromPerSecond == 0 ? "pause of " : Rates.words(fromPerSecond) + " for ") + time;
  }
}
