package io.kvbench.bindings.consul;

import com.orbitz.consul.Consul;
import com.orbitz.consul.KeyValueClient;
import com.orbitz.consul.option.QueryOptions;
import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A connection of consul-client's pool: it has one request in flight at a time, whose thread waits
 * for the answer. Others wait for it, in the order in which they came.
 */
final class LibraryConnection {
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final int LONGEST_PAUSE_SHIFT = 4;
  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Sends a request, waits for the answer, and returns what it tells a completion. */
  @FunctionalInterface
  interface Request {
    Consumer<Completion> send(KeyValueClient keys);
  }

  /** A server and its client, which all connections share. */
  record Server(Endpoint endpoint, Consul consul, KeyValueClient keys) {}

  private final List<Server> servers;
  private final Duration timeout;
  private final String probed;
  private final ReentrantLock lock = new ReentrantLock(true);
  private volatile int server;
  private volatile boolean broken;
  private volatile boolean closed;

  /**
   * @param server the index of the first server to try
   * @param probed the key of no record, to find out whether a server can be used
   */
  LibraryConnection(List<Server> servers, int server, Duration timeout, String probed) {
    this.servers = servers;
    this.server = server % servers.size();
    this.timeout = timeout;
    this.probed = probed;
  }

  Endpoint endpoint() {
    return servers.get(server).endpoint();
  }

  /** Sends a request once those before it are answered, and completes the operation. */
  void send(Request request, Completion completion) throws InterruptedException {
    if (!lock.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
      Answers.fail(Failure.TIMEOUT, completion);
      return;
    }
    try {
      answer(request).accept(completion);
    } finally {
      lock.unlock();
    }
  }

  private Consumer<Completion> answer(Request request) throws InterruptedException {
    if (closed) {
      return told -> Answers.fail(Failure.CLOSED, told);
    }
    try {
      Consumer<Completion> answer = request.send(servers.get(server).keys());
      broken = false;
      return answer;
    } catch (RuntimeException e) {
      Failure failure = closed ? Failure.CLOSED : LibraryErrors.of(e);
      broken = isLost(failure);
      if (failure.kind() == ErrorKind.TIMEOUT) {
        useNextServer();
      }
      return told -> Answers.fail(failure, told);
    }
  }

  private static boolean isLost(Failure failure) {
    return failure.kind() == ErrorKind.CONNECTION_LOST || failure.kind() == ErrorKind.TIMEOUT;
  }

  private void useNextServer() {
    server = (server + 1) % servers.size();
  }

  /** Waits until a server answers again, whatever it answers; or for the limit. */
  void recover(Duration limit) throws InterruptedException {
    Deadline deadline = Deadline.in(limit);
    int tries = 0;
    while (broken && !closed && !deadline.isOver()) {
      if (lock.tryLock(deadline.left().toNanos(), TimeUnit.NANOSECONDS)) {
        try {
          if (broken
              && !closed
              && probe(QueryOptions.BLANK).filter(this::keepsBroken).isPresent()) {
            useNextServer();
          }
        } finally {
          lock.unlock();
        }
      }
      if (broken) {
        long pause = FIRST_PAUSE_MILLIS << Math.min(tries++, LONGEST_PAUSE_SHIFT);
        Thread.sleep(Math.min(pause, deadline.left().toMillis()));
      }
    }
  }

  private boolean keepsBroken(Failure failure) {
    broken = isLost(failure);
    return broken;
  }

  /**
   * Reads no record; returns what is wrong with the answer, if anything is. The list of records has
   * the index that a read of one record does not pass on.
   */
  Optional<Failure> probe(QueryOptions options) throws InterruptedException {
    try {
      BigInteger index =
          servers.get(server).keys().getConsulResponseWithValues(probed, options).getIndex();
      broken = false;
      return index.signum() > 0 ? Optional.empty() : Optional.of(Answers.NOT_UNDERSTOOD);
    } catch (RuntimeException e) {
      return Optional.of(LibraryErrors.of(e));
    }
  }

  /** Fails everything that is in flight, and waits until it has been told. */
  void close() {
    closed = true;
    while (lock.isLocked() || lock.hasQueuedThreads()) {
      cancel();
    }
  }

  private void cancel() {
    servers.forEach(each -> each.consul().destroy());
    LockSupport.parkNanos(STEP_NANOS);
  }
}
