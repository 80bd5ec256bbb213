package io.kvbench.bindings.consul.library;

import io.kvbench.bindings.consul.api.ConsulFailure;
import io.kvbench.bindings.consul.api.ConsulTransactions;
import io.kvbench.bindings.consul.api.HttpAnswer;
import io.kvbench.bindings.consul.library.LibraryClient.ReadOptions;
import io.kvbench.bindings.consul.library.LibraryClient.Stored;
import io.kvbench.bindings.consul.library.LibraryClient.TransactionStep;
import io.kvbench.bindings.consul.library.LibraryClient.WriteCondition;
import io.kvbench.bindings.consul.operation.ConsulCoordinationCalls;
import io.kvbench.bindings.consul.options.ConsulClientOptions;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation.FencedUpdate;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Requests through consul-client's session and key-value clients, which block the caller. The
 * answer to an acquired lock has no index, which is read afterwards.
 */
final class ConsulLibraryCalls implements ConsulCoordinationCalls {
  static final String TEXT = "consul-client sends values of transactions as text";

  private static final byte[] NOTHING = new byte[0];
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
  private static final String INVALID_SESSION = "invalid session";

  private final ConsulLibraryConnection connection;
  private final ConsulClientOptions options;
  private final PendingReleases releases;

  ConsulLibraryCalls(
      ConsulLibraryConnection connection, ConsulClientOptions options, PendingReleases releases) {
    this.connection = connection;
    this.options = options;
    this.releases = releases;
  }

  @Override
  public ConsulClientOptions options() {
    return options;
  }

  @Override
  public PendingReleases releases() {
    return releases;
  }

  /** consul-client cannot create a session without checks of the server's node. */
  @Override
  public void create(
      Duration timeToLive,
      Duration lockDelay,
      String behavior,
      BiConsumer<String, Completion> created,
      Completion completion) {
    if (ConsulCoordinationCalls.isGranted(timeToLive, completion)) {
      String ttl = ConsulCoordinationCalls.millis(timeToLive);
      String delay = ConsulCoordinationCalls.millis(lockDelay);
      connection.perform(
          () ->
              created.accept(
                  connection.ask(client -> client.createSession(ttl, delay, behavior)), completion),
          completion);
    }
  }

  @Override
  public void renew(String session, Completion completion) {
    connection.perform(
        () -> completion.succeeded(connection.ask(client -> renewed(client, session))), completion);
  }

  private static Outcome renewed(LibraryClient client, String session) {
    try {
      return client.renewSession(session) ? Outcome.OK : Outcome.NOT_FOUND;
    } catch (RuntimeException e) {
      if (LibraryErrors.hasStatus(e, HttpAnswer.NOT_FOUND)) {
        return Outcome.NOT_FOUND;
      }
      throw e;
    }
  }

  @Override
  public void destroy(String session, Completion completion) {
    connection.perform(
        () -> {
          connection.ask(
              client -> {
                client.destroySession(session);
                return Outcome.OK;
              });
          completion.succeeded(Outcome.OK);
        },
        completion);
  }

  /** The record of a lock, as read. */
  private record State(Optional<String> session, long index) {
    static final State NONE = new State(Optional.empty(), 0);

    static State of(Stored record) {
      return new State(record.session(), record.index());
    }

    boolean isHeldBy(String owner) {
      return session.filter(owner::equals).isPresent();
    }
  }

  /** Alternates attempts with waiting for the lock's record to change, on a separate connection. */
  @Override
  public void acquire(
      Key lock, String session, long deadlineNanos, Acquired acquired, Completion completion) {
    String key = String.valueOf(options.lockKeys().text(lock));
    ConsulLibraryConnection waiting = connection.another();
    connection.perform(
        () -> {
          State seen = State.NONE;
          while (true) {
            Optional<State> tried =
                connection.ask(client -> acquire(client, key, session, NOTHING));
            if (tried.isEmpty()) {
              acquired.sessionOver(completion);
              return;
            }
            State now = tried.get();
            if (now.isHeldBy(session)) {
              acquired.done(now.index(), completion);
              return;
            }
            // Free, and as before the attempt: only the lock delay can be the reason.
            boolean delayed = now.session().isEmpty() && now.index() == seen.index();
            seen = now;
            while (delayed || seen.session().isPresent()) {
              Duration left = Duration.ofNanos(deadlineNanos - System.nanoTime());
              if (left.isNegative()) {
                ConsulFailure.NOT_FREE.tell(completion);
                return;
              }
              seen = changed(waiting, key, seen.index(), delayed ? RETRY : left);
              delayed = false;
            }
          }
        },
        completion);
  }

