package io.kvbench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.kvbench.core.operation.LeaseRenewal;
import io.kvbench.core.operation.Request;
import io.kvbench.core.workload.key.RunPart;
import io.kvbench.core.workload.request.RunSources;
import io.kvbench.core.workload.setting.RequestDistribution;
import io.kvbench.core.workload.value.WriteId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that the requests of all parts of a run are those of the whole, client by client. Each part
 * has its own workload, as in its own process.
 */
class PartSourcesTest {
  private static final int[] COUNTS = {1, 2, 3, 8};
  private static final String MIXED =
      """
      recordcount=40
      readproportion=0.4
      updateproportion=0.2
      insertproportion=0.4
      """;
  private static final String SEEDED = "seed=%d\n";

  static Stream<String> workloads() {
    return Stream.of(
        MIXED + "insertorder=ordered\nkeyprefix=\n",
        MIXED + "insertstart=7\ninsertcount=33\n",
        MIXED + "requestdistribution=latest\ndeleteproportion=0.1\n",
        "readproportion=0\nupdateproportion=0\ninsertproportion=1\n",
        "recordcount=10\nupdateproportion=0.5\nreadproportion=0.5\nsamekey=true\n",
        "recordcount=50\nscanproportion=0.5\nreadmodifywriteproportion=0.5\nvaluesize=32\n",
        "recordcount=20\nreadproportion=0\nupdateproportion=1\ndataintegrity=true\nvaluesize=64\n",
        """
        recordcount=20
        readproportion=0
        updateproportion=0
        watchedupdateproportion=0.5
        watch.keys=5
        leasecycleproportion=0.5
        """);
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void theLoadIsThatOfTheWhole(String lines) {
    for (int seed : new int[] {1, 77}) {
      String properties = lines + SEEDED.formatted(seed);
      List<List<Request>> whole = load(properties, RunPart.WHOLE, 20);
      for (int count : COUNTS) {
        assertThat(together(count, part -> load(properties, part, 20)))
            .as("%d parts", count)
            .isEqualTo(whole);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void theRunIsThatOfTheWhole(String lines) {
    for (int seed : new int[] {1, 77}) {
      assertRunIsThatOfTheWhole(lines + SEEDED.formatted(seed));
    }
  }

  @ParameterizedTest
  @EnumSource(RequestDistribution.class)
  void theRunIsThatOfTheWholeInEveryDistribution(RequestDistribution distribution) {
    assertRunIsThatOfTheWhole(
        MIXED + "requestdistribution=" + distribution.name().toLowerCase(Locale.ROOT) + "\n");
  }

  private static void assertRunIsThatOfTheWhole(String properties) {
    for (int clients : new int[] {8, 21}) {
      List<List<Request>> whole =
          run(workload(properties).runSources(clients), RunPart.WHOLE, client -> 30);
      for (int count : COUNTS) {
        assertThat(
                together(
                    count,
                    part ->
                        run(workload(properties).runSources(clients, part), part, client -> 30)))
            .as("%d parts of %d clients", count, clients)
            .isEqualTo(whole);
      }
    }
  }

  /** The parts do not know the inserts of others; the caller passes them the largest number. */
  @ParameterizedTest
  @ValueSource(strings = {"uniform", "latest", "sequential"})
  void stepsOfClientsGoOnBehindTheLargestInsertOfAllParts(String distribution) {
    String properties = MIXED + "requestdistribution=" + distribution + "\n";
    int[] steps = {9, 20, 8, 8, 13};
    // Unevenly, as in phases that end by time.
    IntUnaryOperator taken = client -> client * 7 % 11;
    for (int count : COUNTS) {
      RunSources whole = workload(properties).runSources(steps[0]);
      List<RunSources> parts = new ArrayList<>();
      parts(count).forEach(part -> parts.add(workload(properties).runSources(steps[0], part)));
      for (int step = 0; step < steps.length; step++) {
        int clients = steps[step];
        if (step > 0) {
          whole = whole.next(clients);
          long end = parts.stream().mapToLong(RunSources::end).max().orElseThrow();
          parts.replaceAll(sources -> sources.next(clients, end));
        }
        List<List<Request>> together = new ArrayList<>();
        for (int index = 0; index < count; index++) {
          assertThat(parts.get(index).clients()).isEqualTo(clients);
          together.addAll(run(parts.get(index), new RunPart(index, count), taken));
        }
        assertThat(together)
            .as("step %d of %d parts", step, count)
            .isEqualTo(run(whole, RunPart.WHOLE, taken));
        assertThat(parts.stream().mapToLong(RunSources::end).max()).hasValue(whole.end());
      }
    }
  }

  /** An end that was collected before this part continued would lead to duplicate inserts. */
  @Test
  void anEndThatIsTooSmallDoesNotCount() {
    RunSources sources = workload(MIXED).runSources(4, new RunPart(1, 2));
    run(sources, new RunPart(1, 2), client -> 50);

    assertThat(sources.next(4, 0).end()).isEqualTo(sources.end()).isGreaterThan(40);
  }

  /** Of requests that no client sends only the kinds count, which should differ between parts. */
  @Test
  void requestsThatAreNeverSentAreOthersInEveryPart() {
    List<List<Request>> unsent =
        parts(3)
            .map(part -> workload(MIXED).runSources(8, part).source(part.size(8)))
            .map(source -> Requests.of(source, 50).list())
            .toList();

    assertThat(unsent.stream().map(list -> new Requests(list).types())).doesNotHaveDuplicates();
    assertThat(
            parts(3)
                .map(part -> workload(MIXED).loadRequests(part.size(8), 8, part))
                .map(source -> Requests.of(source, 1).key(0)))
        .doesNotHaveDuplicates();
  }

  @Test
  void aPartHoldsItsOwnClientsOnly() {
    RunSources sources = workload(MIXED).runSources(1_000_000, new RunPart(99_999, 100_000));

    assertThat(sources.clients()).isEqualTo(1_000_000);
    assertThat(run(sources, new RunPart(99_999, 100_000), client -> 1)).hasSize(10);
  }

  @Test
  void leasesAreDividedAmongTheClientsOfAllParts() {
    String leases = "readproportion=0\nupdateproportion=0\nleasekeepaliveproportion=1\nleases=10\n";

    assertThat(
            together(2, part -> run(workload(leases).runSources(4, part), part, client -> 1))
                .stream()
                .map(List::getFirst)
                .map(request -> ((LeaseRenewal) request).slots().count()))
        .containsExactly(3, 3, 2, 2);
  }

  @Test
  void theRunOfValuesCanBeThatOfAnotherProcess() {
    String properties =
        "recordcount=20\nreadproportion=0\nupdateproportion=1\ndataintegrity=true\nvaluesize=64\n";
    Workload one = WorkloadFixtures.workload(properties).withValueRun(7);
    Workload other = WorkloadFixtures.workload(properties).withValueRun(8);

    assertThat(one.valueRun()).isEqualTo(OptionalInt.of(7));
    assertThat(other.withValueRun(7).valueRun()).isEqualTo(OptionalInt.of(7));
    assertThat(first(one)).isEqualTo(first(other.withValueRun(7))).isNotEqualTo(first(other));
    assertThatIllegalArgumentException().isThrownBy(() -> one.withValueRun(WriteId.RUNS));
    assertThatIllegalArgumentException().isThrownBy(() -> one.withValueRun(-1));
  }

  @Test
  void valuesWithoutAnIdentityHaveNoRun() {
    Workload workload = WorkloadFixtures.workload(MIXED);

    assertThat(workload.valueRun()).isEmpty();
    assertThat(workload.withValueRun(3)).isSameAs(workload);
  }

  private static Request first(Workload workload) {
    return workload.runSources(1).source(0).next();
  }

  private static Workload workload(String properties) {
    return WorkloadFixtures.workload(properties, 10_000).withValueRun(1234);
  }

  private interface Sending {
    List<List<Request>> of(RunPart part);
  }

  private static Stream<RunPart> parts(int count) {
    return IntStream.range(0, count).mapToObj(index -> new RunPart(index, count));
  }

  /** Returns the requests of each client, in the order of the parts. */
  private static List<List<Request>> together(int count, Sending sending) {
    return parts(count).map(sending::of).flatMap(List::stream).toList();
  }

  private static List<List<Request>> load(String properties, RunPart part, int clients) {
    Workload workload = workload(properties);
    return IntStream.range(0, part.size(clients))
        .mapToObj(client -> workload.loadRequests(client, clients, part))
        .map(source -> Requests.of(source, 30).list())
        .toList();
  }

  /**
   * Returns the requests of each client.
   *
   * @param taken how many requests are taken from each client, by its number in the whole run
   */
  private static List<List<Request>> run(RunSources sources, RunPart part, IntUnaryOperator taken) {
    int clients = sources.clients();
    return IntStream.range(0, part.size(clients))
        .mapToObj(
            client ->
                Requests.of(sources.source(client), taken.applyAsInt(part.first(clients) + client))
                    .list())
        .toList();
  }
}
