package io.kvbench.runner.run.hosts;

import io.kvbench.results.format.HostsResult.SamplerResult;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.SamplingHeader;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A source of samples, and its progress. Guarded by its summary. */
final class Sampler {
  private final HostSource source;
  private final Duration every;
  private Optional<SamplingHeader> header = Optional.empty();
  private @Nullable HostSample last;
  private long samples;
  private Optional<String> problem = Optional.empty();

  Sampler(HostSource source) {
    this.source = source;
    every = source.every();
  }

  String host() {
    return source.host();
  }

  void begun(SamplingHeader told) {
    header = Optional.of(told);
  }

  void lost(String why) {
    problem = Optional.of(why);
  }

  /** Takes a sample and returns the one before it. */
  @Nullable HostSample next(HostSample sample) {
    HostSample before = last;
    last = sample;
    samples++;
    return before;
  }

  /** Returns whether two samples are consecutive, and not much closer than planned. */
  boolean adjacent(HostSample from, HostSample to) {
    return to.number() == from.number() + 1 && nanos(from, to) >= every.toNanos() / 2;
  }

  static long nanos(HostSample from, HostSample to) {
    return to.sinceStartNanos() - from.sinceStartNanos();
  }

  /** Returns how many samples are missing before this one that were due in a span. */
  long missedBefore(@Nullable HostSample from, HostSample to, Instant begin, Instant end) {
    long count = 0;
    long first = from == null ? to.number() : from.number() + 1;
    for (long number = first; number < to.number(); number++) {
      Instant due = to.at().minus(every.multipliedBy(to.number() - number));
      count += due.isBefore(begin) || due.isAfter(end) ? 0 : 1;
    }
    return count;
  }

  /** Returns how many have not come since the last, as one may still be on its way. */
  long missing(Instant begin, Instant end) {
    HostSample before = last;
    Instant from = before == null || before.at().isBefore(begin) ? begin : before.at();
    long due = Math.max(0, Duration.between(from, end).toNanos() / every.toNanos());
    return problem.isPresent() ? due : Math.max(0, due - 1);
  }

  /** Returns whether a figure from then is as good as from now. */
  boolean isRecent(Instant then, Instant now) {
    return Duration.between(then, now).abs().compareTo(every.multipliedBy(3).dividedBy(2)) < 0;
  }

  SamplerResult result() {
    HostSample latest = last;
    long cpuNanos = latest == null ? 0 : latest.sidecarCpuNanos();
    return new SamplerResult(
        source.host(),
        source.kind(),
        header.map(SamplingHeader::host),
        header.map(SamplingHeader::operatingSystem),
        every.toMillis(),
        samples,
        cpuNanos > 0 ? OptionalLong.of(cpuNanos) : OptionalLong.empty(),
        problem,
        source.clock());
  }
}
