package io.kvbench.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.workload.key.RunPart;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the plans of all parts of a run add up to that of the whole. */
class PartPlanTest {
  private static final String READS = Planned.READS + "operationcount=100\n";
  private static final Duration MINUTE = Duration.ofMinutes(1);

  static Stream<Arrivals> shapes() {
    return Stream.of(
        new ConstantRate(777.7),
        new PoissonArrivals(777.7, 1),
        Stages.ramp(0, 3000, MINUTE),
        Stages.ramp(3000, 0, MINUTE),
        Stages.steps(List.of(300.3, 7.0, 1e6 / 3), MINUTE));
  }

  @Test
  void everyClientOfAClosedLoopHasTheShareThatItHasInTheWhole() {
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 2_000; trial++) {
      int clients = random.nextInt(1, 50);
      long requests = random.nextInt(4) == 0 ? random.nextLong(1L << 60) : random.nextLong(300);
      PhasePlan whole = closed(clients, requests);
      int count = random.nextInt(1, clients + 1);
      List<Long> shares =
          parts(count)
              .map(whole::part)
              .flatMap(
                  part -> IntStream.range(0, part.clients()).mapToObj(client -> part.share(client)))
              .toList();

      assertThat(shares)
          .isEqualTo(IntStream.range(0, clients).mapToObj(client -> whole.share(client)).toList());
      assertThat(parts(count).map(whole::part).mapToLong(PhasePlan::requests).sum())
          .isEqualTo(requests);
    }
  }

  @Test
  void onlyClientsAndRequestsOfAPhaseAreDivided() {
    PhasePlan whole =
        new PhasePlan(
            PhaseName.RUN,
            Optional.of(new ClientStep(2, 3)),
            7,
            9,
            new LoadModel.ClosedLoop(Duration.ofMillis(3)),
            PhasePlan.UNLIMITED,
            Optional.of(MINUTE),
            true,
            Optional.empty());

    assertThat(whole.part(RunPart.WHOLE)).isSameAs(whole);
    assertThat(whole.part(new RunPart(0, 2)))
        .isEqualTo(
            new PhasePlan(
                PhaseName.RUN,
                whole.step(),
                4,
                5,
                whole.loadModel(),
                PhasePlan.UNLIMITED,
                whole.duration(),
                true,
                Optional.empty()));
    assertThatIllegalArgumentException().isThrownBy(() -> whole.part(new RunPart(7, 8)));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void theArrivalsOfAllPartsAreThoseOfTheWhole(Arrivals arrivals) {
    for (int count : new int[] {1, 2, 3, 8}) {
      for (long requests : new long[] {8, 5_000, 5_003}) {
        PhasePlan whole = open(arrivals, requests);
        long[] together =
            parts(count)
                .map(whole::part)
                .flatMapToLong(
                    part ->
                        LongStream.range(0, part.requests())
                            .map(index -> arrivals(part).startNanos(index)))
                .sorted()
                .toArray();

        assertThat(together)
            .isEqualTo(LongStream.range(0, requests).map(arrivals::startNanos).toArray());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void partsTakeTurnsAndTheirRatesAddUp(Arrivals arrivals) {
    PhasePlan whole = open(arrivals, PhasePlan.UNLIMITED);
    List<Arrivals> thirds = parts(3).map(whole::part).map(PartPlanTest::arrivals).toList();

    for (long index : new long[] {0, 1, 999, 1L << 40}) {
      for (int part = 0; part < 3; part++) {
        assertThat(thirds.get(part).startNanos(index))
            .isEqualTo(arrivals.startNanos(3 * index + part));
      }
    }
    for (long nanos : new long[] {0, 1_000_000_000L, 100_000_000_000L}) {
      assertThat(thirds.stream().mapToDouble(part -> part.meanPerSecond(nanos)).sum())
          .isEqualTo(arrivals.meanPerSecond(nanos), within(1e-6));
    }
    assertThat(whole.part(new RunPart(2, 3)).requests()).isEqualTo(PhasePlan.UNLIMITED);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void theLastArrivalsAreNever(Arrivals arrivals) {
    Arrivals last = arrivals(open(arrivals, PhasePlan.UNLIMITED).part(new RunPart(6, 7)));

    for (long index :
        new long[] {Long.MAX_VALUE, Long.MAX_VALUE / 7, Long.MAX_VALUE / 7 + 1, 1L << 62}) {
      assertThat(last.startNanos(index)).isEqualTo(Arrivals.NEVER_NANOS);
    }
  }

  @Test
  void theOfferedRatesOfPartsAddUp() {
    PhasePlan whole = open(new ConstantRate(1000), 90_000);

    assertThat(
            parts(4)
                .map(whole::part)
                .mapToDouble(part -> part.offeredPerSecond().orElseThrow())
                .sum())
        .isEqualTo(1000);
  }

  @Test
  void aPartOfAPlanHasItsShareOfConnections() {
    RunPlan whole = Planned.of(READS + "clients=20\nconnections=5\n").get();

    assertThat(parts(3).map(whole::part).map(RunPlan::connections)).containsExactly(2, 2, 1);
    assertThat(parts(8).map(whole::part).map(RunPlan::connections).toList().getLast()).isOne();
    assertThat(whole.withUnknownConnections().part(new RunPart(0, 2)).connections()).isZero();
    assertThat(parts(3).map(whole::part).map(part -> part.phases().getLast().clients()))
        .containsExactly(7, 7, 6);
    assertThat(whole.part(RunPart.WHOLE)).isEqualTo(whole);
  }

  /** If their number changes there are never more than clients, over all parts. */
  @Test
  void theConnectionsOfEveryStepAreThoseOfTheWhole() {
    RunPlan whole = Planned.of(READS + "clientsteps=3,11,40\nconnections=10\n").get();

    for (int count = 1; count <= 3; count++) {
      for (int phase = 0; phase < whole.phases().size(); phase++) {
        int index = phase;
        assertThat(
                parts(count)
                    .map(whole::part)
                    .mapToInt(part -> part.connections(part.phases().get(index)))
                    .sum())
            .isEqualTo(whole.connections(whole.phases().get(phase)));
      }
    }
  }

  @Test
  void everyPartNeedsAClientAndAConnection() {
    assertThat(problems(4, "clients=3\nconnections=2\n"))
        .containsExactly(
            "w:5: clients=3 gives 3 clients to 4 agents, and each needs one: set it to at least 4,"
                + " or use fewer agents.",
            "w:6: connections=2 gives 2 connections to 4 agents, and each needs one: set it to at"
                + " least 4, or use fewer agents.");
    assertThat(problems(3, "clientsteps=1,4,2\n"))
        .containsExactly(
            "w:5: clientsteps=1,4,2 gives 1 client to 3 agents, and each needs one: set it to at"
                + " least 3 in each step, or use fewer agents.");
    assertThat(problems(2, "clients=1\nclientsteps=1,4,2\n")).hasSize(2);
    assertThat(problems(4, "clients=4\nconnections=4\n")).isEmpty();
  }

  @Test
  void everyPartHasAConnectionUnlessFewerWereAskedFor() {
    SystemDescriptor store = Planned.system(EnumSet.allOf(Capability.class), Map.of());
    String lines = READS + "clients=20\n";

    assertThat(Planned.inParts(4, store, lines).get().connections()).isEqualTo(4);
    assertThat(Planned.inParts(4, store, lines + "connections=9\n").get().connections())
        .isEqualTo(9);
    assertThat(Planned.of(lines).get().connections()).isOne();
  }

  /** The problem is then the number of clients. */
  @ParameterizedTest
  @ValueSource(strings = {"clients=2\n", "clients=2\nconnections=2\n"})
  void connectionsThatComeWithClientsAreNoProblemOfTheirOwn(String lines) {
    SystemDescriptor exclusive =
        new SystemDescriptor(
            "x", "X", EnumSet.allOf(Capability.class), Map.of(), List.of(), false, true, false);

    assertThat(Planned.inParts(4, exclusive, READS + lines).problems())
        .singleElement()
        .asString()
        .contains("clients=2 gives 2 clients to 4 agents");
  }

  private static List<String> problems(int parts, String lines) {
    return Planned.inParts(
            parts, Planned.system(EnumSet.allOf(Capability.class), Map.of()), READS + lines)
        .problems();
  }

  private static Stream<RunPart> parts(int count) {
    return IntStream.range(0, count).mapToObj(index -> new RunPart(index, count));
  }

  private static PhasePlan closed(int clients, long requests) {
    return new PhasePlan(
        PhaseName.RUN, clients, new LoadModel.ClosedLoop(), requests, Optional.empty(), false);
  }

  private static PhasePlan open(Arrivals arrivals, long requests) {
    return new PhasePlan(
        PhaseName.RUN, 16, new LoadModel.OpenLoop(arrivals), requests, Optional.of(MINUTE), false);
  }

  private static Arrivals arrivals(PhasePlan phase) {
    return ((LoadModel.OpenLoop) phase.loadModel()).arrivals();
  }
}
