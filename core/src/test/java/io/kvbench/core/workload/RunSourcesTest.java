package io.kvbench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.LeaseRenewal;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Request;
import io.kvbench.core.operation.StepResult;
import io.kvbench.core.operation.Value;
import io.kvbench.core.operation.Witness;
import io.kvbench.core.workload.key.RunPart;
import io.kvbench.core.workload.request.RequestSource;
import io.kvbench.core.workload.request.RunSources;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of requests over changing numbers of clients. */
class RunSourcesTest {
  private static final String INSERTS =
      """
      readproportion=0
      updateproportion=0
      insertproportion=1
      insertorder=ordered
      keyprefix=
      """;
  private static final String MIXED =
      """
      recordcount=40
      readproportion=0.5
      updateproportion=0
      insertproportion=0.5
      insertorder=ordered
      keyprefix=
      requestdistribution=\
      """;

  /** A new record that is never written would still be read, and a lease never kept alive. */
  @ParameterizedTest
  @ValueSource(strings = {"insertproportion", "leasekeepaliveproportion"})
  void requestsThatOthersFollowMustBeSent(String proportion) {
    String reads = "recordcount=10\nreadproportion=1\nupdateproportion=1\n";

    assertThat(mayDrop(reads)).isTrue();
    assertThat(mayDrop(reads + proportion + "=1\n")).isFalse();
    assertThat(mayDrop("recordcount=10\n" + INSERTS)).isFalse();
  }

  private static boolean mayDrop(String properties) {
    return WorkloadFixtures.workload(properties).runSources(1).source(0).mayDrop();
  }

  @Test
  void insertsGoOnWithoutGapsOrRepetitionsWhateverTheNumbersOfClients() {
    int[] steps = {1, 10, 3, 50, 50, 7};
    int each = 123;
    RunSources sources =
        WorkloadFixtures.workload("recordcount=10\n" + INSERTS).runSources(steps[0]);
    List<Long> numbers = new ArrayList<>();
    for (int step = 0; step < steps.length; step++) {
      sources = step == 0 ? sources : sources.next(steps[step]);
      assertThat(sources.clients()).isEqualTo(steps[step]);
      numbers.addAll(numbers(evenShares(sources, each)));
    }

    assertThat(numbers)
        .containsExactlyInAnyOrderElementsOf(
            LongStream.range(10, 10L + (long) steps.length * each).boxed().toList());
  }

  /** With any number of clients, in one process or several, in any order. */
  @Test
  void clientsThatAreAddedInsertRecordsOfTheirOwn() {
    Workload workload = WorkloadFixtures.workload("recordcount=10\n" + INSERTS);
    RunSources whole = workload.runSources(5, 12, RunPart.WHOLE);
    List<List<Long>> each = new ArrayList<>();
    for (int client = 0; client < 12; client++) {
      each.add(numbers(Requests.of(whole.source(client), 20).list()));
    }
    List<Long> all = each.stream().flatMap(List::stream).toList();
    assertThat(all).hasSize(240).doesNotHaveDuplicates().allMatch(number -> number >= 10);
    assertThat(whole.end()).isEqualTo(Collections.max(all) + 1);

    List<List<Long>> parts = new ArrayList<>();
    for (int index = 0; index < 3; index++) {
      RunPart part = new RunPart(index, 3);
      RunSources sources = workload.runSources(5, 12, part);
      for (int client = part.size(5) + part.size(7) - 1; client >= 0; client--) {
        parts.add(numbers(Requests.of(sources.source(client), 20).list()));
      }
    }
    assertThat(parts).containsAll(each.subList(0, 5));
    assertThat(parts.stream().flatMap(List::stream).toList()).hasSize(240).doesNotHaveDuplicates();

    RunSources next = whole.next(5, 12, whole.end());
    assertThat(numbers(Requests.of(next.source(7), 1).list()).getFirst())
        .isGreaterThanOrEqualTo(whole.end());
  }

  @Test
  void mixesSideBySideHaveTheirOwnRequestsAndNoRecordIsInsertedTwice() {
    String records = "recordcount=10\ninsertorder=ordered\nkeyprefix=\n";
    Workload inserts =
        WorkloadFixtures.workload(
            records + "readproportion=0\nupdateproportion=0\ninsertproportion=1\nvaluesize=7");
    Workload reads = WorkloadFixtures.workload(records + "updateproportion=0\nreadproportion=1");
    Workload all =
        WorkloadFixtures.workload(records)
            .sideBySide(List.of(inserts, reads, inserts), List.of(2, 3, 1));
    RunSources sources = all.runSources(6);
    List<Long> inserted = new ArrayList<>();
    for (int client = 0; client < 6; client++) {
      RequestSource source = sources.source(client);
      for (int request = 0; request < 50; request++) {
        Request next = source.next();
        if (client >= 2 && client < 5) {
          assertThat(next).isInstanceOf(Operation.Read.class);
        } else {
          assertThat(((Operation.Insert) next).value().size()).isEqualTo(7);
          inserted.add(Long.parseLong(((Operation.Insert) next).key().toString()));
        }
      }
    }

    assertThat(inserted).hasSize(150).doesNotHaveDuplicates().allMatch(number -> number >= 10);
    assertThat(sources.unsent(0).next()).isInstanceOf(Operation.Insert.class);
    assertThat(sources.unsent(1).next()).isInstanceOf(Operation.Read.class);
    // The added ones, in turn.
    RunSources more = all.runSources(6, 18, RunPart.WHOLE);
    for (int number : new int[] {17, 6, 8, 9}) {
      inserted.addAll(
          number % 3 == 1 ? List.of() : numbers(Requests.of(more.source(number), 20).list()));
    }
    assertThat(more.source(16).next()).isInstanceOf(Operation.Read.class);
    assertThat(inserted.subList(150, 230)).doesNotHaveDuplicates();
    // Readers find values of any of the mixes, or loaded ones.
    assertThat(all.smallestValue()).isEqualTo(7);
  }

