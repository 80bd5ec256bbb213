package io.kvbench.runner.run.hosts;

import io.kvbench.host.clock.ClockOffset;
import io.kvbench.results.directory.HostSampleLines;
import io.kvbench.results.format.HostsResult.ClockResult;
import io.kvbench.results.host.SamplingHeader;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The samples of a {@link SampleRelay}, where they arrive. For any thread. */
public final class RelayedSamples implements HostSource {
  private final String name;
  private final Duration every;
  private final SampleTimeline timeline;
  private @Nullable Reader reader;
  private Optional<ClockOffset> offset = Optional.empty();

  /**
   * Expects samples.
   *
   * @param name what the machine, and the process on it, go by in the samples
   */
  public RelayedSamples(String name, Duration every) {
    this.name = name;
    this.every = every;
    timeline = new SampleTimeline(name, true);
  }

  /**
   * Takes a line.
   *
   * @param aheadNanos how far the other machine's clock is ahead of this one's
   * @param errorNanos how far that may be wrong
   * @throws IOException if it is none
   */
  public synchronized void take(String line, long aheadNanos, long errorNanos) throws IOException {
    Reader told = reader;
    if (told == null) {
      return;
    }
    HostSampleLines lines = HostSampleLines.of(new StringReader(line));
    if (offset.isEmpty()) {
      ClockOffset measured = new ClockOffset(aheadNanos, errorNanos);
      offset = Optional.of(measured);
      SamplingHeader header = lines.header();
      if (header.targets().size() != 1) {
        throw new IOException("samples of other processes than the agent's");
      }
      timeline.begin(header, measured);
      told.begun(header);
    } else {
      lines.next().map(timeline::place).ifPresent(told::sample);
    }
  }

  /** Says that there are no more. */
  public synchronized void lost(String why) {
    Reader told = reader;
    if (told != null) {
      told.lost("The sidecar of " + name + ": " + why);
    }
  }

  @Override
  public String host() {
    return name;
  }

  @Override
  public String kind() {
    return "sidecar";
  }

  @Override
  public Duration every() {
    return every;
  }

  @Override
  public synchronized Optional<ClockResult> clock() {
    return offset.map(measured -> SampleTimeline.clock(measured, Optional.empty()));
  }

  @Override
  public boolean isStarting() {
    return true;
  }

  @Override
  public synchronized void begin(Reader told) {
    reader = told;
  }

  @Override
  public synchronized void end() {
    reader = null;
  }
}
