package io.kvbench.runner.run.hosts;

import io.kvbench.host.clock.ClockOffset;
import io.kvbench.results.format.HostsResult.ClockResult;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.ProcessFigures;
import io.kvbench.results.host.SamplingHeader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A conversion of another host's samples to this machine's clock and names. A restarted sidecar
 * numbers from 0 and has lost its counters: its samples follow the earlier ones with a gap, and its
 * processes count as new ones, so that no differences are taken across the restart.
 */
final class SampleTimeline {
  private final String name;
  private final boolean isPrefix;
  private @Nullable SamplingHeader header;
  private @Nullable HostSample last;
  private ClockOffset offset = new ClockOffset(0, 0);
  private boolean anew;
  private long numbers;
  private long nanos;
  private long incarnations;
  private long newest;

  /**
   * Follows no sidecar yet.
   *
   * @param isPrefix whether processes go by the host's name too, and not by their own alone
   */
  SampleTimeline(String name, boolean isPrefix) {
    this.name = name;
    this.isPrefix = isPrefix;
  }

  /** Says whose samples come next. */
  void begin(SamplingHeader next, ClockOffset ahead) {
    SamplingHeader before = header;
    anew = before != null && !before.startedAt().equals(next.startedAt());
    header = next;
    offset = ahead;
  }

  /**
   * Returns how far the host's clock was ahead.
   *
   * @param end the same at the end of the run
   */
  static ClockResult clock(ClockOffset begin, Optional<ClockOffset> end) {
    return new ClockResult(
        begin.aheadNanos(),
        begin.errorNanos(),
        end.map(each -> OptionalLong.of(each.aheadNanos())).orElseGet(OptionalLong::empty),
        end.map(each -> OptionalLong.of(each.errorNanos())).orElseGet(OptionalLong::empty));
  }

  /** Returns the names that a sidecar's processes go by here. */
  List<String> names(SamplingHeader of) {
    return of.targets().stream().map(target -> named(of, target)).toList();
  }

  /** Returns a sample as it belongs here. */
  HostSample place(HostSample sample) {
    Instant at = offset.here(sample.at());
    HostSample before = last;
    if (anew && before != null) {
      follow(before, sample, at);
    }
    anew = false;
    HostSample placed =
        sample.placed(
            sample.number() + numbers,
            at,
            sample.sinceStartNanos() + nanos,
            sample.processes().stream().map(this::placed).toList());
    last = placed;
    return placed;
  }

  private void follow(HostSample before, HostSample first, Instant at) {
    long between = Math.max(0, Duration.between(before.at(), at).toNanos());
    long periods = between / Duration.ofMillis(Math.max(1, everyMillis())).toNanos();
    numbers = before.number() + Math.max(2, periods) - first.number();
    nanos = before.sinceStartNanos() + between - first.sinceStartNanos();
    incarnations = newest + 1;
  }

  private long everyMillis() {
    return Optional.ofNullable(header).map(SamplingHeader::everyMillis).orElse(1L);
  }

  private String named(@Nullable SamplingHeader of, String target) {
    if (!isPrefix) {
      return target;
    }
    return of == null || of.targets().size() == 1 ? name : name + "-" + target;
  }

  private ProcessFigures placed(ProcessFigures process) {
    long incarnation = process.incarnation() + incarnations;
    newest = Math.max(newest, incarnation);
    return process.renamed(named(header, process.target()), incarnation);
  }
}
