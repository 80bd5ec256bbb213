package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Request;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.request.RequestSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of shares from which thousands of clients take at the same time. */
@Timeout(120)
final class ClientQuotasTest extends PhaseTests {

  /** A sequence that fails if two threads take from it at once. */
  private static final class Counter implements RequestSource {
    private final int share;
    private int made;

    Counter(int share) {
      this.share = share;
    }

    @Override
    public Request next() {
      int number = made;
      Thread.onSpinWait();
      made = number + 1;
      return new Operation.Delete(Key.of(share + "-" + number));
    }
  }

  /** Three of 3,000 shares have all the work. */
  @RepeatedTest(3)
  void everyRequestOfAFewSharesIsMadeOnce() throws Exception {
    int clients = 3_000;
    int each = 10_000;
    List<Counter> counters = IntStream.range(0, clients).mapToObj(Counter::new).toList();
    ClientQuotas shares =
        new ClientQuotas(
            counters.stream()
                .map(counter -> new ClientQuota(counter, counter.share % 1_000 == 7 ? each : 0))
                .toList());
    List<List<String>> made = new ArrayList<>();
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int client = 0; client < clients; client++) {
      List<String> own = new ArrayList<>();
      made.add(own);
      StealingRequests supply = new StealingRequests(shares, client);
      threads.add(Thread.ofVirtual().start(() -> takeAll(start, supply, own)));
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }

    List<String> all = made.stream().flatMap(List::stream).toList();
    assertThat(all).hasSize(3 * each);
    assertThat(new HashSet<>(all)).hasSize(3 * each);
    assertThat(counters).extracting(counter -> counter.made).containsOnly(0, each);
    assertThat(shares.openFrom(0)).isEqualTo(ClientQuotas.NONE);
  }

  @SuppressWarnings("ThreadPriorityCheck") // so that all take part; nothing depends on it
  private static void takeAll(CountDownLatch start, StealingRequests supply, List<String> made) {
    try {
      start.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    while (supply.claim()) {
      Operation.Delete request = (Operation.Delete) supply.make();
      made.add(request.key().toString());
      if (made.size() % 10 == 0) {
        Thread.yield();
      }
    }
  }

  /** A store that answers immediately: running clients steal the others' requests. */
  @Test
  void aPhaseOfThousandsOfClientsSendsEveryRequestOnce() throws Exception {
    Workload workload = Asked.workload("recordcount=50000");
    PhasePlan plan = closed(5_000, 50_000);
    List<String> asked = Collections.synchronizedList(new ArrayList<>());
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              asked.add(Asked.text(operation));
              completion.succeeded(Outcome.OK);
            });

    PhaseMeasurement measured =
        new PhaseRunner(NanoClock.system(), LIMITS)
            .run(
                plan,
                store,
                client -> workload.loadRequests(client, plan.clients()),
                stop,
                intervals::add);

    assertThat(measured.recorded().okCount()).isEqualTo(50_000);
    assertThat(measured.requests()).isEqualTo(50_000);
    assertThat(new HashSet<>(asked))
        .hasSize(50_000)
        .isEqualTo(
            new HashSet<>(
                Asked.ofShares(plan, client -> workload.loadRequests(client, plan.clients()))
                    .stream()
                    .flatMap(List::stream)
                    .toList()));
  }

  @Test
  void anOpenShareIsFoundFromEverywhere() {
    for (int clients : new int[] {1, 63, 64, 65, 128, 200}) {
      for (int left = 0; left < clients; left += 7) {
        ClientQuotas shares = empty(clients);
        for (int index = 0; index < clients; index++) {
          assertThat(shares.openFrom(index)).as("all of them are open").isEqualTo(index);
        }
        for (int index = 0; index < clients; index++) {
          if (index != left) {
            shares.close(index);
          }
        }
        for (int index = 0; index < clients; index++) {
          assertThat(shares.openFrom(index)).isEqualTo(left);
        }
        shares.close(left);
        assertThat(shares.openFrom(clients - 1)).isEqualTo(ClientQuotas.NONE);
      }
    }
  }

  private static ClientQuotas empty(int clients) {
    return new ClientQuotas(
        IntStream.range(0, clients)
            .mapToObj(index -> new ClientQuota(new Counter(index), 0))
            .toList());
  }
}