  /** So that watchers can identify the reported write. */
  @Test
  void noTwoWatchedUpdatesWriteTheSameValueWhereThereIsRoom() {
    RunSources sources =
        WorkloadFixtures.workload(
                """
                recordcount=100
                readproportion=0
                updateproportion=0
                watchedupdateproportion=1
                watch.keys=2
                valuesize=8
                """)
            .runSources(3);
    Set<Value> values = new HashSet<>();
    for (int request = 0; request < 300; request++) {
      values.add(((Operation.WatchedUpdate) sources.source(request % 3).next()).value());
    }

    assertThat(values).hasSize(300).allMatch(value -> value.size() == 8);
  }

  /** They ended with the sessions of the previous phase. */
  @Test
  void aPhaseBeginsWithoutLeases() {
    RunSources sources =
        WorkloadFixtures.workload(
                """
                readproportion=0
                updateproportion=0
                leasekeepaliveproportion=1
                leases=1
                """)
            .runSources(1);
    LeaseRenewal granting = (LeaseRenewal) sources.source(0).next();
    assertThat(granting.start().next(0, StepResult.of(Outcome.OK, 7), Witness.NONE))
        .contains(new Operation.KeepLeaseAlive(7));
    assertThat(granting.first()).isEqualTo(new Operation.KeepLeaseAlive(7));

    LeaseRenewal next = (LeaseRenewal) sources.source(0).next();

    assertThat(next.first()).isInstanceOf(Operation.GrantLease.class);
  }

  @Test
  void clientsWhoInsertedUnevenlyLeaveGapsButNothingIsInsertedTwice() {
    RunSources first = WorkloadFixtures.workload(INSERTS).runSources(4);
    List<Long> numbers = new ArrayList<>(numbers(take(first, 3, 5)));
    numbers.addAll(numbers(take(first, 0, 1)));

    List<Long> following = numbers(evenShares(first.next(2), 4));

    assertThat(numbers).containsExactly(3L, 7L, 11L, 15L, 19L, 0L);
    assertThat(following).containsExactlyInAnyOrder(20L, 21L, 22L, 23L);
  }

  @Test
  void whereNothingWasInsertedTheNumbersStayWhereTheyWere() {
    RunSources first = WorkloadFixtures.workload("recordcount=5\n" + INSERTS).runSources(4);

    assertThat(numbers(evenShares(first.next(3).next(2), 2))).containsExactlyInAnyOrder(5L, 6L);
  }

  @Test
  void theSameIsAskedForEveryTime() {
    assertThat(threeSteps("uniform", 1)).isEqualTo(threeSteps("uniform", 1));
    assertThat(threeSteps("uniform", 1)).isNotEqualTo(threeSteps("uniform", 2));
  }

  @Test
  void everyStepAndEveryClientHasARandomStreamOfItsOwn() {
    RunSources sources = WorkloadFixtures.workload(MIXED + "uniform").runSources(20);
    Set<List<OperationType>> sequences = new HashSet<>();
    for (int step = 0; step < 5; step++) {
      for (int client = 0; client < 20; client++) {
        sequences.add(Requests.of(sources.source(client), 100).types());
      }
      sources = sources.next(20);
    }

    assertThat(sequences).hasSize(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "zipfian", "latest", "hotspot", "exponential", "sequential"})
  void clientsReadWhatWasLoadedAndWhatTheyInsertedThemselves(String distribution) {
    RunSources sources = WorkloadFixtures.workload(MIXED + distribution, 900).runSources(3);
    for (int clients : new int[] {3, 1, 5}) {
      sources = clients == 3 ? sources : sources.next(clients);
      for (int client = 0; client < clients; client++) {
        assertReadsWhatExists(take(sources, client, 100));
      }
    }
  }

  private static void assertReadsWhatExists(List<Request> requests) {
    Set<Long> existing = new HashSet<>(LongStream.range(0, 40).boxed().toList());
    for (Request request : requests) {
      long number = Long.parseLong(Requests.keyOf(request).toString());
      if (Requests.type(request) == OperationType.INSERT) {
        assertThat(existing.add(number)).as("record %s is new", number).isTrue();
      } else {
        assertThat(existing).contains(number);
      }
    }
  }

  private static List<Request> threeSteps(String distribution, int seed) {
    RunSources sources =
        WorkloadFixtures.workload(MIXED + distribution + "\nseed=" + seed, 300).runSources(2);
    List<Request> requests = new ArrayList<>(evenShares(sources, 100));
    sources = sources.next(5);
    requests.addAll(evenShares(sources, 100));
    requests.addAll(evenShares(sources.next(1), 100));
    return requests;
  }

  /** As in a closed loop: everyone does the same number, the first ones the rest. */
  private static List<Request> evenShares(RunSources sources, int count) {
    List<Request> requests = new ArrayList<>();
    for (int client = 0; client < sources.clients(); client++) {
      int share = count / sources.clients() + (client < count % sources.clients() ? 1 : 0);
      requests.addAll(take(sources, client, share));
    }
    return requests;
  }

  private static List<Request> take(RunSources sources, int client, int count) {
    return Requests.of(sources.source(client), count).list();
  }

  private static List<Long> numbers(List<Request> requests) {
    return new Requests(requests).keys().stream().map(Long::valueOf).toList();
  }
}
