package io.kvbench.runner.junit;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** The behaviour of stores and their watchers in {@link SentenceStore}. */
final class StoreScripts {
  private StoreScripts() {}

  /** The handling of an operation, by its number in all runs on the store. */
  @FunctionalInterface
  interface Script {
    void answer(long number, Operation operation, Session honest, Completion completion);
  }

  static final Script HONEST =
      (number, operation, honest, completion) -> honest.submit(operation, completion);

  /** Answers OK to operations of a type without applying them. */
  static Script dropping(Class<? extends Operation> type, long from, long to) {
    return (number, operation, honest, completion) -> {
      if (type.isInstance(operation) && number >= from && number <= to) {
        completion.succeeded(Outcome.OK);
      } else {
        honest.submit(operation, completion);
      }
    };
  }

  /** Locks with one owner at a time. */
  static final class FairLocks implements Script {
    private final Map<Operation.Lock, Deque<Completion>> waiting = new HashMap<>();
    private final boolean fenced;
    private final boolean fair;
    private long token;

    /**
     * Creates locks that are granted in the order of requests.
     *
     * @param fenced whether the writes of former owners are rejected: here, all fenced ones
     */
    FairLocks(boolean fenced) {
      this(fenced, true);
    }

    /**
     * Creates locks that are granted in the order of requests, or in the opposite order.
     *
     * @param fair whether in the order of requests
     */
    FairLocks(boolean fenced, boolean fair) {
      this.fenced = fenced;
      this.fair = fair;
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
      Deque<Completion> others = waiting.get(lock);
      if (others == null) {
        waiting.put(lock, new ArrayDeque<>());
        completion.granted(++token);
      } else {
        others.add(completion);
      }
    }

    private synchronized void release(Operation.Lock lock) {
      Deque<Completion> others = waiting.getOrDefault(lock, new ArrayDeque<>());
      Completion next = fair ? others.pollFirst() : others.pollLast();
      if (next == null) {
        waiting.remove(lock);
      } else {
        next.granted(++token);
      }
    }
  }

  /** Leases whose records disappear a fixed time after the grant. */
  static Script leases(long millis) {
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

  /** Watchers that get every fiftieth event a number of times, from the 25th on. */
  static UnaryOperator<WatchListener> everyFiftieth(int times) {
    AtomicLong events = new AtomicLong();
    return told ->
        new Passing(told) {
          @Override
          public void changed(long version) {
            int count = events.incrementAndGet() % 50 == 25 ? times : 1;
            for (int time = 0; time < count; time++) {
              super.changed(version);
            }
          }
        };
  }

  /** An insert overwrites an existing record, an update creates a missing one. */
  static void blindly(long number, Operation operation, Session honest, Completion completion) {
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

  static final Completion IGNORED =
      new Completion() {
        @Override
        public void succeeded(Outcome outcome) {}

        @Override
        public void found(ByteBuffer value, long version) {}

        @Override
        public void failed(ErrorKind kind, String message) {}
      };

  /** Completes a request with a timeout although it is applied. */
  static Script timingOut(Class<? extends Operation> type, long from, long to) {
    return (number, operation, honest, completion) -> {
      boolean late = type.isInstance(operation) && number >= from && number <= to;
      honest.submit(operation, late ? IGNORED : completion);
      if (late) {
        completion.failed(ErrorKind.TIMEOUT, "late");
      }
    };
  }

  /** Loses six acknowledged inserts, and answers some others too late. */
  static Script losingMoreThan(long late) {
    Script lost = dropping(Operation.Insert.class, 11, 16);
    Script slow = timingOut(Operation.Insert.class, 21, 20 + late);
    return (number, operation, honest, completion) ->
        (number > 20 ? slow : lost).answer(number, operation, honest, completion);
  }

  /**
   * Locks whose leases expire while their owners still hold them: the next client gets one 5 ms
   * after the previous one. Fenced writes are rejected.
   */
  static final class ExpiringLocks implements Script {
    private final Deque<Completion> waiting = new ArrayDeque<>();
    private boolean granting;
    private long token;

    @Override
    public void answer(long number, Operation operation, Session honest, Completion completion) {
      switch (operation) {
        case Operation.Lock lock -> ask(completion);
        case Operation.Unlock unlock -> completion.succeeded(Outcome.OK);
        case Operation.FencedUpdate update -> completion.succeeded(Outcome.CONFLICT);
        default -> honest.submit(operation, completion);
      }
    }

    private synchronized void ask(Completion completion) {
      waiting.add(completion);
      if (!granting) {
        granting = true;
        grant();
      }
    }

    private synchronized void grant() {
      Completion next = waiting.poll();
      granting = next != null;
      if (next != null) {
        next.granted(++token);
        CompletableFuture.delayedExecutor(5, TimeUnit.MILLISECONDS).execute(this::grant);
      }
    }
  }

  /** Watchers that get their second and third event in the opposite order. */
  static WatchListener swapping(WatchListener told) {
    AtomicLong events = new AtomicLong();
    AtomicLong held = new AtomicLong();
    return new Passing(told) {
      @Override
      public void changed(long version) {
        long number = events.incrementAndGet();
        if (number == 2) {
          held.set(version);
          return;
        }
        super.changed(version);
        if (number == 3) {
          super.changed(held.get());
        }
      }
    };
  }

  /** A delegating base class. */
  private static class Passing implements WatchListener {
    private final WatchListener told;

    Passing(WatchListener told) {
      this.told = told;
    }

    @Override
    public void opened() {
      told.opened();
    }

    @Override
    public void changed(long version) {
      told.changed(version);
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
  }
}
