package io.kvbench.results.verdict;

import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.measure.DeliveryCounts;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.PhaseResult;

/** The checks that locks had one owner at a time, and that leases lasted for their time to live. */
final class CoordinationChecks {
  private static final double NANOS_PER_MILLI = 1e6;

  private CoordinationChecks() {}

  static void check(PhaseResult phase, CoordinationCounts counts, Findings findings) {
    if (counts.breaksExclusion()) {
      findings.invalid(
          phase,
          "mutual exclusion",
          "%s at the same time, %s by a former owner acknowledged, %s out of order; first: %s"
              .formatted(
                  Quantities.count(counts.overlaps(), "second owner"),
                  Quantities.count(counts.staleWrites(), "fenced write"),
                  Quantities.count(counts.tokensOutOfOrder(), "fencing token"),
                  counts.first().orElse("unknown")),
          "one owner at a time");
    }
    if (counts.earlyExpiries() > 0) {
      findings.invalid(
          phase,
          "early expiry",
          "%s ended before the time to live was over, by up to %.1f ms"
              .formatted(
                  Quantities.count(counts.earlyExpiries(), "lease"),
                  counts.earliestNanos() / NANOS_PER_MILLI),
          "no lease ends early");
    }
    counts.deliveries().ifPresent(deliveries -> check(phase, deliveries, findings));
    if (counts.expiredOverlaps() > 0) {
      findings.suspect(
          phase,
          "expired owners",
          "%s acquired by another client while the owner went on, after half of its lease's time to live"
              .formatted(Quantities.count(counts.expiredOverlaps(), "lock")),
          "owners release their locks before their leases can expire");
    }
    if (counts.pausedOverlaps() > 0) {
      findings.note(
          phase,
          "paused owners",
          "%s acquired by another client while the paused owner went on; writes that are not fenced"
                  .formatted(Quantities.count(counts.pausedOverlaps(), "lock"))
              + " overlap then",
          "fenced writes");
    }
  }

  /** A watcher that lost its connection may miss writes, by the rules of some systems. */
  private static void check(PhaseResult phase, DeliveryCounts counts, Findings findings) {
    String faults =
        "%d of %d deliveries lost, %d duplicated, %d out of order"
            .formatted(counts.lost(), counts.expected(), counts.duplicated(), counts.reordered());
    boolean interrupted = counts.failures() > 0 || counts.interruptions() > 0;
    if (interrupted) {
      findings.suspect(
          phase,
          "watchers interrupted",
          "watchers lost their connection %d times and ended with an error %d times; %s"
              .formatted(counts.interruptions(), counts.failures(), faults),
          "watchers stay open");
    }
    if (counts.faultsOfStore() > 0) {
      String share =
          interrupted
              ? ", %d of them at watchers that were never interrupted"
                  .formatted(counts.faultsOfStore())
              : "";
      findings.invalid(
          phase,
          "watch delivery",
          faults + share + "; first: " + counts.first().orElse("unknown"),
          "each write once and in order");
    }
  }
}
