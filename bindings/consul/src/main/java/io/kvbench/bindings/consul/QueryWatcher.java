package io.kvbench.bindings.consul;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.WatchTarget;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Watches with one blocking query after the other, on a connection of its own, since a server
 * answers the requests of a connection in their order. A query that does not block comes first, and
 * again after an interruption: its answer has the index to wait for, and shows that the server
 * serves. State belongs to the event loop's thread; the listener is told under a lock, so that
 * closing ends that.
 */
final class QueryWatcher implements Watcher {
  /** A server that hangs is noticed after this; Consul's own default is five minutes. */
  private static final Duration WAIT = Duration.ofMinutes(1);

  /** Consul waits up to a sixteenth longer, so that not all queries end together. */
  private static final Duration LONGEST_WAIT = WAIT.plus(WAIT.dividedBy(16));

  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final int LONGEST_PAUSE_SHIFT = 4;

  /** What passes when a cluster has a leader again, or a server is back. */
  private static final Set<ErrorKind> PASSING =
      EnumSet.of(
          ErrorKind.CONNECTION_LOST, ErrorKind.TIMEOUT, ErrorKind.UNAVAILABLE, ErrorKind.THROTTLED);

  /**
   * What to ask for.
   *
   * @param path of the URL
   * @param form the parameter that chooses the form of the answer
   * @param all whether the answer is a list of records, instead of the value of one
   */
  record Query(String path, String form, boolean all) {}

  private static final long[] NONE = {};

  private final Connection connection;
  private final Query query;
  private final WatchListener listener;

  /** What the next query waits to be exceeded; 0 if it does not wait. */
  private long index;

  /** Writes up to this one were reported, or were there before; negative at first. */
  private long seen = -1;

  private boolean everOpened;
  private boolean watching;
  private boolean interrupted;
  private int failures;
  private boolean closed;

  QueryWatcher(Connection connection, Query query, WatchListener listener) {
    this.connection = connection;
    this.query = query;
    this.listener = listener;
  }

  /**
   * Returns the query for a target.
   *
   * @throws BindingException if there cannot be such a record
   */
  static Query query(WatchTarget target, ClientOptions options) throws BindingException {
    RecordKeys keys = options.keys();
    return switch (target) {
      case WatchTarget.All() -> new Query("kv/" + keys.path(Key.of("")), "recurse", true);
      case WatchTarget.Group(Key group) -> {
        check(group, keys);
        yield new Query("kv/" + options.lockKeys().path(RecordKeys.group(group)), "recurse", true);
      }
      case WatchTarget.Single(Key key) -> {
        check(key, keys);
        yield new Query("kv/" + keys.path(key), "raw", false);
      }
    };
  }

  private static void check(Key key, RecordKeys keys) throws BindingException {
    if (keys.of(key) == null) {
      throw new BindingException(keys.complaint() + ".");
    }
  }

  /** Sends the first query. */
  void start() {
    send();
  }

  private void send() {
    connection.submit(new Round(index));
  }

  /** One query and its answer. */
  private final class Round extends Exchange {
    private final boolean waits;

    Round(long index) {
      super(
          connection,
          connection.requests().request("GET", query.path(), parameters(index), ""),
          connection.deadline(index > 0 ? LONGEST_WAIT : Duration.ZERO));
      waits = index > 0;
    }

    @Override
    @Nullable Runnable whenSent() {
      return waits ? QueryWatcher.this::waiting : null;
    }

    @Override
    void answered(HttpAnswer answer) {
      if (answer.status() == HttpAnswer.OK || answer.status() == HttpAnswer.NOT_FOUND) {
        told(answer);
      } else if (survives(Failure.of(answer))) {
        connection.later(pause(), QueryWatcher.this::send);
      }
    }

    @Override
    void failed(Failure failure) {
      if (survives(failure)) {
        connection.whenUsable(QueryWatcher.this::send);
      }
    }
  }

  private String parameters(long above) {
    return above > 0
        ? query.form() + "&index=" + above + "&wait=" + WAIT.toSeconds() + "s"
        : query.form();
  }

  private Duration pause() {
    return FIRST_PAUSE.multipliedBy(1L << Math.min(failures++, LONGEST_PAUSE_SHIFT));
  }

  /** The server has a query that reports every write from now on. */
  private synchronized void waiting() {
    if (!closed && !watching) {
      watching = true;
      interrupted = false;
      everOpened = true;
      listener.opened();
    }
  }

  private void told(HttpAnswer answer) {
    long[] written;
    try {
      written = written(answer);
    } catch (IOException e) {
      end(Ranges.NOT_UNDERSTOOD);
      return;
    }
    if (answer.index() <= 0) {
      end(Answers.NOT_UNDERSTOOD); // Only Consul's answers about keys have one.
      return;
    }
    report(written);
    if (seen < 0) {
      seen = answer.index();
    }
    failures = 0;
    // An index that goes backwards would be waited for in vain.
    index = answer.index() < index ? 0 : answer.index();
    send();
  }

  /** Returns the indexes of writes that were not reported, ascending. */
  private long[] written(HttpAnswer answer) throws IOException {
    if (seen < 0 || answer.status() != HttpAnswer.OK) {
      return NONE;
    }
    if (query.all()) {
      return Ranges.writtenAfter(seen, answer.body());
    }
    // That of the record's last write, since one key was asked for.
    return answer.index() > seen ? new long[] {answer.index()} : NONE;
  }

  private synchronized void report(long[] written) {
    if (closed || written.length == 0) {
      return;
    }
    for (long each : written) {
      listener.changed(each);
      seen = each;
    }
    if (watching) {
      watching = false;
      listener.rearming();
    }
  }

  /** Returns whether to send another query, and tells the listener of the trouble. */
  private synchronized boolean survives(Failure failure) {
    if (closed) {
      return false;
    }
    boolean refused =
        failure.kind() == ErrorKind.THROTTLED || failure.message().startsWith(Failure.REFUSED);
    if (!PASSING.contains(failure.kind())
        || failure.equals(Failure.CLOSED)
        || (refused && !everOpened)) {
      end(failure);
      return false;
    }
    index = 0;
    if (everOpened && !interrupted) {
      interrupted = true;
      watching = false;
      listener.interrupted();
    }
    return true;
  }

  private synchronized void end(Failure failure) {
    if (!closed) {
      closed = true;
      listener.failed(failure.kind(), ConsulErrors.withAdvice(failure.message()));
      connection.close();
    }
  }

  @Override
  public boolean coalesces() {
    return true;
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    connection.close();
  }
}
