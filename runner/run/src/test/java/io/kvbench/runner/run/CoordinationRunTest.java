package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.measure.DeliveryCounts;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.WatchTarget;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.Verdict.Reason;
import io.kvbench.results.format.Verdict.Validity;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.ScriptedStore.Script;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of whole runs on stores with correct locks and leases, and on stores with faulty ones. */
@Timeout(60)
final class CoordinationRunTest {
  private static final Bindings.Reachable MEMORY = Bindings.load().find("memory").orElseThrow();
  private static final String[] LOCKS = {
    "recordcount=10",
    "operationcount=200",
    "clients=4",
    "readproportion=0",
    "updateproportion=0",
    "lockproportion=1",
    "locks=2",
    "lock.hold=1ms"
  };

  @TempDir private Path results;

  private static SystemDescriptor everything() {
    SystemDescriptor memory = MEMORY.system();
    return new SystemDescriptor(
        memory.name(),
        memory.title(),
        EnumSet.allOf(Capability.class),
        Map.of(),
        memory.settings(),
        true);
  }

  private RunResult run(Script script, String[] workload, String... more) throws Exception {
    return run(new ScriptedStore(MEMORY, script, (number, states) -> states), workload, more);
  }

  private RunResult run(ScriptedStore store, String[] workload, String... more) throws Exception {
    Clusters clusters = Clusters.load();
    String[] assignments =
        Stream.of(Arrays.stream(workload), Arrays.stream(more), Stream.of("hosts.every=off"))
            .flatMap(part -> part)
            .toArray(String[]::new);
    return new BenchmarkRun(
            Plans.of(everything(), clusters, assignments),
            store,
            clusters,
            new StopSignal(),
            RunListener.NONE,
            List.of(),
            false)
        .execute(results)
        .result();
  }

  /** Locks with one owner at a time, in the order of the requests. */
  private static final class FairLocks implements Script {
    private record Waiting(Completion completion) {}

    private final Map<Operation.Lock, Queue<Waiting>> waiting = new HashMap<>();
    private final AtomicLong tokens = new AtomicLong();

    @Override
    public void answer(
        long number,
        Operation operation,
        io.kvbench.core.binding.Session honest,
        Completion completion) {
      switch (operation) {
        case Operation.Lock lock -> acquire(lock, completion);
        case Operation.Unlock unlock -> {
          completion.succeeded(Outcome.OK);
          release(unlock.lock());
        }
        case Operation.AbandonLock abandon -> {
          completion.succeeded(Outcome.OK);
          release(abandon.lock());
        }
        case Operation.FencedUpdate update ->
            honest.submit(new Operation.Update(update.key(), update.value()), completion);
        default -> honest.submit(operation, completion);
      }
    }

    private void acquire(Operation.Lock lock, Completion completion) {
      boolean free;
      synchronized (waiting) {
        Queue<Waiting> others = waiting.get(lock);
        free = others == null;
        if (free) {
          waiting.put(lock, new ArrayDeque<>());
        } else {
          others.add(new Waiting(completion));
        }
      }
      if (free) {
        completion.granted(tokens.incrementAndGet());
      }
    }

    private void release(Operation.Lock lock) {
      Waiting next;
      synchronized (waiting) {
        next = waiting.get(lock).poll();
        if (next == null) {
          waiting.remove(lock);
        }
      }
      if (next != null) {
        next.completion().granted(tokens.incrementAndGet());
      }
    }
  }

  private static Optional<Reason> reason(RunResult result, String check) {
    return result.verdict().reasons().stream()
        .filter(reason -> reason.check().equals(check))
        .findFirst();
  }

  @Test
  void locksWithOneOwnerAtATimeAreAccusedOfNothing() throws Exception {
    RunResult result = run(new FairLocks(), LOCKS);

    assertNothingWasNoticed(result);
    assertThat(reason(result, "mutual exclusion")).isEmpty();
    var operations = result.phases().getLast().operations();
    for (OperationType type :
        List.of(
            OperationType.LOCK,
            OperationType.FENCED_UPDATE,
            OperationType.UNLOCK,
            OperationType.CRITICAL_SECTION)) {
      assertThat(operations.get(type).okCount()).as(type.name()).isEqualTo(200);
    }
    assertThat(operations.get(OperationType.LOCK_HANDOVER).okCount()).isPositive();
  }

  /** Requests may overtake one another on their way to the store, which is a queue. */
  private static void assertNothingWasNoticed(RunResult result) {
    CoordinationCounts counts = result.coordination().orElseThrow();
    assertThat(counts.outOfTurn()).isPresent();
    assertThat(counts)
        .usingRecursiveComparison()
        .ignoringFields("outOfTurn")
        .isEqualTo(CoordinationCounts.none());
  }

