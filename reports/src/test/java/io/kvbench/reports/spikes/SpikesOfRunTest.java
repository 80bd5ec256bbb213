package io.kvbench.reports.spikes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.reports.PageFixtures;
import io.kvbench.reports.PhaseFixtures;
import io.kvbench.reports.StoredFixtures;
import io.kvbench.reports.spikes.Spikes.Coincident;
import io.kvbench.reports.spikes.Spikes.Explained;
import io.kvbench.reports.text.TextReport;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.directory.HostTable;
import io.kvbench.results.directory.HostTable.Sample;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.results.directory.StoredInterval;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.format.ServerEvents;
import io.kvbench.results.format.ServerEvents.EventSource;
import io.kvbench.results.host.HostColumns;
import io.kvbench.results.host.HostMetric;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of spikes in result directories. The runs of the fixtures have a second without an answer.
 */
class SpikesOfRunTest {
  private static final int SECONDS = 120;
  private static final int SILENT = 2;

  @TempDir private Path parent;

  @Test
  void secondsThatAreSlowOrSilentAreSpikes() throws Exception {
    Path directory =
        StoredFixtures.writeRates(
            parent, "store", SECONDS, second -> second == 50 || second == 51 ? 30 : 300);

    List<Explained> found = spikes(read(directory)).spikes();

    assertThat(found).hasSize(2);
    Spike silent = found.getFirst().spike();
    assertThat(silent.time().from()).isCloseTo(SILENT, within(0.01));
    assertThat(silent.stalled()).isTrue();
    assertThat(silent.p99Nanos()).isEmpty();
    Spike slow = found.getLast().spike();
    assertThat(slow.time().from()).isCloseTo(50, within(0.01));
    assertThat(slow.time().to()).isCloseTo(52, within(0.01));
    assertThat(slow.p99Nanos().orElseThrow() / 1e9).isCloseTo(10 / 3.0 * 1.1, within(0.4));
    assertThat(SpikesSheet.words(found.getLast())).startsWith("slowest 1 % 3.");
    assertThat(slow.usualNanos() / 1e9).isCloseTo(0.333 * 1.1, within(0.05));
    assertThat(slow.okShare()).isCloseTo(0.1, within(0.02));
    // The operations that ended in the first slow second had been sent seconds before.
    assertThat(slow.onset().from()).isLessThan(48);
    assertThat(slow.onset().to()).isCloseTo(51, within(0.01));
  }

  @Test
  void aPercentileNeedsTenOperationsBeyondIt() throws Exception {
    Path directory =
        StoredFixtures.writeRates(parent, "store", 40, second -> second == 20 ? 1_200 : 20_000);

    assertThat(SpikesSheet.words(spikes(read(directory)).spikes().getLast())).startsWith("p99 ");
  }

  @Test
  void theBeginningOfAPhaseIsItsWarmUp() throws Exception {
    Path directory =
        StoredFixtures.writeRates(parent, "store", SECONDS, second -> second < 5 ? 60 : 300);

    assertThat(spikes(read(directory)).spikes()).isEmpty();
  }

  @Test
  void aPauseOfTheScheduleIsNoSpike() throws Exception {
    StoredRun run = read(StoredFixtures.write(parent, "store", SECONDS, 300));

    assertThat(spikes(offering(run, second -> 300)).spikes()).hasSize(1);
    assertThat(spikes(offering(run, second -> second == SILENT ? 0 : 300)).spikes()).isEmpty();
    // An interval that ends just after the pause has some requests, and their answers come later.
    StoredRun resumed = offering(run, second -> second < SILENT ? 0 : second == SILENT ? 0.3 : 300);
    assertThat(spikes(resumed).spikes()).isEmpty();
  }

  @Test
  void aRiseOfTheScheduledRateCoincides() throws Exception {
    StoredRun run =
        read(
            StoredFixtures.writeRates(
                parent, "store", SECONDS, second -> second == 50 || second == 51 ? 30 : 300));

    Spikes found = spikes(offering(run, second -> second == 50 || second == 51 ? 900 : 300));

    assertThat(found.spikes().getLast().others())
        .containsExactly(new Coincident(Cause.LOAD, "higher load"));
  }

  /** Returns a run with a schedule. */
  private static StoredRun offering(StoredRun run, IntToDoubleFunction perSecond) {
    List<StoredInterval> intervals =
        run.intervals().stream()
            .map(
                interval ->
                    new StoredInterval(
                        interval.index(),
                        interval.phase(),
                        interval.step(),
                        interval.startedAt(),
                        interval.wallNanos(),
                        interval.clients(),
                        OptionalDouble.of(perSecond.applyAsDouble(interval.index())),
                        interval.count(),
                        interval.okCount(),
                        interval.errorCount(),
                        interval.errors(),
                        interval.okByType(),
                        interval.inFlight()))
            .toList();
    return new StoredRun(
        run.directory(), run.result(), run.plan(), intervals, run.hosts(), run.readings());
  }

  @Test
  void aRunThatIsTooShortToTellItsNoiseHasNone() throws Exception {
    assertThat(Spikes.of(read(StoredFixtures.write(parent, "store", 25, 300)))).isEmpty();
  }

  @Test
  void aSnapshotInALogIsThereForItsDuration() throws Exception {
    assertThat(coincident(logged(ServerEventKind.SNAPSHOT, 4_500, 1_200)))
        .containsExactly("node-1: what it was");
    assertThat(coincident(logged(ServerEventKind.SNAPSHOT, 4_500, 200))).isEmpty();
  }

