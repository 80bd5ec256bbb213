package io.kvbench.runner.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import io.kvbench.core.result.RunResult;
import io.kvbench.reports.text.StoreFact;
import io.kvbench.reports.text.StoreLine;
import io.kvbench.runner.embed.Kvbench;
import io.kvbench.runner.embed.PlanBuilder;
import io.kvbench.runner.embed.WorkloadSpec;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.Bindings.Reachable;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The sentences that a report prints about a store, each by the stores for which it is true and by
 * no others. The stores go through whole runs.
 */
@Timeout(120)
class StoreSentencesTest {
  private static final Reachable MEMORY = Bindings.load().find("memory").orElseThrow();
  private static final Map<Store, String> SAID = new TreeMap<>();

  private static final String LOAD = "dotransactions=false operationcount=0 recordcount=100";
  private static final String MIX =
      "recordcount=100 operationcount=200 readproportion=0.4 updateproportion=0.2"
          + " insertproportion=0.2 deleteproportion=0.2 dataintegrity=true";
  private static final String UPDATES =
      "recordcount=50 operationcount=500 readproportion=0 updateproportion=1 dataintegrity=true";
  private static final String SWAPS =
      "recordcount=10 operationcount=100 readproportion=0 updateproportion=0"
          + " compareandsetproportion=1";
  private static final String RANGES =
      "recordcount=100 operationcount=20 readproportion=0 updateproportion=0 rangeproportion=1";

  private static final String SCANS =
      "recordcount=100 operationcount=20 readproportion=0 updateproportion=0 scanproportion=1";
  private static final String LOCKS =
      "recordcount=10 operationcount=20 readproportion=0 updateproportion=0 lockproportion=1"
          + " locks=2";
  private static final String PAUSES =
      "recordcount=10 operationcount=40 clients=4 readproportion=0 updateproportion=0"
          + " lockproportion=1 locks=2 lock.pauses=1 lock.ttl=1ms lock.pause=20ms";
  private static final String LEASES =
      "recordcount=0 operationcount=30 readproportion=0 updateproportion=0 leaseexpiryproportion=1";
  private static final String WATCHERS =
      "recordcount=10 operationcount=100 readproportion=0 updateproportion=0"
          + " watchedupdateproportion=1 watch.keys=5 watch.watchers=3";

  /** What happens to an operation, by its number in all runs on the store. */
  @FunctionalInterface
  private interface Script {
    void answer(long number, Operation operation, Session honest, Completion completion);
  }

  private static final Script HONEST =
      (number, operation, honest, completion) -> honest.submit(operation, completion);

  /** Answers OK to operations of a type and does not carry them out. */
  private static Script dropping(Class<? extends Operation> type, long from, long to) {
    return (number, operation, honest, completion) -> {
      if (type.isInstance(operation) && number >= from && number <= to) {
        completion.succeeded(Outcome.OK);
      } else {
        honest.submit(operation, completion);
      }
    };
  }

  /** Locks that have one owner at a time, in the order in which they were asked for. */
  private static final class FairLocks implements Script {
    private final Map<Operation.Lock, Queue<Completion>> waiting = new HashMap<>();
    private final boolean fenced;
    private long token;

    /**
     * Grants locks.
     *
     * @param fenced whether the writes of former owners are refused: here, all fenced ones
     */
    FairLocks(boolean fenced) {
      this.fenced = fenced;
    }

    @Override
    public void answer(long number, Operation operation, Session honest, Completion completion) {
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
        case Operation.FencedUpdate update -> {
          if (fenced) {
            completion.succeeded(Outcome.CONFLICT);
          } else {
            honest.submit(new Operation.Update(update.key(), update.value()), completion);
          }
        }
        default -> honest.submit(operation, completion);
      }
    }

    private synchronized void acquire(Operation.Lock lock, Completion completion) {
      Queue<Completion> others = waiting.get(lock);
      if (others == null) {
        waiting.put(lock, new ArrayDeque<>());
        completion.granted(++token);
      } else {
        others.add(completion);
      }
    }