  /**
   * Tries to acquire a lock; returns its record, or empty if the session has ended.
   *
   * @param value the value to write if it is acquired
   */
  private static Optional<State> acquire(
      LibraryClient client, String key, String session, byte[] value) {
    try {
      boolean done = client.put(key, value, WriteCondition.acquiredBy(session));
      State now = client.get(key, ReadOptions.PLAIN).map(State::of).orElse(State.NONE);
      return done && !now.isHeldBy(session) ? Optional.empty() : Optional.of(now);
    } catch (RuntimeException e) {
      if (String.valueOf(e.getMessage()).contains(INVALID_SESSION)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Returns a record once its index has changed, or after a while. */
  private State changed(ConsulLibraryConnection waiting, String key, long index, Duration wait)
      throws InterruptedException, ConsulLibraryConnection.Failed {
    Duration shorter = wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT;
    if (index == 0) {
      Thread.sleep(shorter.compareTo(RETRY) < 0 ? shorter : RETRY); // nothing to wait for
    }
    ReadOptions blocking = ReadOptions.PLAIN.waiting(index, shorter.plusMillis(999));
    return waiting.ask(client -> client.get(key, blocking).map(State::of).orElse(State.NONE));
  }

  @Override
  public void release(Key lock, String session, Completion completion) {
    String key = String.valueOf(options.lockKeys().text(lock));
    connection.send(
        client -> {
          boolean done = client.put(key, NOTHING, WriteCondition.releasedBy(session));
          return told -> told.succeeded(done ? Outcome.OK : Outcome.NOT_FOUND);
        },
        completion);
  }

  @Override
  public void fenced(String lock, String session, FencedUpdate update, Completion completion) {
    completion.failed(ErrorKind.INVALID, TEXT);
  }

  @Override
  public void attach(String key, String session, Value value, Completion completion) {
    lock(key, session, value, (index, told) -> told.granted(index), completion);
  }

  /** Writes a record attached to a session, and continues with its index. */
  private void lock(
      String key,
      String session,
      Value value,
      BiConsumer<Long, Completion> locked,
      Completion completion) {
    connection.perform(
        () -> {
          Optional<State> tried =
              connection.ask(client -> acquire(client, key, session, value.toByteArray()));
          if (tried.isEmpty()) {
            completion.succeeded(Outcome.NOT_FOUND);
          } else if (tried.get().isHeldBy(session)) {
            locked.accept(tried.get().index(), completion);
          } else {
            ConsulFailure.HELD.tell(completion);
          }
        },
        completion);
  }

  /** The values of a transaction are text, so the member is written before it. */
  @Override
  public void join(
      String group, String member, String session, Value value, Completion completion) {
    lock(
        member,
        session,
        value,
        (index, told) -> touch(group, told, check(member, session)),
        completion);
  }

  @Override
  public void leave(String group, String member, String session, Completion completion) {
    touch(group, completion, check(member, session), TransactionStep.of("delete", member));
  }

  private static TransactionStep check(String member, String session) {
    return new TransactionStep("check-session", member, Optional.of(session), Optional.empty());
  }

  /** Writes the record with which every change of a group begins, together with the change. */
  private void touch(String group, Completion completion, TransactionStep... change) {
    List<TransactionStep> all = new ArrayList<>();
    all.add(new TransactionStep("set", group, Optional.empty(), Optional.of(flags())));
    all.addAll(List.of(change));
    connection.send(client -> touched(client, all), completion);
  }

  private static Consumer<Completion> touched(LibraryClient client, List<TransactionStep> steps) {
    try {
      long index =
          client.transact(steps, ReadConsistency.DEFAULT).stream()
              .flatMap(List::stream)
              .mapToLong(Stored::index)
              .max()
              .orElse(0);
      return told -> told.granted(index);
    } catch (RuntimeException e) {
      if (LibraryErrors.hasStatus(e, HttpAnswer.CONFLICT)
          && ConsulTransactions.isOfNoOwner(String.valueOf(e.getMessage()))) {
        return told -> told.succeeded(Outcome.NOT_FOUND);
      }
      throw e;
    }
  }

  /** Returns flags that make a write of the same value effective, which Consul would skip. */
  static long flags() {
    return ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);
  }

  @Override
  public void awaitGone(Key key, long index, Duration limit, Completion completion) {
    String text = String.valueOf(options.keys().text(key));
    long deadlineNanos = System.nanoTime() + limit.plus(options.requestTimeout()).toNanos();
    ConsulLibraryConnection waiting = connection.another();
    connection.perform(
        () -> {
          State seen = new State(Optional.empty(), index);
          while (seen.index() > 0) {
            Duration left = Duration.ofNanos(deadlineNanos - System.nanoTime());
            if (left.isNegative()) {
              ConsulFailure.TIMEOUT.tell(completion);
              return;
            }
            seen = changed(waiting, text, seen.index(), left);
          }
          completion.succeeded(Outcome.OK);
        },
        completion);
  }

  @Override
  public Runnable every(Duration interval, Runnable action) {
    Thread repeating =
        Thread.ofVirtual()
            .name("consul-renewal")
            .start(
                () -> {
                  try {
                    while (!Thread.currentThread().isInterrupted()) {
                      Thread.sleep(interval);
                      action.run();
                    }
                  } catch (InterruptedException e) {
                    // The repetition was stopped.
                  }
                });
    return repeating::interrupt;
  }

  @Override
  public void aside(Runnable action) {
    Completion all = releases.begin();
    Thread.ofVirtual()
        .name("consul-release")
        .start(
            () -> {
              action.run();
              all.succeeded(Outcome.OK);
            });
  }

  @Override
  public void close() {}
}
