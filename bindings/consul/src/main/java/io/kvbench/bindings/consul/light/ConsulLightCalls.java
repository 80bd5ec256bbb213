package io.kvbench.bindings.consul.light;

import io.kvbench.bindings.consul.api.ConsulAnswers;
import io.kvbench.bindings.consul.api.ConsulFailure;
import io.kvbench.bindings.consul.api.ConsulTransactions;
import io.kvbench.bindings.consul.api.HttpAnswer;
import io.kvbench.bindings.consul.api.RecordKeys;
import io.kvbench.bindings.consul.api.ResponseHandler;
import io.kvbench.bindings.consul.operation.ConsulCoordinationCalls;
import io.kvbench.bindings.consul.operation.RequestChecks;
import io.kvbench.bindings.consul.options.ConsulClientOptions;
import io.kvbench.bindings.consul.wire.ConsulConnection;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Requests on the binding's own connections. Blocking queries use a separate connection, since a
 * connection has one request in flight at a time.
 */
final class ConsulLightCalls implements ConsulCoordinationCalls {
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
  private static final Pattern ID = Pattern.compile("\"ID\":\"([0-9a-fA-F-]+)\"");

  private final ConsulConnection connection;
  private final ConsulClientOptions options;
  private final PendingReleases releases;
  private @Nullable ConsulConnection waiting;
  private boolean closed;

