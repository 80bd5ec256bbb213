package io.kvbench.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.reports.HostUseFixtures;
import io.kvbench.reports.ResultFixtures;
import io.kvbench.reports.RunBuilder;
import io.kvbench.reports.SeedFixtures;
import io.kvbench.reports.table.Cell;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.format.HostUse;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.HostsResult.Span;
import io.kvbench.results.format.ProcessUse;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.TimeResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ComparedHostsTest {
  private static final HostsResult ONE_MACHINE =
      HostUseFixtures.of(PhaseName.RUN, Optional.empty());
  private static final Span SPAN = ONE_MACHINE.spans().getLast();

  @Test
  void aMachineThatServersShareCountsOnce() {
    Comparison comparison = comparison(Optional.of(ONE_MACHINE));

    assertThat(bytes(comparison, "SERVER-TOTAL-NETWORK-RX-DATA-SUM"))
        .isEqualTo(SPAN.hosts().getFirst().network().receivedBytes())
        .isEqualTo(bytes(comparison, "CLIENT-TOTAL-NETWORK-RX-SUM"));
    assertThat(bytes(comparison, "SERVER-AVG-SECTORS-WRITTEN-DELTA-SUM"))
        .isEqualTo(SPAN.hosts().getFirst().disks().sectorsWritten());
  }

  @Test
  void theOldMaximumIsOfTheMeanAndTheNewOneOfAServer() {
    Comparison comparison = comparison(Optional.of(ONE_MACHINE));

    assertThat(figure(comparison.summary(), "SERVER-MAX-CPU-USAGE")).isCloseTo(57.17, within(0.01));
    assertThat(figure(comparison.costs(), "max CPU of one server"))
        .isCloseTo(61.25 * 1.5, within(0.01));
    assertThat(bytes(comparison, "SERVER-MAX-MEMORY-USAGE"))
        .isEqualTo(OptionalLong.of(Math.round(1_300_000_000 / 3.0)));
  }

  @Test
  void costsAreOfRatesOverTheTimeThatWasSampled() {
    Comparison comparison = comparison(Optional.of(ONE_MACHINE));

    double cores = (61.25 + 40 + 39) / 100;
    assertThat(figure(comparison.costs(), "server CPU per operation"))
        .as("140 %% of a core at 1,000 operations a second")
        .isCloseTo(cores * 1e9 / 1_000, within(cores * 1e9 / 1_000 * 0.01));
    assertThat(figure(comparison.costs(), "servers sampled")).isCloseTo(49 / 52.9, within(0.001));
    double perOperation = figure(comparison.costs(), "disk written per operation");
    assertThat(figure(comparison.costs(), "disk written per byte"))
        .isCloseTo(perOperation / (256 + 1024), within(0.001));
  }

  @Test
  void everyByteOfTheNetworkCountsOnce() {
    HostsResult containers = HostUseFixtures.containers(PhaseName.RUN);

    assertThat(figure(comparison(Optional.of(ONE_MACHINE)).costs(), "network per operation"))
        .as("what one machine sent, of which it received every byte itself")
        .isCloseTo(3.4e9 / 49 / 1_000, within(1.0));
    assertThat(figure(comparison(Optional.of(containers)).costs(), "network per operation"))
        .as("what the server's host and the client's sent")
        .isCloseTo((8e7 / 51 + 3.4e9 / 49) / 1_000, within(1.0));
  }

  @Test
  void ofAHostThatWasNotSampledTheNetworkIsNotKnown() {
    Span whole = HostUseFixtures.containers(PhaseName.RUN).spans().getFirst();
    for (int missing = 0; missing < 2; missing++) {
      List<HostUse> one = List.of(whole.hosts().get(1 - missing));

      Comparison comparison = comparison(Optional.of(of(whole, whole.nodes(), one)));

      assertThat(comparison.costs()).extracting(Row::name).doesNotContain("network per operation");
      assertThat(bytes(comparison, "SERVER-TOTAL-NETWORK-RX-DATA-SUM").isPresent())
          .as("that of the server alone")
          .isEqualTo(missing == 1);
    }
  }

  @Test
  void whatWasSampledOfServersAndOfHostsIsToldApart() {
    List<ProcessUse> nodes = new ArrayList<>(SPAN.nodes());
    nodes.set(0, seenFor(nodes.getFirst(), SPAN.wallNanos() * 31 / 100));

    Comparison comparison = comparison(Optional.of(of(SPAN, nodes, SPAN.hosts())));

    assertThat(figure(comparison.costs(), "servers sampled")).isCloseTo(0.31, within(0.001));
    assertThat(figure(comparison.costs(), "hosts sampled")).isCloseTo(49 / 52.9, within(0.001));
    assertThat(comparison.costs())
        .extracting(Row::name)
        .contains("network per operation")
        .doesNotContain("server CPU", "server CPU per operation", "disk written per operation");
    assertThat(RowNotes.summary(comparison.runs()))
        .extracting(RowNotes.Note::text)
        .anyMatch(note -> note.contains("92.6 % of zookeeper 1.0"));
  }

  @Test
  void theClientsProcessorTimeIsThatOfTheRun() {
    RunResult result = ResultFixtures.memory();
    ComparedRun run =
        ComparedRun.of(
            "memory",
            new StoredRun(
                Path.of("memory"),
                result,
                new RunBuilder("memory").plan(),
                List.of(),
                List.of(),
                Map.of()),
            List.of());

    assertThat(result.phases()).as("a load comes before it").hasSize(2);
    assertThat(figure(Comparison.of(List.of(run)).costs(), "client CPU per operation"))
        .isCloseTo(2.4e9 / 100_000, within(1.0));
  }

  private static HostsResult of(Span span, List<ProcessUse> nodes, List<HostUse> hosts) {
    return new HostsResult(
        List.of(),
        List.of(
            new Span(
                span.phase(),
                span.step(),
                span.startedAt(),
                span.wallNanos(),
                nodes,
                span.client(),
                span.overNodes(),
                hosts,
                span.agents())));
  }

  private static ProcessUse seenFor(ProcessUse use, long coveredNanos) {
    return new ProcessUse(
        use.name(),
        use.host(),
        use.samples(),
        coveredNanos,
        use.cpuMillis(),
        use.cpuPercentMean(),
        use.cpuPercentMax(),
        use.residentBytesMean(),
        use.residentBytesMax(),
        use.virtualBytesMax(),
        use.threadsMax(),
        use.openFilesMax(),
        use.voluntarySwitches(),
        use.involuntarySwitches(),
        use.readBytes(),
        use.writtenBytes(),
        use.dataBytesMax(),
        use.dataBytesLast());
  }

  @Test
  void whatNobodyLookedAtIsNotThere() {
    Comparison comparison = comparison(Optional.empty());

    assertThat(comparison.costs()).isEmpty();
    assertThat(bytes(comparison, "SERVER-TOTAL-NETWORK-RX-DATA-SUM")).isEmpty();
    assertThat(bytes(comparison, "SERVER-AVG-READS-COMPLETED-DELTA-SUM")).isEmpty();
  }

  @Test
  void figuresOfAnotherPhaseAreNoneOfTheRun() {
    HostsResult load = HostUseFixtures.of(PhaseName.LOAD, Optional.empty());

    assertThat(bytes(comparison(Optional.of(load)), "SERVER-TOTAL-NETWORK-RX-DATA-SUM")).isEmpty();
  }

  @Test
  void whatOneServerDoesNotTellIsNotSummedOverTheOthers() {
    HostsResult containers = HostUseFixtures.containers(PhaseName.RUN);
    Comparison comparison = comparison(Optional.of(containers));

    assertThat(bytes(comparison, "SERVER-AVG-WRITES-COMPLETED-DELTA-SUM")).isEmpty();
    assertThat(bytes(comparison, "SERVER-TOTAL-NETWORK-RX-DATA-SUM"))
        .isEqualTo(OptionalLong.of(1_200_000_000));
  }

  private static Comparison comparison(Optional<HostsResult> hosts) {
    long[] nanos = new long[52_900];
    Arrays.fill(nanos, 1_000_000);
    RunBuilder run =
        new RunBuilder("zookeeper")
            .lasting(52.9, 0, 0)
            .answered(Outcome.OK, TimeResult.of(TimeHistogram.ofNanos(nanos)));
    hosts.ifPresent(used -> run.used(wall -> used));
    return Comparison.of(List.of(SeedFixtures.run(run)));
  }

  private static OptionalLong bytes(Comparison comparison, String name) {
    Cell cell = row(comparison.summary(), name).cells().getFirst();
    return cell.figure().isPresent()
        ? OptionalLong.of(Math.round(cell.figure().getAsDouble()))
        : OptionalLong.empty();
  }

  private static double figure(List<Row> rows, String name) {
    return row(rows, name).cells().getFirst().figure().orElseThrow();
  }

  private static Row row(List<Row> rows, String name) {
    return rows.stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
  }
}
