package io.kvbench.runner.run.hosts;

import io.kvbench.core.plan.ClientStep;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.HostsResult.Span;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.HostSample.DirectoryFigures;
import io.kvbench.results.host.ProcessFigures;
import io.kvbench.results.host.SamplingHeader;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A summary of samples by phase; memory grows with phases and servers, not with time. A sample
 * belongs to the phase that its time is in; the growth between two samples, to the phase that both
 * are in. For several threads.
 */
final class HostSummary {
  /** A phase; it is open until its end is set. */
  private static final class Phase {
    private final PhaseName name;
    private final Optional<ClientStep> step;
    private final Instant begin;
    private Optional<Instant> end = Optional.empty();
    private final SpanFold fold = new SpanFold();

    Phase(PhaseName name, Optional<ClientStep> step, Instant begin) {
      this.name = name;
      this.step = step;
      this.begin = begin;
    }

    boolean has(Instant time) {
      return !time.isBefore(begin) && !time.isAfter(end(time));
    }

    Instant end(Instant ifOpen) {
      return end.orElse(ifOpen);
    }

    long wallNanos(Instant now) {
      return Math.max(0, Duration.between(begin, end(now)).toNanos());
    }
  }

  private final List<Sampler> samplers = new ArrayList<>();
  private final List<Phase> phases = new ArrayList<>();
  private final SpanFold overall = new SpanFold();
  private final Map<String, String> expected = new TreeMap<>();

  /** Registers a source of samples. */
  synchronized Sampler sampler(HostSource source) {
    Sampler sampler = new Sampler(source);
    samplers.add(sampler);
    return sampler;
  }

  /** Adds an expected server, so that it is reported even without samples. */
  synchronized void expect(String server, String host) {
    expected.put(server, host);
  }

  /** Returns when a moment is that is not long ago, in words after a verb. */
  synchronized String when(Instant moment) {
    String time = "at " + moment.truncatedTo(ChronoUnit.SECONDS);
    if (phases.isEmpty() || !phases.getLast().has(moment)) {
      return time + (phases.isEmpty() ? ", before the first phase" : ", between phases");
    }
    Phase phase = phases.getLast();
    double seconds = Duration.between(phase.begin, moment).toMillis() / 1e3;
    return time + String.format(Locale.ROOT, ", %.1f s into the %s phase", seconds, phase.name);
  }

  synchronized void begun(Sampler sampler, SamplingHeader header) {
    sampler.begun(header);
  }

  synchronized void lost(Sampler sampler, String why) {
    sampler.lost(why);
  }

  synchronized void phaseBegan(PhaseName name, Optional<ClientStep> step, Instant now) {
    phases.add(new Phase(name, step, now));
  }

  synchronized void phaseEnded(Instant now) {
    phases.getLast().end = Optional.of(now);
  }

  /** Adds a sample; those of one sampler come in order. */
  synchronized void add(
      Sampler sampler,
      HostSample sample,
      Function<ProcessFigures, Optional<DirectoryFigures>> directory) {
    HostSample before = sampler.next(sample);
    for (Phase phase : phases) {
      addMissed(sampler, before, sample, phase);
      if (phase.has(sample.at())) {
        HostSample earlier = before != null && phase.has(before.at()) ? before : null;
        phase.fold.add(sampler, earlier, sample, directory);
        overall.add(sampler, earlier, sample, directory);
      }
    }
  }

  private void addMissed(
      Sampler sampler, @Nullable HostSample before, HostSample sample, Phase phase) {
    long missed = sampler.missedBefore(before, sample, phase.begin, phase.end(sample.at()));
    phase.fold.missed(sampler, missed);
    overall.missed(sampler, missed);
  }

  /** Returns the figures so far; empty if there is no sampling. */
  synchronized Optional<HostsResult> result(Instant now) {
    if (samplers.isEmpty()) {
      return Optional.empty();
    }
    List<Span> spans = new ArrayList<>();
    if (!phases.isEmpty()) {
      spans.add(
          span(
              Optional.empty(),
              Optional.empty(),
              phases.getFirst().begin,
              phases.stream().mapToLong(phase -> phase.wallNanos(now)).sum(),
              overall,
              sampler -> phases.stream().mapToLong(phase -> missing(sampler, phase, now)).sum()));
    }
    for (Phase phase : phases) {
      spans.add(
          span(
              Optional.of(phase.name),
              phase.step,
              phase.begin,
              phase.wallNanos(now),
              phase.fold,
              sampler -> missing(sampler, phase, now)));
    }
    return Optional.of(new HostsResult(samplers.stream().map(Sampler::result).toList(), spans));
  }

  private static long missing(Sampler sampler, Phase phase, Instant now) {
    return sampler.missing(phase.begin, phase.end(now));
  }

  private Span span(
      Optional<PhaseName> name,
      Optional<ClientStep> step,
      Instant begin,
      long wallNanos,
      SpanFold fold,
      ToLongFunction<Sampler> missing) {
    return new Span(
        name,
        step,
        begin,
        wallNanos,
        fold.nodes(expected),
        fold.client(),
        fold.overNodes(expected),
        fold.hosts(samplers, missing),
        fold.agents(expected));
  }
}
