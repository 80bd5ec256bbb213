package io.kvbench.runner.embed;

import io.kvbench.core.operation.OperationType;
import java.time.Duration;
import java.util.Objects;

/**
 * A threshold for the figures of a run, checked at its end with the measured phases: see {@link
 * io.kvbench.results.format.RunResult#slos()}. Planning rejects one about an operation that the run
 * does not perform.
 *
 * @param text as in {@code slo=}, such as {@code INSERT.response.p99<20ms}; a single threshold,
 *     while {@code slo=} may have several, separated by commas
 */
public record Threshold(String text) {

  /**
   * Takes one threshold.
   *
   * @throws IllegalArgumentException if it contains a comma, which separates two
   */
  public Threshold {
    Objects.requireNonNull(text, "text");
    if (text.indexOf(',') >= 0) {
      throw new IllegalArgumentException(
          "a Threshold is one, and '" + text + "' is several; make one of each");
    }
  }

  /** A kind of times, from which thresholds are made. */
  public static final class Times {
    private final String name;

    private Times(String name) {
      this.name = name;
    }

    /** Half of the times are below this. */
    public Threshold p50IsBelow(Duration limit) {
      return percentileIsBelow(50, limit);
    }

    /** 99 in 100 times are below this. */
    public Threshold p99IsBelow(Duration limit) {
      return percentileIsBelow(99, limit);
    }

    /** 999 in 1000 times are below this. */
    public Threshold p999IsBelow(Duration limit) {
      return percentileIsBelow(99.9, limit);
    }

    /**
     * This percentage of the times is below this.
     *
     * @param percentile from 0 to 100
     */
    public Threshold percentileIsBelow(double percentile, Duration limit) {
      return below("p" + SettingTexts.of(percentile), limit);
    }

    /** The arithmetic mean is below this. */
    public Threshold meanIsBelow(Duration limit) {
      return below("mean", limit);
    }

    /** Every time is below this. */
    public Threshold maxIsBelow(Duration limit) {
      return below("max", limit);
    }

    private Threshold below(String statistic, Duration limit) {
      Objects.requireNonNull(limit, "limit");
      return new Threshold(name + "." + statistic + "<" + SettingTexts.of(limit));
    }
  }

  /** From intended start to answer, of all operations answered OK. */
  public static Times response() {
    return new Times("response");
  }

  /** From intended start to answer, of operations of one type answered OK. */
  public static Times response(OperationType type) {
    return new Times(Objects.requireNonNull(type, "type") + ".response");
  }

  /** From sending to answer, of all operations answered OK. */
  public static Times service() {
    return new Times("service");
  }

  /** From sending to answer, of operations of one type answered OK. */
  public static Times service(OperationType type) {
    return new Times(Objects.requireNonNull(type, "type") + ".service");
  }

  /** The lateness of requests on a schedule. */
  public static Times lag() {
    return new Times("lag");
  }

  /**
   * A smaller share of the operations failed.
   *
   * @param share more than 0, up to 1
   */
  public static Threshold errorShareIsBelow(double share) {
    return new Threshold("errors<" + SettingTexts.percent(share));
  }

  /** Nothing failed. */
  public static Threshold noErrors() {
    return new Threshold("errors<=0");
  }

  /** At least this many operations were answered OK per second. */
  public static Threshold throughputIsAtLeast(double perSecond) {
    return new Threshold("throughput>=" + SettingTexts.of(perSecond));
  }

  /** At least this many operations of one type were answered OK per second. */
  public static Threshold throughputIsAtLeast(OperationType type, double perSecond) {
    Objects.requireNonNull(type, "type");
    return new Threshold(type + ".throughput>=" + SettingTexts.of(perSecond));
  }
}
