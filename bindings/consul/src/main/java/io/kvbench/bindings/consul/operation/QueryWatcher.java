package io.kvbench.bindings.consul.operation;

import io.kvbench.bindings.consul.api.ConsulAnswers;
import io.kvbench.bindings.consul.api.ConsulFailure;
import io.kvbench.bindings.consul.status.ConsulErrors;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.operation.ErrorKind;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * A watcher that sends one blocking query after the other. A non-blocking query comes first, and
 * after each interruption: its answer has the index to wait for, and shows that the server works.
 * State belongs to the answering thread; the listener is called under a lock, so that no call
 * follows a close.
 */
public abstract class QueryWatcher implements Watcher {
  /** A server that hangs is detected after this; Consul's own default is five minutes. */
  public static final Duration WAIT = Duration.ofMinutes(1);

  /** Consul waits up to a sixteenth longer, so that not all queries end together. */
  public static final Duration LONGEST_WAIT = WAIT.plus(WAIT.dividedBy(16));

  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final int LONGEST_PAUSE_SHIFT = 4;

  /** Temporary errors, until a cluster has a leader again, or a server is back. */
  private static final Set<ErrorKind> PASSING =
      EnumSet.of(
          ErrorKind.CONNECTION_LOST, ErrorKind.TIMEOUT, ErrorKind.UNAVAILABLE, ErrorKind.THROTTLED);

  private final WatchListener listener;

  /** The index that the next query waits to be exceeded; 0 for a non-blocking query. */
  private long index;

  /** Writes up to this one were reported or precede the watcher; negative at first. */
  private long seen = -1;

  private boolean everOpened;
  private boolean watching;
  private boolean interrupted;
  private int failures;
  private boolean closed;

  public QueryWatcher(WatchListener listener) {
    this.listener = listener;
  }

  /** Sends the first query. */
  public void start() {
    ask(0);
  }

  /**
   * Sends a query.
   *
   * @param above the index to wait to be exceeded; 0 for a non-blocking query
   */
  public abstract void ask(long above);

  /** Sends a non-blocking query after a pause. */
  public abstract void askAfter(Duration pause);

  /** Sends a non-blocking query once there is a connection. */
  public abstract void askWhenUsable();

  /** Closes the connection of the queries. */
  public abstract void end();

  /** Returns the index up to which writes were reported or precede the watcher. */
  public long seen() {
    return seen;
  }

  private Duration pause() {
    return FIRST_PAUSE.multipliedBy(1L << Math.min(failures++, LONGEST_PAUSE_SHIFT));
  }

  /** The server has a query that reports every write from now on. */
  public synchronized void waiting() {
    if (!closed && !watching) {
      watching = true;
      interrupted = false;
      everOpened = true;
      listener.opened();
    }
  }

  /**
   * Handles an answer.
   *
   * @param written the indexes of the records found, of which those above {@link #seen} count
   */
  public void told(long answered, long... written) {
    if (answered <= 0) {
      end(ConsulAnswers.NOT_UNDERSTOOD); // Only Consul's answers about keys have an index.
      return;
    }
    if (seen < 0) {
      seen = answered;
    } else {
      report(LongStream.of(written).filter(each -> each > seen).toArray());
    }
    failures = 0;
    // An index that goes backwards would never be exceeded.
    index = answered < index ? 0 : answered;
    ask(index);
  }

  /** The server has answered with an error. */
  public void refused(ConsulFailure failure) {
    if (survives(failure)) {
      askAfter(pause());
    }
  }

  /** There was no answer. */
  public void broken(ConsulFailure failure) {
    if (survives(failure)) {
      askWhenUsable();
    }
  }

  private synchronized void report(long... written) {
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

  /** Reports the error to the listener; returns whether to send another query. */
  private synchronized boolean survives(ConsulFailure failure) {
    if (closed) {
      return false;
    }
    boolean refused =
        failure.kind() == ErrorKind.THROTTLED
            || failure.message().startsWith(ConsulFailure.REFUSED);
    if (!PASSING.contains(failure.kind())
        || failure.equals(ConsulFailure.CLOSED)
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

  public synchronized void end(ConsulFailure failure) {
    if (!closed) {
      closed = true;
      listener.failed(failure.kind(), ConsulErrors.withAdvice(failure.message()));
      end();
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
    end();
  }
}
