package io.kvbench.reports.spikes;

import io.kvbench.reports.spikes.Source.Occurrence;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.statistics.Coincidences;
import io.kvbench.results.statistics.Coincidences.Span;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The spikes of a run, and the events that coincided with them. Coincidence is no proof: a reported
 * cause comes with spikes more often than chance explains, or stops requests by itself.
 *
 * @param origin where seconds are counted from: the start of the first measured phase
 * @param seconds how many seconds were searched for spikes
 * @param counts how often each possible cause was there, with a spike and without, from the most
 *     specific one
 */
public record Spikes(Instant origin, long seconds, List<Explained> spikes, List<Count> counts) {
  /** The probability of reporting any cause in a run without related events. */
  static final double FALSE_ALARMS = 0.01;

  public Spikes {
    spikes = List.copyOf(spikes);
    counts = List.copyOf(counts);
  }

  /**
   * A spike and the events that coincided with it.
   *
   * @param causes the events that it is attributed to
   * @param others other coincident events, whose kind is no more frequent at spikes than by chance
   */
  public record Explained(Spike spike, List<Coincident> causes, List<Coincident> others) {
    public Explained {
      causes = List.copyOf(causes);
      others = List.copyOf(others);
    }
  }

  /** An event that coincided with a spike, such as {@code node-1: saved a snapshot}. */
  public record Coincident(Cause cause, String text) {}

  /** The interpretation of the counts of a possible cause. */
  public enum Finding {
    /** It stops requests by itself: every coincidence counts. */
    DIRECT,
    /** It comes with spikes more often than chance explains. */
    ATTRIBUTED,
    /** Even if it always came with a spike, that could be chance: it was there too seldom. */
    TOO_FEW,
    /** It comes with spikes no more often than chance explains. */
    CHANCE
  }

  /** The occurrences of a possible cause, outside of spikes that a direct cause explains. */
  public record Count(Cause cause, Coincidences seen, Finding finding) {}

  /**
   * Returns the spikes of a run that was read with {@link IntervalTrack#READING}; empty where no
   * measured phase is long enough to estimate its noise.
   */
  public static Optional<Spikes> of(StoredRun run) {
    List<PhaseResult> phases = PhaseResult.measured(run.result().phases());
    if (phases.isEmpty() || run.intervals().isEmpty()) {
      return Optional.empty();
    }
    Instant origin = phases.getFirst().span().startedAt();
    PhaseResult last = phases.getLast();
    double end = SpikeFinder.since(origin, last.span().startedAt()) + last.window().nanos() / 1e9;
    SpikeFinder.Found found = SpikeFinder.in(run, phases, origin);
    if (found.seconds() == 0 || end <= 0) {
      return Optional.empty();
    }
    Span observed = new Span(0, end);
    List<Source> sources = new ArrayList<>(EventSources.of(run, origin, observed));
    sources.addAll(HostSources.of(run, origin, observed));
    return Optional.of(of(origin, found.seconds(), found.spikes(), sources));
  }

  /** Attributes spikes to sources, of which a cause may have several. */
  static Spikes of(Instant origin, long seconds, List<Spike> spikes, List<Source> sources) {
    List<Spike> explained =
        spikes.stream()
            .filter(
                spike ->
                    sources.stream()
                        .anyMatch(
                            source -> source.cause().isDirect() && !at(source, spike).isEmpty()))
            .toList();
    List<Source> ordered = sources.stream().sorted(Comparator.comparing(Source::cause)).toList();
    List<Coincidences> seen =
        ordered.stream().map(source -> count(source, spikes, explained)).toList();
    List<Finding> findings = findings(ordered, seen);
    List<Count> counts = new ArrayList<>();
    for (int index = 0; index < ordered.size(); index++) {
      counts.add(new Count(ordered.get(index).cause(), seen.get(index), findings.get(index)));
    }
    return new Spikes(
        origin,
        seconds,
        spikes.stream()
            .map(spike -> explain(spike, explained.contains(spike), ordered, findings))
            .toList(),
        counts);
  }

  private static Coincidences count(Source source, List<Spike> all, List<Spike> explained) {
    Quiet rest = Quiet.of(source.observed(), source.cause().isDirect() ? List.of() : explained);
    return Coincidences.of(
        rest.time(),
        source.occurrences().stream()
            .flatMap(occurrence -> rest.of(occurrence.time()).stream())
            .toList(),
        all.stream()
            .filter(spike -> source.cause().isDirect() || !explained.contains(spike))
            .flatMap(spike -> rest.of(spike.onset()).stream())
            .toList());
  }

  private static List<Finding> findings(List<Source> sources, List<Coincidences> seen) {
    List<Coincidences> tested = new ArrayList<>();
    for (int index = 0; index < sources.size(); index++) {
      if (!sources.get(index).cause().isDirect()) {
        tested.add(seen.get(index));
      }
    }
    List<Boolean> more = Coincidences.moreThanChance(tested, FALSE_ALARMS);
    List<Finding> findings = new ArrayList<>();
    int next = 0;
    for (int index = 0; index < sources.size(); index++) {
      if (sources.get(index).cause().isDirect()) {
        findings.add(Finding.DIRECT);
      } else {
        boolean attributed = more.get(next++);
        boolean few = seen.get(index).leastChance() > FALSE_ALARMS / tested.size();
        findings.add(attributed ? Finding.ATTRIBUTED : few ? Finding.TOO_FEW : Finding.CHANCE);
      }
    }
    return findings;
  }

  private static Explained explain(
      Spike spike, boolean direct, List<Source> sources, List<Finding> findings) {
    List<Coincident> causes = new ArrayList<>();
    List<Coincident> others = new ArrayList<>();
    for (int index = 0; index < sources.size(); index++) {
      Source source = sources.get(index);
      Finding finding = findings.get(index);
      // Events that accompany a stopped server may be its consequences.
      boolean told = finding == Finding.DIRECT || (finding == Finding.ATTRIBUTED && !direct);
      at(source, spike)
          .forEach(
              occurrence ->
                  (told ? causes : others).add(new Coincident(source.cause(), occurrence.text())));
    }
    return new Explained(spike, causes, others);
  }

  private static List<Occurrence> at(Source source, Spike spike) {
    return source.occurrences().stream()
        .filter(occurrence -> occurrence.time().overlaps(spike.onset()))
        .toList();
  }
}
