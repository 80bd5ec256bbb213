package io.kvbench.reports.spikes;

import io.kvbench.results.statistics.Coincidences.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The observed time without the spikes that are already explained, concatenated: events in those
 * spikes say nothing about other causes.
 *
 * @param time from 0 on
 */
record Quiet(Span time, List<Span> parts) {

  /** Cuts spikes out, from where their cause may have begun to their end. */
  static Quiet of(Span observed, List<Spike> spikes) {
    List<Span> parts = new ArrayList<>();
    double from = observed.from();
    for (Spike spike :
        spikes.stream().sorted(Comparator.comparingDouble(each -> each.onset().from())).toList()) {
      double to = Math.min(spike.onset().from(), observed.to());
      if (from < to) {
        parts.add(new Span(from, to));
      }
      from = Math.max(from, spike.time().to());
    }
    if (from < observed.to()) {
      parts.add(new Span(from, observed.to()));
    }
    double seconds = parts.stream().mapToDouble(part -> part.to() - part.from()).sum();
    // The length must be positive: without quiet time, no event is in it.
    return new Quiet(new Span(0, Math.max(seconds, Double.MIN_NORMAL)), List.copyOf(parts));
  }

  /** Returns where a time is in it: of one that a cut divides, the first part. */
  Optional<Span> of(Span other) {
    double before = 0;
    for (Span part : parts) {
      if (part.overlaps(other)) {
        double from = before + Math.max(other.from(), part.from()) - part.from();
        double to = before + Math.min(other.to(), part.to()) - part.from();
        return Optional.of(new Span(from, to));
      }
      before += part.to() - part.from();
    }
    return Optional.empty();
  }
}
