package io.kvbench.reports.series;

import io.kvbench.core.plan.ClientStep;
import io.kvbench.results.format.PhaseResult;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** The horizontal axis of a plot: it groups the seconds of a run into points. */
public enum PlotAxis {
  /** A point for each second, or for as many as lie between two samples of servers. */
  SECONDS("SECOND", "seconds since the start of the run"),
  /**
   * A point for every {@link #KEYS_APART} operations answered OK: of the seconds in which they
   * were.
   */
  KEYS("KEYS", "operations answered OK since the start of the run"),
  /** A point for each step of a run with changing numbers of clients. */
  CLIENTS("CONTROL-CLIENT-NUM", "clients");

  /** The distance between rows of older tools. */
  public static final long KEYS_APART = 1_000;

  /** More points than that are one line in any picture. */
  private static final int MOST_POINTS = 2_000;

  private final String column;
  private final String words;

  PlotAxis(String column, String words) {
    this.column = column;
    this.words = words;
  }

  /**
   * A group of seconds that make one point.
   *
   * @param x where it is on the axis
   * @param seconds their numbers
   */
  public record Group(long x, List<Integer> seconds) {
    public Group {
      seconds = List.copyOf(seconds);
    }
  }

  public String column() {
    return column;
  }

  public String words() {
    return words;
  }

  /** Returns the seconds of a run, so many to each point. */
  static List<Group> bySeconds(RunSeries run, int period) {
    return IntStream.rangeClosed(1, Math.ceilDiv(run.lastSecond(), period))
        .mapToObj(
            point ->
                new Group(
                    (long) point * period,
                    IntStream.rangeClosed((point - 1) * period + 1, point * period)
                        .boxed()
                        .toList()))
        .toList();
  }

  /**
   * Returns the seconds in which keys were written: of the first so many keys, of the next so many,
   * to the end. A second in which more were written is in several groups.
   */
  public static List<Group> byKeys(RunSeries run, long keysApart) {
    List<Group> groups = new ArrayList<>();
    List<Second> seconds =
        run.seconds().values().stream().filter(each -> each.okAfter() > each.okBefore()).toList();
    long last = run.okCount();
    int first = 0;
    for (long keys = 0; keys < last; keys += keysApart) {
      while (seconds.get(first).okAfter() <= keys) {
        first++;
      }
      List<Integer> numbers = new ArrayList<>();
      for (int at = first;
          at < seconds.size() && seconds.get(at).okBefore() < keys + keysApart;
          at++) {
        numbers.add(seconds.get(at).number());
      }
      groups.add(new Group(Math.min(keys + keysApart, last), numbers));
    }
    return groups;
  }

  /** Returns the seconds of each part of a run with changing numbers of clients. */
  static List<Group> byClients(RunSeries run) {
    List<Group> groups = new ArrayList<>();
    for (PhaseResult phase : run.phases()) {
      OptionalInt step =
          phase.step().map(ClientStep::index).map(OptionalInt::of).orElseGet(OptionalInt::empty);
      if (step.isPresent()) {
        groups.add(
            new Group(
                phase.load().clients(),
                run.seconds().values().stream()
                    .filter(second -> second.step().equals(step))
                    .map(Second::number)
                    .toList()));
      }
    }
    return groups;
  }

  /** Returns how many keys lie between two points, so that pictures are of some use. */
  static long keysApart(List<RunSeries> runs) {
    long most = runs.stream().mapToLong(RunSeries::okCount).max().orElse(0);
    long apart = KEYS_APART;
    while (most / apart > MOST_POINTS) {
      apart *= 10;
    }
    return apart;
  }
}
