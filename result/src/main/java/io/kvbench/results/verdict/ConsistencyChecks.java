package io.kvbench.results.verdict;

import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.ConsistencyResult;
import io.kvbench.results.format.ConsistencyResult.BrokenPromise;
import io.kvbench.results.format.ConsistencyResult.ReadMode;
import io.kvbench.results.format.ConsistencyResult.StalenessBucket;
import java.util.ArrayList;
import java.util.List;

/**
 * The check that answers keep what the system promises: a broken promise makes a run INVALID, and
 * what could not be checked makes it SUSPECT. Each run has one finding of this check.
 */
final class ConsistencyChecks {
  private static final String LIMIT = "answers that keep what the system promises";

  /** With less, most lost or stale values would have gone unnoticed. */
  private static final double LOW_COVERAGE = 0.5;

  private ConsistencyChecks() {}

  static void check(ConsistencyResult found, Findings findings) {
    List<String> doubts = doubts(found);
    if (!found.violations().isEmpty()) {
      List<String> texts = new ArrayList<>(List.of(broken(found)));
      texts.addAll(doubts);
      findings.invalid("consistency", String.join("; ", texts), LIMIT);
    } else if (!doubts.isEmpty()) {
      findings.suspect("consistency", String.join("; ", doubts), "all answers checked");
    } else {
      List<String> notes = notes(found);
      if (!notes.isEmpty()) {
        findings.note("consistency", String.join("; ", notes), LIMIT);
      }
    }
  }

  private static String broken(ConsistencyResult found) {
    BrokenPromise worst = found.violations().getFirst();
    long others = found.violations().size() - 1L;
    return "%s: %s%s%s"
        .formatted(
            worst.description(),
            Quantities.count(worst.operations(), "operation"),
            example(worst),
            others == 0 ? "" : "; " + Quantities.count(others, "more kind") + " of violations");
  }

  private static String example(BrokenPromise broken) {
    String age = broken.ageNanos() == 0 ? "" : ", by " + Quantities.duration(broken.ageNanos());
    return broken.example().isEmpty()
        ? ""
        : ", such as record %d seen by %s%s"
            .formatted(broken.key(), "client " + broken.example().getLast().client(), age);
  }

  private static List<String> doubts(ConsistencyResult found) {
    List<String> doubts = new ArrayList<>();
    found.problem().ifPresent(doubts::add);
    if (found.dropped() > 0) {
      doubts.add(Quantities.count(found.dropped(), "operation") + " not recorded");
    } else if (found.dropped() < 0 && found.problem().isEmpty()) {
      doubts.add("the record of operations is cut off");
    }
    if (found.hasManyUndecided()) {
      doubts.add(undecided(found));
    }
    return doubts;
  }

  private static String undecided(ConsistencyResult found) {
    return Quantities.count(found.undecided(), "operation") + " may or may not break a promise";
  }

  private static List<String> notes(ConsistencyResult found) {
    List<String> notes = new ArrayList<>();
    if (found.undecided() > 0) {
      notes.add(undecided(found));
    }
    for (BrokenPromise note : found.leaseNotes()) {
      notes.add(
          "%s around elections or faults, which the lease allows, by up to %s"
              .formatted(
                  Quantities.count(note.operations(), "stale read"),
                  Quantities.duration(note.ageNanos())));
    }
    for (ReadMode mode : found.readModes()) {
      long stale = mode.staleness().reads();
      if (stale > 0 && !mode.promised().isStrong()) {
        notes.add(stale(mode, stale));
      }
    }
    if (found.coverage() < LOW_COVERAGE) {
      notes.add(
          "only %s of the acknowledged writes were ever observed"
              .formatted(Quantities.percent(found.observedWrites(), found.acknowledgedWrites())));
    }
    return notes;
  }

  private static String stale(ReadMode mode, long stale) {
    long longest =
        mode.staleness().nanos().stream().mapToLong(StalenessBucket::upTo).max().orElse(0);
    return "%s of %s were stale, by up to %s; promised is: %s"
        .formatted(
            Quantities.count(stale),
            Quantities.count(mode.reads(), mode.mode() + " read"),
            Quantities.duration(longest),
            mode.promised().title());
  }
}
