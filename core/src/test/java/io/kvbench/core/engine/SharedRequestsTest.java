package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.request.RequestSource;
import io.kvbench.core.workload.request.RunSources;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that clients whose share of a closed loop is done send what others have left. */
@Timeout(60)
final class SharedRequestsTest extends ClockedPhaseTests {
  private static final int CLIENTS = 4;

  /** The time of the slow client; the others take a hundredth of it. */
  private static final long SLOW = 100 * MILLI;

  private static final String RECORDS = "recordcount=50 valuesize=30 keyprefix= ";
  private static final String NONE = "readproportion=0 updateproportion=0 ";
  private static final String INSERTS = NONE + "insertproportion=1 insertorder=ordered ";

  @Test
  void loadingIsSharedAndWritesTheSameRecords() throws Exception {
    Workload workload = Asked.workload("recordcount=4003 valuesize=30");

    assertSharedAndTheSame(4_003, () -> client -> workload.loadRequests(client, CLIENTS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "zipfian", "latest", "hotspot", "exponential", "sequential"})
  void whatIsAskedOfLoadedRecordsIsSharedAndTheSame(String distribution) throws Exception {
    String mix =
        """
        readproportion=3 updateproportion=2 deleteproportion=1 scanproportion=1 watchproportion=1
        readmodifywriteproportion=1 compareandsetproportion=1 transactionproportion=1
        """;
    Workload workload =
        Asked.workload(RECORDS + mix + "requestdistribution=" + distribution + " seed=9");

    assertSharedAndTheSame(4_003, () -> workload.runSources(CLIENTS)::source);
  }

  @Test
  void insertsAreSharedAndTheSame() throws Exception {
    Workload workload = Asked.workload(RECORDS + INSERTS);

    assertSharedAndTheSame(4_003, () -> workload.runSources(CLIENTS)::source);
  }

  /** A client may read its own inserts, so its sequence must stay with it. */
  @Test
  void insertsAmongOtherRequestsAreNotShared() throws Exception {
    Workload workload = Asked.workload(RECORDS + "readproportion=1 insertproportion=1");
    PhasePlan plan = closed(CLIENTS, 403);
    AskedBinding store = slowFirst();

    PhaseMeasurement measured = conduct(plan, store, workload.runSources(CLIENTS)::source);

    List<List<String>> shares = Asked.ofShares(plan, workload.runSources(CLIENTS)::source);
    for (int client = 0; client < CLIENTS; client++) {
      assertThat(store.by(client)).isEqualTo(shares.get(client));
    }
    assertThat(measured.clientTime().idleNanos()).isEqualTo(3 * (101 * SLOW - 101 * MILLI) + MILLI);
  }

  /** Asserts that no request is missing or duplicated, and no client is idle for long. */
  private void assertSharedAndTheSame(int requests, Supplier<IntFunction<RequestSource>> sources)
      throws Exception {
    PhasePlan plan = closed(CLIENTS, requests);
    AskedBinding store = slowFirst();

    PhaseMeasurement measured = conduct(plan, store, sources.get());

    List<List<String>> shares = Asked.ofShares(plan, sources.get());
    assertThat(store.all())
        .containsExactlyInAnyOrderElementsOf(shares.stream().flatMap(List::stream).toList());
    assertThat(measured.requests()).isEqualTo(requests);
    assertThat(store.by(0)).hasSizeLessThan(shares.getFirst().size() / 10);
    // The time of the slow client's last request, or of a composite's two operations.
    assertThat(measured.clientTime().idleNanos()).isLessThanOrEqualTo(3 * 2 * SLOW);
    assertAddsUpExactly(plan, measured);
  }

  /** Steps of clients continue after the last request of the previous step, whoever sent it. */
  @Test
  void clientsWhoFollowInsertNothingTwice() throws Exception {
    RunSources first = Asked.workload(RECORDS + INSERTS).runSources(CLIENTS);
    AskedBinding store = slowFirst();

    conduct(closed(CLIENTS, 401), store, first::source);
    RunSources second = first.next(3);
    conduct(closed(3, 100), store, second::source);

    assertThat(store.all())
        .extracting(asked -> Long.parseLong(asked.split(" ", -1)[1]))
        .containsExactlyInAnyOrderElementsOf(LongStream.range(50, 551).boxed().toList());
  }

  /** The third operation of client 0 is never answered, and its library may not even return. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theShareOfAStuckClientIsDoneByOthers(boolean inItsLibrary) throws Exception {
    Workload workload = Asked.workload("recordcount=400");
    PhasePlan plan =
        plan(CLIENTS, new LoadModel.ClosedLoop(), 400, Optional.of(Duration.ofSeconds(20)));
    AskedBinding store =
        new AskedBinding(
            CLIENTS,
            (client, index, answer, completion) -> {
              if (client != 0 || index != 2) {
                clock.after(MILLI, answer);
              } else if (inItsLibrary) {
                sleepWhateverHappens(60 * SECOND);
              }
            });

    PhaseMeasurement measured =
        conduct(plan, store, client -> workload.loadRequests(client, CLIENTS));

    assertThat(new HashSet<>(store.all())).hasSize(400);
    assertThat(store.all()).hasSize(400);
    assertThat(store.by(0)).hasSize(3);
    assertThat(inserts(measured, Outcome.OK)).isEqualTo(399);
    assertThat(inserts(measured, ErrorKind.ABANDONED)).isEqualTo(1);
    assertThat(measured.requests()).isEqualTo(400);
    assertThat(measured.end()).isEqualTo(PhaseEnd.PLANNED);
    assertThat(measured.clientTime().idleNanos()).isGreaterThan(3 * 10 * SECOND);
    assertAddsUpExactly(plan, measured);
  }

  /** Otherwise immediate failures would take everything from the clients that get answers. */
  @Test
  void aClientWhoseRequestsFailDoesItsOwnShareOnly() throws Exception {
    PhaseMeasurement measured = failing(index -> true);

    assertThat(inserts(measured, ErrorKind.UNAVAILABLE)).isEqualTo(100);
    assertThat(inserts(measured, Outcome.OK)).isEqualTo(300);
  }

  @Test
  void aClientTakesOverNothingMoreOnceItsRequestsFail() throws Exception {
    PhaseMeasurement measured = failing(index -> index >= 110);

    assertThat(inserts(measured, ErrorKind.UNAVAILABLE)).isEqualTo(3);
    assertThat(inserts(measured, Outcome.OK)).isEqualTo(397);
  }

  @Test
  void aClientOfWhoseRequestsSomeFailHelpsOthers() throws Exception {
    PhaseMeasurement measured = failing(index -> index % 3 != 0);

    assertThat(inserts(measured, ErrorKind.UNAVAILABLE)).isGreaterThan(150);
    assertThat(measured.requests()).isEqualTo(400);
  }

  /** Client 0 is fast, and some of its requests fail. */
  private PhaseMeasurement failing(IntPredicate fails) throws Exception {
    Workload workload = Asked.workload("recordcount=400");
    AskedBinding store =
        new AskedBinding(
            CLIENTS,
            (client, index, answer, completion) -> {
              if (client == 0 && fails.test(index)) {
                clock.after(1_000, () -> completion.failed(ErrorKind.UNAVAILABLE, "no leader"));
              } else {
                clock.after(client == 0 ? 1_000 : SLOW, answer);
              }
            });
    return conduct(closed(CLIENTS, 400), store, client -> workload.loadRequests(client, CLIENTS));
  }

  /**
   * Of three requests client 0 has two, with a second of thinking between them. Client 1, done
   * after 0.1 s, does not think about a request that client 0 has thought about for longer.
   */
  @Test
  void nobodyThinksAboutARequestThatAnotherSends() throws Exception {
    Workload workload = Asked.workload("recordcount=3");
    LoadModel thinking = new LoadModel.ClosedLoop(Duration.ofSeconds(1));
    AskedBinding store =
        new AskedBinding(
            2,
            (client, index, answer, completion) ->
                clock.after(client == 0 ? 10 * MILLI : SLOW, answer));

    PhaseMeasurement measured =
        conduct(
            plan(2, thinking, 3, Optional.empty()),
            store,
            client -> workload.loadRequests(client, 2));

    assertThat(measured.wallNanos()).isEqualTo(1_020 * MILLI);
    assertThat(measured.clientTime().thinkNanos()).isEqualTo(SECOND);
    assertThat(measured.clientTime().idleNanos()).isEqualTo(920 * MILLI);
    assertThat(store.by(0)).hasSize(2);
  }

  /** Its session takes ten seconds to recover, and is not needed any more. */
  @Test
  void nobodyRecoversForWhatOthersHaveDone() throws Exception {
    Workload workload = Asked.workload("recordcount=100 valuesize=30");
    PhasePlan plan = closed(2, 100);
    ClockedBinding store =
        recoveringSlowly(
            (client, index) ->
                new ClockedBinding.Answer(
                    client == 0 ? ErrorKind.CONNECTION_LOST : Outcome.OK, Duration.ofMillis(1)));

    PhaseMeasurement measured = conduct(plan, store, client -> workload.loadRequests(client, 2));

    assertThat(inserts(measured, Outcome.OK)).isEqualTo(99);
    assertThat(inserts(measured, ErrorKind.CONNECTION_LOST)).isEqualTo(1);
    assertThat(measured.wallNanos()).isEqualTo(99 * MILLI);
    assertThat(measured.clientTime().reconnectNanos()).isEqualTo(98 * MILLI);
    assertAddsUpExactly(plan, measured);
  }

  /** A client's last request fails, and there is nothing left to recover for. */
  @Test
  void nobodyRecoversAfterTheLastRequest() throws Exception {
    PhasePlan plan = closed(1, 2);

    PhaseMeasurement measured =
        conduct(
            plan,
            recoveringSlowly(
                (client, index) ->
                    new ClockedBinding.Answer(
                        index == 1 ? ErrorKind.CONNECTION_LOST : Outcome.OK,
                        Duration.ofMillis(1))));

    assertThat(measured.wallNanos()).isEqualTo(2 * MILLI);
    assertThat(measured.clientTime().reconnectNanos()).isZero();
    assertAddsUpExactly(plan, measured);
  }

  /** The servers are gone, and each of two clients has had its last answer. */
  @Test
  void nobodyRecoversWhereEachHasFailedAtItsLast() throws Exception {
    Workload workload = Asked.workload("recordcount=2 valuesize=30");
    PhasePlan plan = closed(2, 2);
    ClockedBinding store =
        recoveringSlowly(
            (client, index) ->
                new ClockedBinding.Answer(ErrorKind.CONNECTION_LOST, Duration.ofMillis(1)));

    PhaseMeasurement measured = conduct(plan, store, client -> workload.loadRequests(client, 2));

    assertThat(inserts(measured, ErrorKind.CONNECTION_LOST)).isEqualTo(2);
    assertThat(measured.wallNanos()).isEqualTo(MILLI);
    assertThat(measured.clientTime().reconnectNanos()).isZero();
  }

  /** Client 0 has failed too often to steal, so it has nothing to recover for. */
  @Test
  void whoTakesOverNothingDoesNotRecoverForIt() throws Exception {
    Workload workload = Asked.workload("recordcount=100 valuesize=30");
    PhasePlan plan = closed(2, 100);
    ClockedBinding store =
        recoveringSlowly(
            (client, index) ->
                client == 0
                    ? new ClockedBinding.Answer(
                        index == 49 ? ErrorKind.CONNECTION_LOST : ErrorKind.UNAVAILABLE,
                        Duration.ofMillis(1))
                    : new ClockedBinding.Answer(Outcome.OK, Duration.ofMillis(100)));

    PhaseMeasurement measured = conduct(plan, store, client -> workload.loadRequests(client, 2));

    assertThat(inserts(measured, ErrorKind.UNAVAILABLE)).isEqualTo(49);
    assertThat(inserts(measured, ErrorKind.CONNECTION_LOST)).isEqualTo(1);
    assertThat(measured.wallNanos()).isEqualTo(50 * 100 * MILLI);
    assertThat(measured.clientTime().reconnectNanos()).isZero();
    assertAddsUpExactly(plan, measured);
  }

  private ClockedBinding recoveringSlowly(ClockedBinding.Answers answers) {
    return ClockedBinding.answering(clock, answers, Duration.ofSeconds(10));
  }

  /** A sequence that others stole from has no gaps when it is stopped by time. */
  @Test
  void aPhaseThatEndsByTimeLeavesTheRestToTheNext() throws Exception {
    Workload workload = Asked.workload(RECORDS + INSERTS);
    RunSources sources = workload.runSources(CLIENTS);
    AskedBinding store = slowFirst();

    PhaseMeasurement warmup =
        conduct(
            plan(CLIENTS, new LoadModel.ClosedLoop(), 900, Optional.of(Duration.ofMillis(250))),
            store,
            sources::source);
    conduct(closed(CLIENTS, 900 - warmup.requests()), store, sources::source);

    assertThat(warmup.requests()).isEqualTo(3 * 250 + 3);
    assertThat(new HashSet<>(store.all())).hasSize(900);
    assertThat(store.all()).hasSize(900);
  }

  private AskedBinding slowFirst() {
    return new AskedBinding(
        CLIENTS,
        (client, index, answer, completion) -> clock.after(client == 0 ? SLOW : MILLI, answer));
  }

  private PhaseMeasurement conduct(
      PhasePlan plan, Binding store, IntFunction<RequestSource> sources) throws Exception {
    PhaseRunner runner = new PhaseRunner(clock, PATIENT);
    return clock.conduct(
        plan.clients(), () -> runner.run(plan, store, sources, stop, intervals::add));
  }

  private void sleepWhateverHappens(long nanos) {
    for (long end = clock.elapsed() + nanos; clock.elapsed() < end; ) {
      try {
        clock.sleep(end - clock.elapsed());
      } catch (InterruptedException e) {
        // As a careless library does.
      }
    }
  }

  private static long inserts(PhaseMeasurement measured, Status status) {
    return measured.recorded().count(OperationType.INSERT, status);
  }
}