  /** The event has the time of the poll, five seconds after the previous one. */
  @Test
  void anEventFromAMetricMayHaveBeenAnyTimeSinceThePollBefore() throws Exception {
    assertThat(coincident(polled(7_500))).containsExactly("node-1: what it was");
    assertThat(coincident(polled(9_500))).isEmpty();
  }

  @Test
  void consequencesAreNoCauses() throws Exception {
    assertThat(coincident(logged(ServerEventKind.SLOW_APPLY, 3_000, 100))).isEmpty();
  }

  @Test
  void anElectionIsACauseByItself() throws Exception {
    Spikes spikes = spikes(run(logged(ServerEventKind.ELECTION, 3_000, 0)));

    assertThat(spikes.spikes().getFirst().causes())
        .containsExactly(new Coincident(Cause.ELECTION, "node-1: what it was"));
  }

  @Test
  void aProcessThatWasStoppedIsSeenInItsState() throws Exception {
    Explained spike = ofHosts(second -> second == 7 ? "stopped" : "sleeping", second -> 50, 0);

    assertThat(spike.causes()).containsExactly(new Coincident(Cause.STOPPED, "node-1 was stopped"));
  }

  /** Frozen, as by a control group: its state is not reported, but it uses no processor time. */
  @Test
  void aProcessThatDoesNothingIsStopped() throws Exception {
    assertThat(ofHosts(second -> "", second -> second == 8 ? 0 : 50, 0).causes())
        .containsExactly(new Coincident(Cause.STOPPED, "node-1 was stopped"));
    assertThat(ofHosts(second -> "", second -> 0, 0).causes()).isEmpty();
  }

  @Test
  void aRiseOfAFigureOfTheHostCoincides() throws Exception {
    assertThat(ofHosts(second -> "", second -> 50, 2_000).others())
        .containsExactly(new Coincident(Cause.STEAL, "steal of this machine"));
    // 16 processors: that is less than 5 %.
    assertThat(ofHosts(second -> "", second -> 50, 700).others()).isEmpty();
  }

  @Test
  void theReportSaysWhatItFound() throws Exception {
    StoredRun run = read(StoredFixtures.write(parent, "store", SECONDS, 300));

    String report =
        TextReport.of(run.result(), Spikes.of(run), Optional.of(run.directory()), TextStyle.PLAIN);

    assertThat(report)
        .containsSubsequence("Spikes", "usual slowest 1 %", "run 2.0 s", "no cause found");
  }

  private Spikes spikes(StoredRun run) throws Exception {
    return Spikes.of(run).orElseThrow();
  }

  private static StoredRun read(Path directory) {
    return StoredRun.read(directory, SpikesOfRunTest::unexpected, IntervalTrack.READING)
        .orElseThrow();
  }

  private static void unexpected(String problem) {
    throw new AssertionError(problem);
  }

  private List<String> coincident(ServerEvents events) throws Exception {
    return spikes(run(events)).spikes().getFirst().others().stream().map(Coincident::text).toList();
  }

  private StoredRun run(ServerEvents events) throws Exception {
    return read(
        StoredFixtures.write(
            parent, "store", SECONDS, 300, PhaseFixtures.START, run -> run.events(events)));
  }

  private static ServerEvents logged(ServerEventKind kind, long atMillis, long tookMillis) {
    return events(
        kind,
        atMillis,
        tookMillis,
        new EventSource(
            "node-1",
            List.of(EventSource.LOG, EventSource.METRICS),
            Optional.empty(),
            Optional.empty(),
            Optional.of(List.of(kind))));
  }

  private static ServerEvents polled(long atMillis) {
    return events(
        ServerEventKind.GC_PAUSE,
        atMillis,
        20,
        new EventSource(
            "node-1",
            List.of(EventSource.LOG, EventSource.METRICS),
            Optional.empty(),
            Optional.empty(),
            Optional.of(List.of(ServerEventKind.SNAPSHOT))));
  }

  private static ServerEvents events(
      ServerEventKind kind, long atMillis, long tookMillis, EventSource source) {
    return new ServerEvents(
        Map.of(kind, 1L),
        0,
        List.of(
            new ServerEvent(
                PhaseFixtures.START.plusMillis(atMillis),
                "node-1",
                kind,
                "what it was",
                OptionalLong.of(tookMillis * 1_000_000))),
        List.of(source));
  }

  /** The spike of a run in whose second 7 nothing was answered, with other samples. */
  private Explained ofHosts(IntFunction<String> state, IntFunction<Integer> cpu, int steal)
      throws Exception {
    StoredRun run = read(PageFixtures.write(parent, "store", SECONDS, ""));
    List<String> columns =
        List.of(HostColumns.STATE, HostColumns.CPU, HostMetric.STEAL_MILLIS.growthColumn());
    List<Sample> node = new ArrayList<>();
    List<Sample> client = new ArrayList<>();
    for (int second = 0; second < SECONDS; second++) {
      node.add(
          new Sample(
              PhaseFixtures.START.plusSeconds(second),
              List.of(state.apply(second), String.valueOf(cpu.apply(second)), "")));
      client.add(
          new Sample(
              PhaseFixtures.START.plusSeconds(second),
              List.of("sleeping", "20", second == 8 ? String.valueOf(steal) : "0")));
    }
    List<HostTable> hosts =
        List.of(
            new HostTable(HostTable.CLIENT, columns, client),
            new HostTable("node-1", columns, node));
    Spikes spikes =
        spikes(
            new StoredRun(
                run.directory(), run.result(), run.plan(), run.intervals(), hosts, run.readings()));
    assertThat(spikes.spikes()).hasSize(1);
    return spikes.spikes().getFirst();
  }
}
