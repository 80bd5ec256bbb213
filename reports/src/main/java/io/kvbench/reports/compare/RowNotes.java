package io.kvbench.reports.compare;

import io.kvbench.results.figure.Quantities;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Explanations of summary rows whose historical names are misleading or incomplete. */
public final class RowNotes {
  /**
   * A remark on rows.
   *
   * @param rows their names, or what they have in common
   * @param text one sentence or two
   */
  public record Note(String rows, String text) {}

  private static final List<Note> SUMMARY =
      List.of(
          new Note(
              "TOTAL-REQUEST-NUMBER",
              "completed requests, regardless of outcome; not the number requested."),
          new Note(
              "*-THROUGHPUT",
              "operations answered OK per second; MAX and MIN are the best and the worst full"
                  + " second."),
          new Note(
              "*LATENCY*",
              "response times, from the intended start, of operations answered OK only: see the"
                  + " client time below for their share. SLOWEST is the slowest operation"
                  + " answered OK."),
          new Note(
              "*-NETWORK-*",
              "all interfaces of the hosts, each host counted once. Servers on one machine share"
                  + " its interfaces, also with kvbench if it runs there, and the figures include"
                  + " loopback traffic. Under Costs, network is what all hosts of the run sent,"
                  + " including kvbench's, so that each byte counts once."),
          new Note(
              "SERVER-MAX-CPU-USAGE, SERVER-MAX-MEMORY-USAGE",
              "the peak of the average over servers, where 100 % is one processor; the max of a"
                  + " single server is under Costs."),
          new Note(
              "SERVER-AVG-*-DELTA-SUM",
              "sums, not averages, over all server hosts, each counted once."),
          new Note(
              "SERVER-AVG-DISK-SPACE-USAGE",
              "the average over servers after they stopped, if known for all of them."));

  private RowNotes() {}

  /** Returns the remarks on the rows of the summary, in their order. */
  public static List<Note> summary(List<ComparedRun> runs) {
    List<Note> notes = new ArrayList<>(SUMMARY);
    String composites =
        runs.stream()
            .map(run -> run.measured().composites())
            .filter(names -> !names.isEmpty())
            .distinct()
            .collect(Collectors.joining(", "));
    if (!composites.isEmpty()) {
      notes.add(
          new Note(
              "*-THROUGHPUT, *LATENCY*, costs",
              "of " + composites + ", one for each request; their parts are under Operations."));
    }
    String sampled =
        runs.stream()
            .filter(run -> !Double.isNaN(run.hosts().hostsSampled()))
            .map(
                run ->
                    Quantities.fixed(run.hosts().hostsSampled() * 100, 1) + " % of " + run.label())
            .collect(Collectors.joining(", "));
    if (!sampled.isEmpty()) {
      notes.add(
          new Note(
              "*-NETWORK-*, SERVER-AVG-*-DELTA-SUM",
              "sums over the sampled part of the run, not extrapolated: " + sampled + "."));
    }
    return List.copyOf(notes);
  }
}
