package io.kvbench.runner.run.hosts;

import static io.kvbench.runner.run.hosts.Samples.at;
import static io.kvbench.runner.run.hosts.Samples.process;
import static io.kvbench.runner.run.hosts.Samples.sample;
import static io.kvbench.runner.run.hosts.Samples.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.plan.ClientStep;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.HostUse;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.HostsResult.Span;
import io.kvbench.results.format.NodesUse.CountOverNodes;
import io.kvbench.results.format.NodesUse.PercentOverNodes;
import io.kvbench.results.format.ProcessUse;
import io.kvbench.results.host.HostSample;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HostSummaryTest {
  private static final long SECOND = 1_000_000_000L;

  /** A source with prepared samples. */
  private record Told(String host) implements HostSource {
    @Override
    public String kind() {
      return "sidecar";
    }

    @Override
    public Duration every() {
      return Duration.ofSeconds(1);
    }

    @Override
    public void begin(Reader reader) {}

    @Override
    public void end() {}
  }

  private final HostSummary summary = new HostSummary();
  private final Sampler local = summary.sampler(new Told("local"));

  private void add(Sampler sampler, HostSample sample) {
    summary.add(
        sampler,
        sample,
        process ->
            sample.directories().stream()
                .filter(each -> each.path().equals(process.target()))
                .findFirst());
  }

  private void phase(PhaseName name, long from, long to) {
    summary.phaseBegan(name, Optional.empty(), at(from));
    summary.phaseEnded(at(to));
  }

  private HostsResult result(long now) {
    return summary.result(at(now)).orElseThrow();
  }

  private static Span named(HostsResult result, PhaseName name) {
    return result.spans().stream()
        .filter(span -> span.phase().equals(Optional.of(name)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void sumsWhatGrewInAPhaseAndNothingElse() {
    phase(PhaseName.RUN, 3, 8);
    LongStream.rangeClosed(0, 10)
        .forEach(n -> add(local, sample(n, process("etcd", 0, n, 500 * n))));

    Span run = named(result(11), PhaseName.RUN);
    ProcessUse node = run.nodes().getFirst();
    assertThat(run.wallNanos()).isEqualTo(5 * SECOND);
    assertThat(node.samples()).isEqualTo(6);
    assertThat(node.coveredNanos()).isEqualTo(5 * SECOND);
    assertThat(node.cpuMillis()).hasValue(2_500);
    assertThat(node.cpuPercentMean()).hasValue(50);
    assertThat(node.residentBytesMean()).hasValue((211 << 20) / 2);
    assertThat(node.residentBytesMax()).hasValue(108 << 20);
    assertThat(node.threadsMax()).hasValue(20);
    assertThat(node.voluntarySwitches()).hasValue(1_250);
    assertThat(node.involuntarySwitches()).hasValue(10);
    assertThat(node.writtenBytes()).hasValue(5 << 20);
    assertThat(node.readBytes()).as("known to be nothing").hasValue(0);
    assertThat(node.dataBytesLast()).hasValue(8 << 20);
    HostUse host = run.host("local").orElseThrow();
    assertThat(host.coverage().samples()).isEqualTo(6);
    assertThat(host.coverage().samplesMissed()).isZero();
    assertThat(host.hardware().devices()).hasValue("vda");
    assertThat(host.hardware().interfaces()).hasValue("eth0");
    assertThat(host.cpu().cpuMillis()).hasValue(2_500);
    assertThat(host.cpu().stealMillis()).hasValue(35);
    assertThat(host.cpu().loadMean()).hasValue(5.5);
    assertThat(host.cpu().loadMax()).hasValue(8);
    assertThat(host.memory().memoryAvailableBytesMin()).hasValue((6L << 30) - 8);
    assertThat(host.disks().sectorsRead()).hasValue(5 * 24);
    assertThat(host.disks().sectorsWritten()).hasValue(5 * 2_048);
    assertThat(host.network().receivedBytes()).hasValue(10_000);
    assertThat(host.network().sentPackets()).hasValue(50);
    assertThat(host.network().retransmits()).hasValue(5 * 3);
    assertThat(host.sampler().samplerCpuNanos()).hasValue(20_000_000);
    assertThat(host.sampler().samplerCpuPercent()).hasValue(0.4);
    assertThat(run.client()).isEmpty();
  }

  @Test
  void whatComesWithADiskAndAnInterfaceIsCountedFromThenOnAndTakesNothingFromOthers() {
    phase(PhaseName.RUN, 3, 8);
    LongStream.rangeClosed(0, 10)
        .forEach(n -> add(local, n < 5 ? sample(n) : Samples.sampleWithMore(n)));

    HostUse host = named(result(11), PhaseName.RUN).host("local").orElseThrow();
    assertThat(host.hardware().devices()).hasValue("vda+vdb");
    assertThat(host.disks().sectorsWritten()).hasValue((5 + 3) * 2_048);
    assertThat(host.hardware().interfaces()).hasValue("eth0+eth1");
    assertThat(host.network().receivedBytes()).hasValue((5 + 3) * 2_000);
    assertThat(host.network().sentPackets()).hasValue((5 + 3) * 10);
  }

  @Test
  void keepsPhasesApartAndSumsThem() {
    phase(PhaseName.LOAD, 0, 2);
    phase(PhaseName.RUN, 5, 9);
    LongStream.rangeClosed(0, 9)
        .forEach(
            n -> add(local, sample(n, process("etcd", 0, n, n < 3 ? 1_000 * n : 100 * n + 3_000))));

    HostsResult result = result(9);
    assertThat(named(result, PhaseName.LOAD).nodes().getFirst().cpuMillis()).hasValue(2_000);
    assertThat(named(result, PhaseName.RUN).nodes().getFirst().cpuMillis()).hasValue(400);
    Span overall = result.overall().orElseThrow();
    assertThat(overall.wallNanos()).isEqualTo(6 * SECOND);
    assertThat(overall.nodes().getFirst().cpuMillis()).hasValue(2_400);
    assertThat(overall.nodes().getFirst().cpuPercentMax()).hasValue(100);
    assertThat(overall.nodes().getFirst().coveredNanos()).isEqualTo(6 * SECOND);
  }

  @Test
  void tellsStepsApart() {
    summary.phaseBegan(PhaseName.RUN, Optional.of(new ClientStep(1, 2)), at(0));
    summary.phaseEnded(at(2));
    summary.phaseBegan(PhaseName.RUN, Optional.of(new ClientStep(2, 2)), at(2));
    LongStream.rangeClosed(0, 4).forEach(n -> add(local, sample(n, process("etcd", 0, n, n * n))));

    assertThat(result(4).spans())
        .extracting(span -> span.nodes().getFirst().cpuMillis().orElseThrow())
        .containsExactly(16L, 4L, 12L);
  }

  @Test
  void addsServersUpAndSaysWhatTheyReachedTogether() {
    phase(PhaseName.RUN, 0, 9);
    Sampler other = summary.sampler(new Told("elsewhere"));
    long[] one = {0, 900, 1_000, 1_100};
    long[] two = {0, 100, 200, 1_100};
    for (int n = 0; n < 4; n++) {
      add(local, sample(n, process("etcd-1", 0, n, one[n]), process("client", 0, n, 800L * n)));
      add(other, sample(n, process("etcd-2", 0, n, two[n])));
    }

    Span run = named(result(3), PhaseName.RUN);
    assertThat(run.overNodes().orElseThrow().nodes()).isEqualTo(2);
    assertThat(run.overNodes().orElseThrow().cpuMillis())
        .hasValue(new CountOverNodes(2_200, 1_100, 1_100));
    assertThat(run.overNodes().orElseThrow().cpuPercentMax())
        .hasValue(new PercentOverNodes(180, 90, 90));
    assertThat(run.overNodes().orElseThrow().cpuPercentMaxTogether()).hasValue(100);
    assertThat(run.client().orElseThrow().cpuPercentMean()).hasValue(80);
    assertThat(run.hosts()).extracting(HostUse::host).containsExactly("local", "elsewhere");
  }

  @Test
  void leavesOutWhatIsNotKnownAndSumsThatWouldBeOfSomeOnly() {
    phase(PhaseName.RUN, 0, 3);
    LongStream.rangeClosed(0, 3)
        .forEach(n -> add(local, sample(n, process("etcd-1", 0, n, n), unknown("etcd-2"))));

    Span run = named(result(3), PhaseName.RUN);
    ProcessUse silent = run.nodes().get(1);
    assertThat(silent.samples()).isEqualTo(4);
    assertThat(silent.cpuMillis()).isEmpty();
    assertThat(silent.cpuPercentMean()).isEmpty();
    assertThat(silent.residentBytesMax()).isEmpty();
    assertThat(silent.writtenBytes()).isEmpty();
    assertThat(run.overNodes().orElseThrow().cpuMillis()).isEmpty();
    assertThat(run.overNodes().orElseThrow().dataBytesMax()).isPresent();
  }

  @Test
  void tellsOfAServerThatWasAskedForThoughNobodySawItInThePhase() {
    phase(PhaseName.RUN, 0, 3);
    summary.expect("etcd-1", "local");
    summary.expect("etcd-2", "local");
    add(local, sample(0, process("etcd-1", 0, 0, 0)));

    Span run = named(result(3), PhaseName.RUN);
    assertThat(run.nodes()).extracting(ProcessUse::name).containsExactly("etcd-1", "etcd-2");
    assertThat(run.nodes().get(1).samples()).isZero();
    assertThat(run.nodes().get(1).coveredNanos()).isZero();
    assertThat(run.nodes().get(1).writtenBytes()).isEmpty();
  }

  @Test
  void saysWhenAMomentIs() {
    assertThat(summary.when(at(0))).isEqualTo("at 2026-11-21T10:00:00Z, before the first phase");
    phase(PhaseName.RUN, 1, 9);
    assertThat(summary.when(at(3))).isEqualTo("at 2026-11-21T10:00:03Z, 2.0 s into the run phase");
    assertThat(summary.when(at(10))).isEqualTo("at 2026-11-21T10:00:10Z, between phases");
  }

  @Test
  void doesNotTakeANewProcessForTheOldOne() {
    phase(PhaseName.RUN, 0, 9);
    add(local, sample(0, process("etcd", 0, 0, 5_000)));
    add(local, sample(1, process("etcd", 0, 1, 5_100)));
    add(local, sample(2));
    add(local, sample(3, process("etcd", 1, 3, 6_000)));
    add(local, sample(4, process("etcd", 1, 4, 6_300)));

    ProcessUse node = named(result(4), PhaseName.RUN).nodes().getFirst();
    assertThat(node.cpuMillis()).hasValue(400);
    assertThat(node.cpuPercentMean()).hasValue(20);
    assertThat(node.coveredNanos()).isEqualTo(2 * SECOND);
  }

  @Test
  void countsAGapAndTakesNoMaximumFromIt() {
    phase(PhaseName.RUN, 0, 6);
    add(local, sample(0, process("etcd", 0, 0, 0)));
    add(local, sample(1, process("etcd", 0, 1, 100)));
    add(local, sample(5, process("etcd", 0, 5, 4_100)));
    add(local, sample(6, process("etcd", 0, 6, 4_200)));

    Span run = named(result(6), PhaseName.RUN);
    assertThat(run.host("local").orElseThrow().coverage().samplesMissed()).isEqualTo(3);
    assertThat(run.nodes().getFirst().cpuMillis()).hasValue(4_200);
    assertThat(run.nodes().getFirst().cpuPercentMean()).hasValue(70);
    assertThat(run.nodes().getFirst().cpuPercentMax()).hasValue(10);
  }

  @Test
  void countsWhatALostSidecarDidNotSee() {
    phase(PhaseName.LOAD, 0, 4);
    phase(PhaseName.RUN, 4, 14);
    LongStream.rangeClosed(0, 2).forEach(n -> add(local, sample(n, process("etcd", 0, n, n))));
    summary.lost(local, "It was lost.");

    HostsResult result = result(20);
    assertThat(result.samplers().getFirst().problem()).hasValue("It was lost.");
    assertThat(named(result, PhaseName.LOAD).host("local").orElseThrow().coverage().samplesMissed())
        .isEqualTo(2);
    HostUse run = named(result, PhaseName.RUN).host("local").orElseThrow();
    assertThat(run.coverage().samples()).isZero();
    assertThat(run.coverage().samplesMissed()).isEqualTo(10);
    assertThat(run.cpu().cpuMillis()).isEmpty();
    assertThat(named(result, PhaseName.RUN).nodes()).isEmpty();
  }

  /** The host is busy for 500 ms in every second, of which the sidecar has 4. */
  @Test
  void cpuTimeOfUnsampledProcessesIsOtherLoad() {
    phase(PhaseName.RUN, 0, 10);
    LongStream.rangeClosed(0, 10)
        .forEach(
            n ->
                add(
                    local,
                    sample(n, process("etcd", 0, n, 300 * n), process("client", 0, n, 50 * n))));

    Span run = named(result(11), PhaseName.RUN);
    assertThat(run.host("local").orElseThrow().otherCpuPercent()).hasValue(14.6);
    assertThat(run.otherLoad(false)).hasValue(0.073);
  }

  @Test
  void aProcessThatStartsOrEndsHidesWhatElseWentOnMeanwhile() {
    phase(PhaseName.RUN, 0, 10);
    add(local, sample(0, process("etcd", 0, 0, 0)));
    add(local, sample(1));
    add(local, sample(2, process("etcd", 1, 2, 9)));
    add(local, sample(3, process("etcd", 2, 3, 9)));
    assertThat(named(result(4), PhaseName.RUN).otherLoad(false)).isEmpty();

    add(local, sample(4, process("etcd", 2, 4, 405)));
    assertThat(named(result(5), PhaseName.RUN).otherLoad(false)).hasValue(0.05);
  }

  @Test
  void containersOnThisMachineAreNoOtherLoad() {
    phase(PhaseName.RUN, 0, 10);
    Sampler container = summary.sampler(new Told("etcd-1"));
    LongStream.rangeClosed(0, 10)
        .forEach(
            n -> {
              add(local, sample(n, process("client", 0, n, 96 * n)));
              add(container, sample(n, process("etcd-1", 0, n, 300 * n)));
            });

    Span run = named(result(11), PhaseName.RUN);
    assertThat(run.otherLoad(false)).hasValue(0.2);
    assertThat(run.otherLoad(true)).hasValue(0.05);
  }

  @Test
  void doesNotMissASampleThatIsStillOnItsWay() {
    summary.phaseBegan(PhaseName.RUN, Optional.empty(), at(0));
    add(local, sample(0));
    add(local, sample(1));

    assertThat(
            named(result(2), PhaseName.RUN).host("local").orElseThrow().coverage().samplesMissed())
        .isZero();
    assertThat(
            named(result(6), PhaseName.RUN).host("local").orElseThrow().coverage().samplesMissed())
        .isEqualTo(4);
  }

  @Test
  void hasNothingWhereNobodyLooks() {
    assertThat(new HostSummary().result(at(0))).isEmpty();
    assertThat(result(0).spans()).isEmpty();
  }
}
