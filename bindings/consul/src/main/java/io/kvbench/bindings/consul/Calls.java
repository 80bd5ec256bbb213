package io.kvbench.bindings.consul;

import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sends the requests of one client's locks and leases. Blocking queries go over a connection of
 * their own, since a connection has one request in flight at a time.
 */
final class Calls {
  private static final Duration SHORTEST = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofHours(24);
  private static final String NOT_GRANTED = "Consul's sessions have a time to live from 10s to 24h";
  private static final Pattern ID = Pattern.compile("\"ID\":\"([0-9a-fA-F-]+)\"");

  private final Connection connection;
  private final ClientOptions options;
  private final PendingReleases releases;
  private @Nullable Connection waiting;
  private boolean closed;

  Calls(Connection connection, ClientOptions options, PendingReleases releases) {
    this.connection = connection;
    this.options = options;
    this.releases = releases;
  }

  ClientOptions options() {
    return options;
  }

  /** Returns the requests that release what closed sessions owned. */
  PendingReleases releases() {
    return releases;
  }

  /** Returns when an operation ends that may take so much longer than others. */
  long deadline(Duration more) {
    return connection.deadline(more);
  }

  void put(
      String path,
      String parameters,
      String body,
      Exchange.Meaning meaning,
      Completion completion) {
    connection.submit(
        connection.requests().request("PUT", path, parameters, body), meaning, completion);
  }

  void transaction(byte[] body, Exchange.Meaning meaning, Completion completion) {
    String tooLarge = options.dialect().transactionTooLarge();
    if (ConsulSession.fits(body.length, options.maxBodyBytes(), tooLarge, completion)) {
      connection.submit(
          connection.requests().request("PUT", "txn", "", new String(body, StandardCharsets.UTF_8)),
          meaning,
          completion);
    }
  }

  /**
   * Reads a record once its index is another one.
   *
   * @param index the last one seen; 0 to read at once
   * @param wait how long the server waits for that
   */
  void await(
      String path,
      long index,
      Duration wait,
      long deadlineNanos,
      Exchange.Meaning meaning,
      Completion completion) {
    Connection used = waiting();
    if (used == null) {
      Answers.fail(Failure.CLOSED, completion);
      return;
    }
    String parameters = "index=" + index + "&wait=" + millis(wait);
    used.submit(
        used.requests().request("GET", path, parameters, ""), deadlineNanos, meaning, completion);
  }

  /** Returns a connection to the server that the client's other operations use. */
  private synchronized @Nullable Connection waiting() {
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

  /**
   * Creates a session of Consul's, which ends by its time to live alone: a check of the server's
   * node would end it with that server.
   *
   * @param behavior what becomes of the records that it holds
   * @param created is given its identifier
   */
  void create(
      Duration timeToLive,
      Duration lockDelay,
      String behavior,
      BiConsumer<String, Completion> created,
      Completion completion) {
    if (timeToLive.compareTo(SHORTEST) < 0 || timeToLive.compareTo(LONGEST) > 0) {
      completion.failed(ErrorKind.INVALID, NOT_GRANTED);
      return;
    }
    String body =
        "{\"Name\":\"kvbench\",\"TTL\":\"%s\",\"LockDelay\":\"%s\",\"Behavior\":\"%s\",\"NodeChecks\":[]}"
            .formatted(millis(timeToLive), millis(lockDelay), behavior);
    put("session/create", "", body, (answer, told) -> created(answer, created, told), completion);
  }

  private void created(
      HttpAnswer answer, BiConsumer<String, Completion> created, Completion completion) {
    Matcher id = ID.matcher(answer.text());
    if (answer.status() != HttpAnswer.OK) {
      Answers.fail(Failure.of(answer), completion);
    } else if (!id.find()) {
      Answers.fail(Answers.NOT_UNDERSTOOD, completion);
    } else if (isClosed()) {
      destroy(id.group(1), releases.begin());
      Answers.fail(Failure.CLOSED, completion);
    } else {
      created.accept(id.group(1), completion);
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  void renew(String session, Completion completion) {
    put("session/renew/" + session, "", "", Calls::renewed, completion);
  }

  private static void renewed(HttpAnswer answer, Completion completion) {
    if (answer.status() == HttpAnswer.OK) {
      completion.succeeded(Outcome.OK);
    } else if (answer.status() == HttpAnswer.NOT_FOUND && answer.text().startsWith("Session id")) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      Answers.fail(Failure.of(answer), completion);
    }
  }

  void destroy(String session, Completion completion) {
    put("session/destroy/" + session, "", "", Answers::changed, completion);
  }

  Runnable every(Duration interval, Runnable action) {
    return connection.every(interval, action);
  }

  /** Ends what waits. */
  synchronized void close() {
    closed = true;
    if (waiting != null) {
      waiting.close();
    }
  }

  /**
   * Returns a duration in Consul's form, rounded up: a lease must not be shorter than requested.
   */
  private static String millis(Duration duration) {
    return duration.plusNanos(999_999).toMillis() + "ms";
  }
}
