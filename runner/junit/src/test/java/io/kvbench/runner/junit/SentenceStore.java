package io.kvbench.runner.junit;

import static io.kvbench.runner.junit.SentenceRuns.LEASES;
import static io.kvbench.runner.junit.SentenceRuns.LOAD;
import static io.kvbench.runner.junit.SentenceRuns.LOCKS;
import static io.kvbench.runner.junit.SentenceRuns.MIX;
import static io.kvbench.runner.junit.SentenceRuns.PAUSES;
import static io.kvbench.runner.junit.SentenceRuns.RANGES;
import static io.kvbench.runner.junit.SentenceRuns.SCANS;
import static io.kvbench.runner.junit.SentenceRuns.SWAPS;
import static io.kvbench.runner.junit.SentenceRuns.UPDATES;
import static io.kvbench.runner.junit.SentenceRuns.WATCHERS;
import static io.kvbench.runner.junit.StoreScripts.HONEST;
import static io.kvbench.runner.junit.StoreScripts.IGNORED;
import static io.kvbench.runner.junit.StoreScripts.dropping;
import static io.kvbench.runner.junit.StoreScripts.everyFiftieth;
import static io.kvbench.runner.junit.StoreScripts.leases;
import static io.kvbench.runner.junit.StoreScripts.timingOut;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Capability;
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
import io.kvbench.results.format.RunResult;
import io.kvbench.runner.embed.Kvbench;
import io.kvbench.runner.embed.PlanBuilder;
import io.kvbench.runner.embed.WorkloadSpec;
import io.kvbench.runner.junit.StoreScripts.FairLocks;
import io.kvbench.runner.junit.StoreScripts.Script;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.Bindings.Reachable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** Stores with consecutive runs on them; the last run is reported. */
@SuppressWarnings("ImmutableEnumChecker") // the fields are never modified
enum SentenceStore {
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
  BLIND_LOADED_TWICE(StoreScripts::blindly, LOAD, LOAD),
  BLIND_WITH_OTHER_RECORDS(
      StoreScripts::blindly,
      LOAD,
      "keyprefix=other recordcount=50 operationcount=2000 dotransactions=true readproportion=0"
          + " updateproportion=1 requestdistribution=uniform"),
  UNCOUNTED(HONEST, LOAD),
  UNREAD(HONEST, LOAD + " storecheck.timeout=0s"),
  SAMPLED(HONEST, LOAD + " storecheck.keys=50"),
  SAMPLED_LOSING_INSERTS(dropping(Operation.Insert.class, 11, 60), LOAD + " storecheck.keys=50"),
  LOSING_MORE_THAN_ONE_LATE(StoreScripts.losingMoreThan(1), LOAD),
  LOSING_MORE_THAN_TWO_LATE(StoreScripts.losingMoreThan(2), LOAD),
  TIMING_OUT_UPDATES(timingOut(Operation.Update.class, 541, 550), UPDATES),
  WITH_LOCKS_AND_ELECTIONS(
      new FairLocks(false),
      LOCKS.replace("lockproportion=1", "lockproportion=0.5 electionproportion=0.5")),
  WITH_UNFAIR_LOCKS(
      new FairLocks(false, false), LOCKS + " clients=4 locks=1 lock.hold=2ms operationcount=40"),
  WITH_EXPIRING_LOCKS(
      new StoreScripts.ExpiringLocks(), LOCKS + " clients=4 locks=1 lock.hold=20ms lock.ttl=1ms"),
  REORDERING_EVENTS(StoreScripts::swapping, WATCHERS),
  COALESCING_EVENTS(everyFiftieth(0), WATCHERS),
  WITH_ONE_RECORD(HONEST, UPDATES.replace("recordcount=50", "recordcount=1")),
  WITH_SIZES(HONEST, MIX.replace(" dataintegrity=true", "") + " valuesize=100*1,200*1"),
  BLIND_WITH_FOREIGN_KEYS(
      (number, operation, honest, completion) -> {
        StoreScripts.blindly(number, operation, honest, completion);
        if (operation instanceof Operation.Insert insert
            && insert.key().toString().equals("user150")) {
          honest.submit(new Operation.Insert(Key.of("foreign"), Value.of(new byte[1])), IGNORED);
        }
      },
      LOAD,
      LOAD + " insertstart=100 recordcount=200");

  private static final Reachable MEMORY = Bindings.load().find("memory").orElseThrow();

  private final Script script;
  private final UnaryOperator<WatchListener> watching;
  private final List<String> runs;
  private final AtomicLong highest = new AtomicLong(-1);

  SentenceStore(Script script, String... runs) {
    this(script, UnaryOperator.identity(), runs);
  }

  SentenceStore(UnaryOperator<WatchListener> watching, String... runs) {
    this(HONEST, watching, runs);
  }

  SentenceStore(Script script, UnaryOperator<WatchListener> watching, String... runs) {
    this.script = script;
    this.watching = watching;
    this.runs = List.of(runs);
  }

  private boolean isBlind() {
    return name().startsWith("BLIND");
  }

  /** Returns the largest number of a record that was inserted after the load phases. */
  long highestInserted() {
    return highest.get();
  }

  /** Performs the runs, and returns the result of the last one. */
  RunResult run() throws Exception {
    SystemDescriptor system = isBlind() ? blind(MEMORY.system()) : everything(MEMORY.system());
    AtomicLong operations = new AtomicLong();
    Binding honest = MEMORY.provider().open(system, config());
    Binding scripted =
        new Binding() {
          @Override
          public Session openSession(int client) throws BindingException {
            Session session = honest.openSession(client);
            return (operation, completion) -> {
              if (operation instanceof Operation.Insert insert) {
                highest.accumulateAndGet(
                    Long.parseLong(insert.key().toString().replaceAll("\\D", "")), Math::max);
              }
              script.answer(operations.incrementAndGet(), operation, session, completion);
            };
          }

          @Override
          public Watcher watch(WatcherRequest request, WatchListener listener)
              throws BindingException {
            Watcher watcher = honest.watch(request, watching.apply(listener));
            return SentenceStore.this == COALESCING_EVENTS ? new Coalescing(watcher) : watcher;
          }

          @Override
          public List<ServerState> servers() throws InterruptedException {
            return SentenceStore.this == UNCOUNTED
                ? List.of(ServerState.of("memory", OptionalLong.empty()))
                : honest.servers();
          }

          @Override
          public String clientLibrary() {
            return "scripted";
          }

          @Override
          public void close() {}
        };
    List<RunResult> results = new ArrayList<>();
    for (String settings : runs) {
      PlanBuilder plan =
          Kvbench.plan(system, scripted)
              .workload(WorkloadSpec.properties("sentences"))
              .set("insertorder", "ordered");
      if (!settings.contains("clients=")) {
        plan.set("clients", "1");
      }
      for (String setting : settings.split(" ", -1)) {
        String[] parts = setting.split("=", 2);
        plan.set(parts[0], parts[1]);
      }
      results.add(Kvbench.run(plan.build()));
    }
    honest.close();
    return results.getLast();
  }

  /** A watcher that reports the latest state only. */
  private record Coalescing(Watcher watcher) implements Watcher {
    @Override
    public boolean coalesces() {
      return true;
    }

    @Override
    public void close() {
      watcher.close();
    }
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
        system.maxConnections(),
        system.promises());
  }
}
