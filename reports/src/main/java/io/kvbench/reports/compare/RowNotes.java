package io.kvbench.reports.compare;

import io.kvbench.reports.table.Quantities;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** What rows of the summary are, where their old names say something else or too little. */
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
              "requests that came to an end, however they ended; not the number that was asked"
                  + " for."),
          new Note(
              "*-THROUGHPUT",
              "operations answered OK per second; MAX and MIN are the best and the worst full"
                  + " second."),
          new Note(
              "*LATENCY*",
              "response times, from when a request was to be sent, of operations answered OK only:"
                  + " see the client time below for how much of it they are. SLOWEST is the slowest"
                  + " that was OK."),
          new Note(
              "*-NETWORK-*",
              "all interfaces of the hosts, each host once. Servers on one machine share it, with"
                  + " kvbench on it too, and talk over its loopback: then the figures hold all of"
                  + " that. Under the costs, network is what all hosts of the run sent, that of"
                  + " kvbench too, so that each byte counts once."),
          new Note(
              "SERVER-MAX-CPU-USAGE, SERVER-MAX-MEMORY-USAGE",
              "the average over servers at the moment when it was highest, 100 % being one"
                  + " processor; the most of a single server is under the costs."),
          new Note(
              "SERVER-AVG-*-DELTA-SUM",
              "no averages, but sums over all hosts of servers, each once."),
          new Note(
              "SERVER-AVG-DISK-SPACE-USAGE",
              "the average over servers after they were stopped; where all of them are known."));

  private RowNotes() {}

  /** Returns the remarks on the rows of the summary, in their order. */
  public static List<Note> summary(List<ComparedRun> runs) {
    List<Note> notes = new ArrayList<>(SUMMARY);
    String sampled =
        runs.stream().flatMap(run -> sampled(run).stream()).collect(Collectors.joining(", "));
    if (!sampled.isEmpty()) {
      notes.add(
          new Note(
              "*-NETWORK-*, SERVER-AVG-*-DELTA-SUM",
              "sums over the part of the run in which hosts were sampled, with nothing added for"
                  + " the rest: "
                  + sampled
                  + "."));
    }
    return List.copyOf(notes);
  }

  private static Optional<String> sampled(ComparedRun run) {
    OptionalDouble share = run.hosts().hostsSampled();
    return share.isPresent()
        ? Optional.of(Quantities.fixed(share.getAsDouble() * 100, 1) + " % of " + run.label())
        : Optional.empty();
  }
}