  ConsulLightCalls(
      ConsulConnection connection, ConsulClientOptions options, PendingReleases releases) {
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

  private void put(
      String path, String parameters, String body, ResponseHandler handler, Completion completion) {
    connection.submit(
        connection.requests().request("PUT", path, parameters, body), handler, completion);
  }

  private void transaction(byte[] body, ResponseHandler handler, Completion completion) {
    if (RequestChecks.fits(body, options, completion)) {
      connection.submit(
          connection.requests().request("PUT", "txn", "", new String(body, StandardCharsets.UTF_8)),
          handler,
          completion);
    }
  }

  /**
   * Reads a record once its index has changed.
   *
   * @param index the last known one; 0 to read immediately
   * @param wait how long the server waits for a change
   */
  private void await(
      String path,
      long index,
      Duration wait,
      long deadlineNanos,
      ResponseHandler handler,
      Completion completion) {
    ConsulConnection used = waiting();
    if (used == null) {
      ConsulFailure.CLOSED.tell(completion);
      return;
    }
    String parameters = "index=" + index + "&wait=" + ConsulCoordinationCalls.millis(wait);
    used.submit(
        used.requests().request("GET", path, parameters, ""), deadlineNanos, handler, completion);
  }

  /** Returns a connection to the server of the client's other operations. */
  private synchronized @Nullable ConsulConnection waiting() {
    if (closed) {
      return null;
    }
    if (waiting != null && waiting.isBroken()) {
      waiting.close();
      waiting = null;
    }
    if (waiting == null) {
      waiting = connection.another();
    }
    return waiting;
  }

  @Override
  public void create(
      Duration timeToLive,
      Duration lockDelay,
      String behavior,
      BiConsumer<String, Completion> created,
      Completion completion) {
    if (!ConsulCoordinationCalls.isGranted(timeToLive, completion)) {
      return;
    }
    String body =
        "{\"Name\":\"kvbench\",\"TTL\":\"%s\",\"LockDelay\":\"%s\",\"Behavior\":\"%s\",\"NodeChecks\":[]}"
            .formatted(
                ConsulCoordinationCalls.millis(timeToLive),
                ConsulCoordinationCalls.millis(lockDelay),
                behavior);
    put("session/create", "", body, (answer, told) -> created(answer, created, told), completion);
  }

  private void created(
      HttpAnswer answer, BiConsumer<String, Completion> created, Completion completion) {
    Matcher id = ID.matcher(answer.text());
    if (answer.status() != HttpAnswer.OK) {
      ConsulFailure.of(answer).tell(completion);
    } else if (!id.find()) {
      ConsulAnswers.NOT_UNDERSTOOD.tell(completion);
    } else if (isClosed()) {
      destroy(id.group(1), releases.begin());
      ConsulFailure.CLOSED.tell(completion);
    } else {
      created.accept(id.group(1), completion);
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  @Override
  public void renew(String session, Completion completion) {
    put("session/renew/" + session, "", "", ConsulLightCalls::renewed, completion);
  }

  private static void renewed(HttpAnswer answer, Completion completion) {
    if (answer.status() == HttpAnswer.OK) {
      completion.succeeded(Outcome.OK);
    } else if (answer.status() == HttpAnswer.NOT_FOUND && answer.text().startsWith("Session id")) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      ConsulFailure.of(answer).tell(completion);
    }
  }

  @Override
  public void destroy(String session, Completion completion) {
    put("session/destroy/" + session, "", "", ConsulAnswers::changed, completion);
  }

  @Override
  public Runnable every(Duration interval, Runnable action) {
    return connection.every(interval, action);
  }

  @Override
  public void aside(Runnable action) {
    action.run();
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (waiting != null) {
      waiting.close();
    }
  }

  @Override
  public void acquire(
      Key lock, String session, long deadlineNanos, Acquired acquired, Completion completion) {
    new Acquisition(lock, session, deadlineNanos, acquired, completion).attempt(0);
  }

  /** An acquisition that alternates attempts with waiting for the lock's record to change. */
  private final class Acquisition {
    private final Key lock;
    private final String session;
    private final long deadlineNanos;
    private final Acquired acquired;
    private final Completion completion;

    Acquisition(
        Key lock, String session, long deadlineNanos, Acquired acquired, Completion completion) {
      this.lock = lock;
      this.session = session;
      this.deadlineNanos = deadlineNanos;
      this.acquired = acquired;
      this.completion = completion;
    }

    private Duration left() {
      return Duration.ofNanos(deadlineNanos - System.nanoTime());
    }

    /**
     * @param index of the lock's record, as last seen; 0 if unknown
     */
    void attempt(long index) {
      if (left().isNegative()) {
        ConsulFailure.NOT_FREE.tell(completion);
        return;
      }
      String key = String.valueOf(options.lockKeys().text(lock));
      transaction(
          ConsulTransactions.lock(key, session, null),
          (answer, told) -> attempted(index, answer),
          completion);
    }

    private void attempted(long index, HttpAnswer answer) {
      switch (ConsulTransactions.locked(answer)) {
        case DONE -> {
          long acquiredAt = ConsulTransactions.modifyIndex(answer.text());
          if (acquiredAt > 0) {
            acquired.done(acquiredAt, completion);
          } else {
            ConsulAnswers.NOT_UNDERSTOOD.tell(completion);
          }
        }
        case HELD -> wait(index, false);
        case DELAYED -> wait(index, true);
        case SESSION_OVER -> acquired.sessionOver(completion);
        case FAILED -> ConsulAnswers.committed(answer, completion);
      }
    }

    private void wait(long index, boolean delayed) {
      await(
          path(lock),
          index,
          delayed ? RETRY : left(),
          deadlineNanos,
          (answer, told) -> {
            boolean found = answer.status() == HttpAnswer.OK;
            if (!found && answer.status() != HttpAnswer.NOT_FOUND) {
              ConsulFailure.of(answer).tell(told);
            } else if (answer.index() == 0) {
              ConsulAnswers.NOT_UNDERSTOOD.tell(told);
            } else if (found && answer.text().contains(ConsulTransactions.SESSION)) {
              wait(answer.index(), false);
            } else if (delayed && index == 0) {
              wait(answer.index(), true);
            } else {
              attempt(answer.index());
            }
          },
          completion);
    }
  }

  private String path(Key lock) {
    return "kv/" + options.lockKeys().path(lock);
  }

  @Override
  public void release(Key lock, String session, Completion completion) {
    put(path(lock), "release=" + session, "", ConsulLightCalls::released, completion);
  }

  private static void released(HttpAnswer answer, Completion completion) {
    if (answer.status() == HttpAnswer.OK && answer.says(FALSE)) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      ConsulAnswers.changed(answer, completion);
    }
  }

  @Override
  public void fenced(
      String lock, String session, Operation.FencedUpdate update, Completion completion) {
    RecordKeys records = options.keys();
    String record = records.text(update.key());
    if (record == null) {
      completion.failed(ErrorKind.INVALID, records.complaint());
    } else {
      transaction(
          ConsulTransactions.fenced(lock, session, record, update.value()),
          ConsulAnswers::fenced,
          completion);
    }
  }

  @Override
  public void attach(String key, String session, Value value, Completion completion) {
    transaction(
        ConsulTransactions.lock(key, session, value), ConsulLightCalls::attached, completion);
  }

  private static void attached(HttpAnswer answer, Completion completion) {
    switch (ConsulTransactions.locked(answer)) {
      case DONE -> ConsulAnswers.granted(answer, completion);
      case SESSION_OVER -> completion.succeeded(Outcome.NOT_FOUND);
      case HELD, DELAYED -> ConsulFailure.HELD.tell(completion);
      case FAILED -> ConsulAnswers.committed(answer, completion);
    }
  }

  @Override
  public void join(
      String group, String member, String session, Value value, Completion completion) {
    transaction(
        ConsulTransactions.join(group, member, session, value),
        ConsulLightCalls::attached,
        completion);
  }

  @Override
  public void leave(String group, String member, String session, Completion completion) {
    transaction(ConsulTransactions.leave(group, member, session), ConsulAnswers::left, completion);
  }

  @Override
  public void awaitGone(Key key, long index, Duration limit, Completion completion) {
    awaitGone(key, index, connection.deadline(limit), completion);
  }

  private void awaitGone(Key key, long index, long deadlineNanos, Completion completion) {
    await(
        "kv/" + options.keys().path(key),
        index,
        Duration.ofNanos(deadlineNanos - System.nanoTime()),
        deadlineNanos,
        (answer, told) -> {
          if (answer.status() == HttpAnswer.OK && answer.index() > 0) {
            awaitGone(key, answer.index(), deadlineNanos, told);
          } else if (answer.status() == HttpAnswer.NOT_FOUND && answer.index() > 0) {
            told.succeeded(Outcome.OK);
          } else {
            ConsulAnswers.read(answer, told);
          }
        },
        completion);
  }
}
