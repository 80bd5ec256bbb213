package io.kvbench.bindings.consul.library;

import io.kvbench.bindings.consul.api.ConsulAnswers;
import io.kvbench.bindings.consul.api.ConsulFailure;
import io.kvbench.bindings.consul.library.LibraryClient.ReadOptions;
import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A connection of consul-client's pool: it has one request in flight at a time, whose thread waits
 * for the answer. Other requests wait in FIFO order.
 */
public final class ConsulLibraryConnection {
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final int LONGEST_PAUSE_SHIFT = 4;
  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** A request that waits for the answer, and returns how to complete the operation. */
  @FunctionalInterface
  interface Request {
    Consumer<Completion> send(LibraryClient client);
  }

  /** The steps of one operation. */
  @FunctionalInterface
  interface Steps {
    void run() throws InterruptedException, Failed;
  }

  /** The failure of a request. */
  static final class Failed extends Exception {
    private static final long serialVersionUID = 1;

    private final transient ConsulFailure failure;

    Failed(ConsulFailure failure) {
      super(failure.message(), null, false, false);
      this.failure = failure;
    }

    ConsulFailure failure() {
      return failure;
    }
  }

  /** A server and its client, which all connections share. */
  public record Server(Endpoint endpoint, LibraryClient client) {}

  /** The state that all connections of a binding share. */
  public static final class Shared {
    private final List<Server> servers;
    private final Duration timeout;
    private final String probed;
    private final AtomicInteger inFlight = new AtomicInteger();
    private volatile boolean closed;

    /**
     * @param probed the key of a missing record, to probe servers with
     */
    public Shared(List<Server> servers, Duration timeout, String probed) {
      this.servers = servers;
      this.timeout = timeout;
      this.probed = probed;
    }

    /** Fails everything in flight, and waits until it has been completed. */
    public void close() {
      closed = true;
      while (inFlight.get() > 0) {
        servers.forEach(each -> each.client().cancel());
        LockSupport.parkNanos(STEP_NANOS);
      }
    }
  }

  private final Shared shared;
  private final ReentrantLock lock = new ReentrantLock(true);
  private volatile int server;
  private volatile boolean broken;

  /**
   * @param server the index of the first server to try
   */
  public ConsulLibraryConnection(Shared shared, int server) {
    this.shared = shared;
    this.server = server % shared.servers.size();
  }

  /** Returns another connection to the same server, for requests that would delay others. */
  public ConsulLibraryConnection another() {
    return new ConsulLibraryConnection(shared, server);
  }

  public Endpoint endpoint() {
    return shared.servers.get(server).endpoint();
  }

  /** Sends a request once the previous ones are answered, and completes the operation. */
  void send(Request request, Completion completion) {
    perform(() -> ask(request::send).accept(completion), completion);
  }

  /** Runs the steps of an operation, and completes it if they fail. */
  void perform(Steps steps, Completion completion) {
    shared.inFlight.incrementAndGet();
    try {
      steps.run();
    } catch (InterruptedException e) {
      completion.failed(ErrorKind.ABANDONED, "interrupted");
      Thread.currentThread().interrupt();
    } catch (Failed e) {
      e.failure().tell(completion);
    } finally {
      shared.inFlight.decrementAndGet();
    }
  }

  /** Sends a request once the previous ones are answered, and returns its answer. */
  <A> A ask(Function<LibraryClient, A> request) throws InterruptedException, Failed {
    if (!lock.tryLock(shared.timeout.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new Failed(ConsulFailure.TIMEOUT);
    }
    try {
      if (shared.closed) {
        throw new Failed(ConsulFailure.CLOSED);
      }
      A answer = request.apply(shared.servers.get(server).client());
      broken = false;
      return answer;
    } catch (RuntimeException e) {
      ConsulFailure failure = shared.closed ? ConsulFailure.CLOSED : LibraryErrors.of(e);
      broken = isLost(failure);
      if (failure.kind() == ErrorKind.TIMEOUT) {
        useNextServer();
      }
      throw new Failed(failure);
    } finally {
      lock.unlock();
    }
  }

  private static boolean isLost(ConsulFailure failure) {
    return failure.kind() == ErrorKind.CONNECTION_LOST || failure.kind() == ErrorKind.TIMEOUT;
  }

  private void useNextServer() {
    server = (server + 1) % shared.servers.size();
  }

  /** Waits until a server answers again, in any way, or for the limit. */
  void recover(Duration limit) throws InterruptedException {
    Deadline deadline = Deadline.in(limit);
    int tries = 0;
    while (broken && !shared.closed && !deadline.isOver()) {
      if (lock.tryLock(deadline.left().toNanos(), TimeUnit.NANOSECONDS)) {
        try {
          if (broken && !shared.closed && probe().filter(this::keepsBroken).isPresent()) {
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

  private boolean keepsBroken(ConsulFailure failure) {
    broken = isLost(failure);
    return broken;
  }

  /**
   * Reads a missing record; returns what is wrong with the answer, if anything is. Lists the
   * record, since the read of one record does not return the index.
   */
  public Optional<ConsulFailure> probe() throws InterruptedException {
    try {
      long index =
          shared.servers.get(server).client().answers(shared.probed, ReadOptions.PLAIN).index();
      broken = false;
      return index > 0 ? Optional.empty() : Optional.of(ConsulAnswers.NOT_UNDERSTOOD);
    } catch (RuntimeException e) {
      return Optional.of(LibraryErrors.of(e));
    }
  }
}