    private synchronized void release(Operation.Lock lock) {
      Completion next = waiting.getOrDefault(lock, new ArrayDeque<>()).poll();
      if (next == null) {
        waiting.remove(lock);
      } else {
        next.granted(++token);
      }
    }
  }

  /** Leases whose records are gone so long after they were granted. */
  private static Script leases(long millis) {
    return (number, operation, honest, completion) -> {
      switch (operation) {
        case Operation.GrantLease grant -> completion.granted(7);
        case Operation.AttachToLease attach -> completion.granted(8);
        case Operation.AwaitExpiry await ->
            CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS)
                .execute(() -> completion.succeeded(Outcome.OK));
        default -> completion.failed(ErrorKind.INVALID, "unexpected");
      }
    };
  }

  /** Watchers that are told of every fiftieth event so many times. */
  private static UnaryOperator<WatchListener> everyFiftieth(int times) {
    AtomicLong events = new AtomicLong();
    return told ->
        new WatchListener() {
          @Override
          public void opened() {
            told.opened();
          }

          @Override
          public void changed(long version) {
            int count = events.incrementAndGet() % 50 == 0 ? times : 1;
            for (int time = 0; time < count; time++) {
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
  }

  /** Stores and what is run on them, one run after the other; the last one is reported. */
  private enum Store {
    HONEST_STORE(HONEST, MIX),
    LOSING_INSERTS(dropping(Operation.Insert.class, 7, 7), LOAD),
    LOSING_UPDATES(dropping(Operation.Update.class, 51, 550), UPDATES),
    LOSING_DELETES(dropping(Operation.Delete.class, 101, 300), MIX),
    WITH_FOREIGN_KEYS(
        (number, operation, honest, completion) -> {
          honest.submit(operation, completion);
          if (number == 50) {
            honest.submit(new Operation.Insert(Key.of("foreign"), Value.of(new byte[1])), IGNORED);
          }
        },
        LOAD),
    TIMING_OUT(
        (number, operation, honest, completion) -> {
          honest.submit(operation, number == 7 ? IGNORED : completion);
          if (number == 7) {
            completion.failed(ErrorKind.TIMEOUT, "late");
          }
        },
        LOAD),
    UNREADABLE(
        (number, operation, honest, completion) -> {
          if (operation instanceof Operation.Read read && read.key().toString().equals("user7")) {
            completion.failed(ErrorKind.UNAVAILABLE, "no quorum");
          } else {
            honest.submit(operation, completion);
          }
        },
        LOAD),
    WITH_FEWER_RECORDS(HONEST, LOAD, "recordcount=1000 operationcount=10 dotransactions=true"),
    WITH_OTHER_SIZES(
        HONEST,
        LOAD + " valuesize=100",
        "recordcount=100 operationcount=10 dotransactions=true valuesize=1000 readproportion=1"
            + " updateproportion=0"),
    COMPARING(HONEST, SWAPS),
    IGNORING_VERSIONS(dropping(Operation.CompareAndSet.class, 0, Long.MAX_VALUE), SWAPS),
    WITH_RANGES(HONEST, RANGES),
    CUTTING_RANGES(
        (number, operation, honest, completion) -> {
          if (operation instanceof Operation.Range range) {
            completion.scanned((int) (range.expected().orElseThrow() / 2));
          } else {
            honest.submit(operation, completion);
          }
        },
        RANGES),
    WITH_SCANS(HONEST, SCANS + " minscanlength=1 maxscanlength=1"),
    CUTTING_SCANS(
        (number, operation, honest, completion) -> {
          if (operation instanceof Operation.Scan scan) {
            completion.scanned(scan.limit() / 2);
          } else {
            honest.submit(operation, completion);
          }
        },
        SCANS + " minscanlength=10 maxscanlength=10"),
    WITH_LOCKS(new FairLocks(false), LOCKS),
    WITH_ELECTIONS(new FairLocks(false), LOCKS.replace("lockproportion", "electionproportion")),
    REUSING_TOKENS(
        (number, operation, honest, completion) -> {
          switch (operation) {
            case Operation.Lock lock -> completion.granted(1);
            case Operation.Unlock unlock -> completion.succeeded(Outcome.OK);
            case Operation.FencedUpdate update ->
                honest.submit(new Operation.Update(update.key(), update.value()), completion);
            default -> honest.submit(operation, completion);
          }
        },
        LOCKS),
    FENCING_PAUSED_OWNERS(new FairLocks(true), PAUSES),
    ACCEPTING_STALE_WRITES(new FairLocks(false), PAUSES),
    EXPIRING_IN_TIME(leases(20), LEASES + " lease.ttl=1ms"),
    EXPIRING_EARLY(leases(0), LEASES + " lease.ttl=1h"),
    DELIVERING(everyFiftieth(1), WATCHERS),
    LOSING_EVENTS(everyFiftieth(0), WATCHERS),
    DUPLICATING_EVENTS(everyFiftieth(2), WATCHERS),
    BLIND_LOADED_TWICE(StoreSentencesTest::blindly, LOAD, LOAD),
    BLIND_WITH_OTHER_RECORDS(
        StoreSentencesTest::blindly,
        LOAD,
        "keyprefix=other recordcount=50 operationcount=2000 dotransactions=true readproportion=0"
            + " updateproportion=1 requestdistribution=uniform");

    private final Script script;
    private final UnaryOperator<WatchListener> watching;
    private final List<String> runs;

    Store(Script script, String... runs) {
      this.script = script;
      this.watching = UnaryOperator.identity();
      this.runs = List.of(runs);
    }

    Store(UnaryOperator<WatchListener> watching, String... runs) {
      this.script = StoreSentencesTest.HONEST;
      this.watching = watching;
      this.runs = List.of(runs);
    }

    boolean isBlind() {
      return name().startsWith("BLIND");
    }
  }

  /** An insert of a record that is there overwrites it, an update of one that is not creates it. */
  private static void blindly(
      long number, Operation operation, Session honest, Completion completion) {
    switch (operation) {
      case Operation.Insert insert -> {
        honest.submit(insert, IGNORED);
        honest.submit(new Operation.Update(insert.key(), insert.value()), completion);
      }
      case Operation.Update update -> {
        honest.submit(new Operation.Insert(update.key(), update.value()), IGNORED);
        honest.submit(update, completion);
      }
      default -> honest.submit(operation, completion);
    }
  }

  private static final Completion IGNORED =
      new Completion() {
        @Override
        public void succeeded(Outcome outcome) {}

        @Override
        public void found(ByteBuffer value, long version) {}

        @Override
        public void failed(ErrorKind kind, String message) {}
      };

  /** A sentence, and the stores for which it is true. */
  private record Sentence(String pattern, Set<Store> stores) {
    @Override
    public String toString() {
      return pattern;
    }
  }

  private static Sentence sentence(String pattern, Store... stores) {
    return new Sentence(pattern, Set.of(stores));
  }

  static List<Sentence> sentences() {
    return List.of(
        sentence(
            "Store: MISMATCH", Store.LOSING_INSERTS, Store.LOSING_DELETES, Store.WITH_FOREIGN_KEYS),
        sentence("; \\d+ missing\n", Store.LOSING_INSERTS),
        sentence("\\d+ too many\n", Store.LOSING_DELETES, Store.WITH_FOREIGN_KEYS),
        sentence("write with an unknown outcome may or may not be included", Store.TIMING_OUT),
        sentence("100 inserts added no record: they overwrote", Store.BLIND_LOADED_TWICE),
        sentence("50 more than inserts explain: created by", Store.BLIND_WITH_OTHER_RECORDS),
        sentence(
            "does not report whether a write found a record",
            Store.BLIND_LOADED_TWICE,
            Store.BLIND_WITH_OTHER_RECORDS),
        sentence(
            "each of these is present or deleted as acknowledged",
            Store.HONEST_STORE,
            Store.COMPARING,
            Store.IGNORING_VERSIONS,
            Store.WITH_RANGES,
            Store.CUTTING_RANGES,
            Store.WITH_SCANS,
            Store.CUTTING_SCANS,
            Store.WITH_LOCKS,
            Store.WITH_ELECTIONS,
            Store.REUSING_TOKENS,
            Store.FENCING_PAUSED_OWNERS,
            Store.ACCEPTING_STALE_WRITES,
            Store.DELIVERING,
            Store.LOSING_EVENTS,
            Store.DUPLICATING_EVENTS,
            Store.BLIND_LOADED_TWICE),
        sentence("99 present or deleted as acknowledged, 1 left open", Store.TIMING_OUT),
        sentence(
            "\\d+ present as the workload expects",
            Store.WITH_OTHER_SIZES,
            Store.BLIND_WITH_OTHER_RECORDS),
        sentence("Keys: MISMATCH.* 1 acknowledged but missing", Store.LOSING_INSERTS),
        sentence("Keys: MISMATCH.* deleted but still present", Store.LOSING_DELETES),
        sentence("Keys: MISMATCH.* or more unexpected", Store.WITH_FOREIGN_KEYS),
        sentence(
            "Inserts: records up to number (\\d+); to insert more: -t -p recordcount=\\d+\n",
            Store.HONEST_STORE,
            Store.LOSING_DELETES),
        sentence("without the last acknowledged write", Store.LOSING_UPDATES),
        sentence("holds? the last acknowledged write", Store.HONEST_STORE),
        sentence("900 expected from before the run but missing", Store.WITH_FEWER_RECORDS),
        sentence("1 unreadable \\(UNAVAILABLE: no quorum\\)", Store.UNREADABLE),
        sentence("100 compare-and-sets OK, no two found", Store.COMPARING),
        sentence("Versions: VIOLATION", Store.IGNORING_VERSIONS),
        sentence("of a size that the workload does not write", Store.WITH_OTHER_SIZES),
        sentence("Ranges: .*; ([\\d,]+) of the \\1 records expected", Store.WITH_RANGES),
        sentence("Ranges: .* of the .* records expected", Store.WITH_RANGES, Store.CUTTING_RANGES),
        sentence("Scans: .*; ([\\d,]+) of the \\1 records requested", Store.WITH_SCANS),
        sentence("Scans: 20 scans with 5.0 .*; 100 of the 200 records", Store.CUTTING_SCANS),
        sentence("Locks: acquired 20 times, one owner at a time", Store.WITH_LOCKS),
        sentence("Elections: won 20 times, one owner at a time", Store.WITH_ELECTIONS),
        sentence("with a token that is not greater than that of", Store.REUSING_TOKENS),
        sentence("Locks: VIOLATION: acquired", Store.REUSING_TOKENS, Store.ACCEPTING_STALE_WRITES),
        sentence(
            "a fenced write of client \\d under .* was acknowledged after another client",
            Store.ACCEPTING_STALE_WRITES),
        sentence(
            "\\d+ of them beside an owner that was paused on purpose; otherwise one owner",
            Store.FENCING_PAUSED_OWNERS),
        sentence(
            "Leases: 30 leases expired, none early; with 95 % confidence", Store.EXPIRING_IN_TIME),
        sentence("Leases: VIOLATION: 30 leases expired, 30 of them early", Store.EXPIRING_EARLY),
        sentence("Watchers: 300 of 300 events delivered\n", Store.DELIVERING),
        sentence("Watchers: VIOLATION: 294 of 300 events delivered, 6 lost;", Store.LOSING_EVENTS),
        sentence(
            "Watchers: VIOLATION: 300 of 300 events delivered, 6 duplicated;",
            Store.DUPLICATING_EVENTS));
  }

  @BeforeAll
  static void runAll() throws Exception {
    for (Store store : Store.values()) {
      StringBuilder said = new StringBuilder();
      for (StoreFact fact : StoreLine.of(run(store))) {
        said.append(fact.label()).append(": ").append(fact.text()).append('\n');
      }
      SAID.put(store, said.toString());
    }
  }

  @ParameterizedTest
  @MethodSource("sentences")
  void isSaidByTheStoresForWhichItIsTrueAndNoOthers(Sentence sentence) {
    Pattern pattern = Pattern.compile(sentence.pattern());
    SAID.forEach(
        (store, text) ->
            assertThat(pattern.matcher(text).find())
                .as("%s of %s: %s", sentence, store, text)
                .isEqualTo(sentence.stores().contains(store)));
  }

  @Test
  void everyStoreHasSomethingSaidOfIt() {
    assertThat(SAID.values()).allMatch(text -> text.contains("Store: "));
    assertThat(SAID)
        .allSatisfy(
            (store, text) ->
                assertThat(text.contains("Keys: "))
                    .as("%s: %s", store, text)
                    .isEqualTo(!store.name().startsWith("EXPIRING")));
  }

  private static RunResult run(Store store) throws Exception {
    SystemDescriptor system =
        store.isBlind() ? blind(MEMORY.system()) : everything(MEMORY.system());
    AtomicLong operations = new AtomicLong();
    Binding honest = MEMORY.provider().open(system, config());
    Binding scripted =
        new Binding() {
          @Override
          public Session openSession(int client) throws BindingException {
            Session session = honest.openSession(client);
            return (operation, completion) ->
                store.script.answer(operations.incrementAndGet(), operation, session, completion);
          }

          @Override
          public Watcher watch(WatcherRequest request, WatchListener listener)
              throws BindingException {
            return honest.watch(request, store.watching.apply(listener));
          }

          @Override
          public List<ServerState> servers() throws InterruptedException {
            return honest.servers();
          }

          @Override
          public String clientLibrary() {
            return "scripted";
          }

          @Override
          public void close() {}
        };
    List<RunResult> results = new ArrayList<>();
    for (String settings : store.runs) {
      PlanBuilder plan =
          Kvbench.plan(system, scripted)
              .workload(WorkloadSpec.properties("sentences"))
              .set("insertorder", "ordered");
      if (!settings.contains("clients=")) {
        plan.set("clients", "1");
      }
      for (String setting : settings.split(" ")) {
        String[] parts = setting.split("=", 2);
        plan.set(parts[0], parts[1]);
      }
      results.add(Kvbench.run(plan.build()));
    }
    honest.close();
    return results.getLast();
  }

  private static BindingConfig config() {
    return new BindingConfig(
        List.of(), 1, Duration.ofSeconds(1), Runs.plan().build().plan().settings());
  }

  private static SystemDescriptor everything(SystemDescriptor system) {
    return new SystemDescriptor(
        system.name(),
        system.title(),
        EnumSet.allOf(Capability.class),
        Map.of(),
        system.settings(),
        true);
  }

  private static SystemDescriptor blind(SystemDescriptor system) {
    return new SystemDescriptor(
        system.name(),
        system.title(),
        system.capabilities(),
        system.reasons(),
        system.settings(),
        system.local(),
        system.exclusiveConnections(),
        true,
        system.remarks(),
        system.notes(),
        system.ownConnections(),
        system.maxConnections());
  }
}