  @Test
  void aLockThatIsGrantedTwiceIsInvalidAndNamesBothOwners() throws Exception {
    AtomicLong tokens = new AtomicLong();
    FairLocks fair = new FairLocks();
    RunResult result =
        run(
            (number, operation, honest, completion) -> {
              if (operation instanceof Operation.Lock) {
                completion.granted(tokens.incrementAndGet());
              } else if (operation instanceof Operation.Unlock) {
                completion.succeeded(Outcome.OK);
              } else {
                fair.answer(number, operation, honest, completion);
              }
            },
            LOCKS);

    assertThat(result.verdict().validity()).isEqualTo(Validity.INVALID);
    assertThat(result.coordination().orElseThrow().overlaps()).isPositive();
    assertThat(reason(result, "mutual exclusion").orElseThrow().observed())
        .containsPattern("client \\d acquired lock\\d while client \\d owned it");
  }

  @Test
  void aFencedWriteOfAFormerOwnerThatIsAcknowledgedIsInvalid() throws Exception {
    String[] paused = {"lock.pauses=1", "lock.ttl=1ms", "lock.pause=20ms", "operationcount=40"};

    RunResult result = run(new FairLocks(), LOCKS, paused);

    assertThat(result.coordination().orElseThrow().staleWrites()).isPositive();
    assertThat(result.coordination().orElseThrow().overlaps()).isZero();
    assertThat(result.verdict().validity()).isEqualTo(Validity.INVALID);
  }

  @Test
  void pausedOwnersWhoseFencedWritesAreRefusedAreOnlyCounted() throws Exception {
    String[] paused = {"lock.pauses=1", "lock.ttl=1ms", "lock.pause=20ms", "operationcount=40"};
    FairLocks fair = new FairLocks();

    RunResult result =
        run(
            (number, operation, honest, completion) -> {
              if (operation instanceof Operation.FencedUpdate) {
                completion.succeeded(Outcome.CONFLICT);
              } else {
                fair.answer(number, operation, honest, completion);
              }
            },
            LOCKS,
            paused);

    CoordinationCounts counts = result.coordination().orElseThrow();
    assertThat(counts.pausedOverlaps()).isPositive();
    assertThat(counts.breaksExclusion()).isFalse();
    assertThat(reason(result, "mutual exclusion")).isEmpty();
  }

  @Test
  void deadOwnersAreFollowedAfterAFailover() throws Exception {
    RunResult result = run(new FairLocks(), LOCKS, "lock.dies=0.5");

    var operations = result.phases().getLast().operations();
    assertThat(operations.get(OperationType.LOCK_FAILOVER).okCount()).isPositive();
    assertThat(operations.get(OperationType.ABANDON_LOCK).okCount()).isPositive();
    assertNothingWasNoticed(result);
  }

  private static final String[] LEASES = {
    "recordcount=0",
    "operationcount=20",
    "clients=2",
    "readproportion=0",
    "updateproportion=0",
    "leaseexpiryproportion=1",
    "lease.ttl=1h"
  };

  @Test
  void aLeaseThatEndsEarlyIsInvalid() throws Exception {
    RunResult result =
        run(
            (number, operation, honest, completion) -> {
              switch (operation) {
                case Operation.GrantLease grant -> completion.granted(7);
                case Operation.AttachToLease attach -> completion.granted(8);
                case Operation.AwaitExpiry await -> completion.succeeded(Outcome.OK);
                default -> completion.failed(ErrorKind.INVALID, "unexpected");
              }
            },
            LEASES);

    assertThat(result.verdict().validity()).isEqualTo(Validity.INVALID);
    assertThat(result.coordination().orElseThrow().earlyExpiries()).isEqualTo(20);
    assertThat(reason(result, "early expiry")).isPresent();
  }

  /** A store with one group, whose watchers receive all changes. */
  private static final class Groups implements Script {
    private final AtomicLong versions = new AtomicLong();
    private final List<WatchListener> watchers = new CopyOnWriteArrayList<>();

    @Override
    public synchronized void answer(
        long number,
        Operation operation,
        io.kvbench.core.binding.Session honest,
        Completion completion) {
      long version = versions.incrementAndGet();
      switch (operation) {
        case Operation.GrantLease grant -> completion.granted(version);
        case Operation.JoinGroup join -> {
          completion.granted(version);
          watchers.forEach(watcher -> watcher.changed(version));
        }
        case Operation.LeaveGroup leave -> {
          watchers.forEach(watcher -> watcher.changed(version));
          completion.granted(version);
        }
        case Operation.RevokeLease revoke -> completion.succeeded(Outcome.OK);
        default -> completion.failed(ErrorKind.INVALID, "unexpected");
      }
    }
  }

  private static final String[] MEMBERS = {
    "recordcount=0",
    "operationcount=50",
    "clients=4",
    "readproportion=0",
    "updateproportion=0",
    "membershipproportion=1",
    "watch.watchers=3"
  };

