package io.kvbench.runner.run.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.host.clock.ClockOffset;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.ProcessFigures;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SampleTimelineTest {
  private static final Instant START = RemoteSamples.START;
  private static final ClockOffset HOUR_AHEAD = new ClockOffset(3_600_000_000_000L, 1_000);

  private final SampleTimeline timeline = new SampleTimeline("node1", true);

  @Test
  void samplesAreOnOurClockAndUnderOurName() {
    timeline.begin(RemoteSamples.header(START, "2379"), HOUR_AHEAD);
    HostSample placed = timeline.place(RemoteSamples.sample(7, START, "2379"));

    assertThat(placed.at()).isEqualTo(START.minusSeconds(3_600));
    assertThat(placed.number()).isEqualTo(7);
    assertThat(placed.processes()).extracting(ProcessFigures::target).containsExactly("node1");
  }

  @Test
  void severalProcessesKeepTheirNames() {
    timeline.begin(RemoteSamples.header(START, "a", "b"), HOUR_AHEAD);
    assertThat(timeline.names(RemoteSamples.header(START, "a", "b")))
        .containsExactly("node1-a", "node1-b");
    assertThat(timeline.place(RemoteSamples.sample(0, START, "b")).processes())
        .extracting(ProcessFigures::target)
        .containsExactly("node1-b");
  }

  @Test
  void aConnectionThatWasLostLeavesTheNumbersThatWereMissed() {
    timeline.begin(RemoteSamples.header(START, "a"), HOUR_AHEAD);
    HostSample before = timeline.place(RemoteSamples.sample(3, START.plusSeconds(3), "a"));
    timeline.begin(RemoteSamples.header(START, "a"), new ClockOffset(0, 1_000));
    HostSample after = timeline.place(RemoteSamples.sample(9, START.plusSeconds(9), "a"));

    assertThat(after.number() - before.number()).isEqualTo(6);
    assertThat(incarnation(after)).isEqualTo(incarnation(before));
    assertThat(after.at()).as("by the clock as it is now").isEqualTo(START.plusSeconds(9));
  }

  @Test
  void aSidecarThatWasStartedAnewFollowsWithAGap() {
    timeline.begin(RemoteSamples.header(START, "a"), HOUR_AHEAD);
    HostSample before = timeline.place(RemoteSamples.sample(3, START.plusSeconds(3), "a"));
    timeline.begin(RemoteSamples.header(START.plusSeconds(9), "a"), HOUR_AHEAD);
    HostSample first = timeline.place(RemoteSamples.sample(4, START.plusSeconds(13), "a"));
    HostSample second = timeline.place(RemoteSamples.sample(5, START.plusSeconds(14), "a"));

    assertThat(first.number()).isEqualTo(before.number() + 10);
    assertThat(first.sinceStartNanos() - before.sinceStartNanos()).isEqualTo(10_000_000_000L);
    assertThat(incarnation(first)).isGreaterThan(incarnation(before));
    assertThat(second.number()).isEqualTo(first.number() + 1);
    assertThat(second.sinceStartNanos() - first.sinceStartNanos()).isEqualTo(1_000_000_000L);
    assertThat(incarnation(second)).isEqualTo(incarnation(first));
  }

  @Test
  void thereIsAGapEvenIfItWasQuickerThanAPeriodOrItsClockWentBack() {
    timeline.begin(RemoteSamples.header(START, "a"), HOUR_AHEAD);
    HostSample before = timeline.place(RemoteSamples.sample(3, START.plusSeconds(3), "a"));
    timeline.begin(RemoteSamples.header(START.plusMillis(1), "a"), HOUR_AHEAD);
    HostSample after = timeline.place(RemoteSamples.sample(0, START.minusSeconds(60), "a"));

    assertThat(after.number()).isGreaterThan(before.number() + 1);
    assertThat(after.sinceStartNanos()).isGreaterThanOrEqualTo(before.sinceStartNanos());
  }

  private static long incarnation(HostSample sample) {
    return sample.processes().getFirst().incarnation();
  }
}