  @Test
  void everyMemberIsSeenToJoinAndToLeave() throws Exception {
    Groups groups = new Groups();
    ScriptedStore store =
        new ScriptedStore(MEMORY, groups, (number, states) -> states)
            .watchers(
                (request, told) -> {
                  assertThat(request.target()).isEqualTo(new WatchTarget.Group(Key.of("group0")));
                  groups.watchers.add(told);
                  told.opened();
                });

    RunResult result = run(store, MEMBERS);

    var operations = result.phases().getLast().operations();
    for (OperationType type :
        List.of(OperationType.MEMBERSHIP, OperationType.JOIN, OperationType.LEAVE)) {
      assertThat(operations.get(type).okCount()).as(type.name()).isEqualTo(50);
    }
    assertThat(operations.get(OperationType.WATCH_DELIVERY).okCount()).isEqualTo(300);
    assertThat(result.coordination().orElseThrow().deliveries().orElseThrow())
        .isEqualTo(
            new DeliveryCounts(300, 300, 0, 0, 0, 0, 0, 0, OptionalLong.of(0), Optional.empty()));
  }

  private static final String[] WATCHERS = {
    "recordcount=10",
    "operationcount=100",
    "clients=4",
    "readproportion=0",
    "updateproportion=0",
    "watchedupdateproportion=1",
    "watch.keys=5",
    "watch.watchers=3"
  };

  private static ScriptedStore watched() {
    return new ScriptedStore(
        MEMORY,
        (number, operation, honest, completion) -> honest.submit(operation, completion),
        (number, states) -> states);
  }

  @Test
  void eventsThatAllArriveAreAccusedOfNothing() throws Exception {
    RunResult result = run(watched(), WATCHERS);

    DeliveryCounts counts = result.coordination().orElseThrow().deliveries().orElseThrow();
    assertThat(counts)
        .isEqualTo(
            new DeliveryCounts(300, 300, 0, 0, 0, 0, 0, 0, OptionalLong.of(0), Optional.empty()));
    assertThat(reason(result, "watch delivery")).isEmpty();
  }

  /** A lock is granted with a token, which is no version of a record. */
  @Test
  void locksBesideWatchedUpdatesAreNotWaitedFor() throws Exception {
    RunResult result = run(new FairLocks(), WATCHERS, "lockproportion=1");

    DeliveryCounts counts = result.coordination().orElseThrow().deliveries().orElseThrow();
    long updates =
        result.phases().getLast().operations().get(OperationType.WATCHED_UPDATE).okCount();
    assertThat(updates).isBetween(1L, 99L);
    assertThat(counts.expected()).isEqualTo(3 * updates);
    assertThat(counts.delivered()).isEqualTo(3 * updates);
  }

  /** Loses every fiftieth event; the first watchers lose their connection once. */
  private static ScriptedStore losing(int interrupted) {
    AtomicLong watchers = new AtomicLong();
    AtomicLong events = new AtomicLong();
    return watched()
        .watching(
            told -> {
              boolean interrupts = watchers.incrementAndGet() <= interrupted;
              return new WatchListener() {
                @Override
                public void opened() {
                  told.opened();
                  if (interrupts) {
                    told.interrupted();
                    told.opened();
                  }
                }

                @Override
                public void changed(long version) {
                  if (events.incrementAndGet() % 50 != 0) {
                    told.changed(version);
                  }
                }

                @Override
                public void rearming() {
                  told.rearming();
                }

                @Override
                public void interrupted() {
                  told.interrupted();
                }

                @Override
                public void failed(ErrorKind kind, String message) {
                  told.failed(kind, message);
                }
              };
            });
  }

  @Test
  void eventsThatAreLostAreInvalid() throws Exception {
    RunResult result = run(losing(0), WATCHERS);

    DeliveryCounts counts = result.coordination().orElseThrow().deliveries().orElseThrow();
    assertThat(counts.lost()).isEqualTo(6);
    assertThat(counts.delivered()).isEqualTo(294);
    assertThat(result.verdict().validity()).isEqualTo(Validity.INVALID);
    assertThat(reason(result, "watch delivery").orElseThrow().observed()).contains("6");
  }

  @Test
  void eventsThatInterruptedWatchersMissAreSuspect() throws Exception {
    RunResult result = run(losing(15), WATCHERS);

    assertThat(result.coordination().orElseThrow().deliveries().orElseThrow().lost()).isEqualTo(6);
    assertThat(reason(result, "watch delivery")).isEmpty();
    assertThat(reason(result, "watchers interrupted").orElseThrow().observed())
        .contains("15 times", "6 of 300 deliveries lost");
    assertThat(result.verdict().validity()).isEqualTo(Validity.SUSPECT);
  }

  @Test
  void aWatcherThatIsInterruptedDoesNotExcuseTheOthers() throws Exception {
    RunResult result = run(losing(1), WATCHERS);

    assertThat(reason(result, "watchers interrupted")).isPresent();
    assertThat(reason(result, "watch delivery").orElseThrow().observed())
        .contains("at watchers that were never interrupted");
    assertThat(result.verdict().validity()).isEqualTo(Validity.INVALID);
  }
}
