package io.kvbench.bindings.consul.wire;

import io.kvbench.bindings.consul.api.ConsulFailure;
import io.kvbench.bindings.consul.api.HttpAnswer;
import io.kvbench.bindings.consul.api.ResponseHandler;
import io.kvbench.bindings.consul.operation.ConsulRequests;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.core.binding.Completion;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A connection that outlives the TCP connections below it. It has one request in flight at a time;
 * others wait in FIFO order. Fields that are not volatile belong to the event loop's thread.
 */
public final class ConsulConnection implements ConsulLink.Owner {
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final int LONGEST_PAUSE_SHIFT = 4;

  private enum State {
    /** Requests are accepted, though they may have to wait until there is a link again. */
    IN_USE,
    /** Requests fail immediately, and another link is being attempted. */
    BROKEN,
    CLOSED
  }

  private final ConsulServerAddresses servers;
  private final EventLoop loop;
  private final long timeoutNanos;
  private final ArrayDeque<ConsulExchange> line = new ArrayDeque<>();
  private final Set<ConsulConnection> others = new HashSet<>();
  private final AtomicLong openings = new AtomicLong();

  private volatile State state = State.BROKEN;
  private @Nullable ConsulLink link;
  private @Nullable Future<?> timer;
  private long timerNanos;
  private @Nullable Future<?> nextTry;
  private int attempts;
  private volatile int server;
  private volatile ConsulFailure trouble = ConsulFailure.NO_CONNECTION;
  private volatile CompletableFuture<@Nullable Void> usable = new CompletableFuture<>();

  /**
   * @param server the index of the first server to try
   */
  public ConsulConnection(
      ConsulServerAddresses servers, EventLoop loop, Duration timeout, int server) {
    this.servers = servers;
    this.loop = loop;
    this.timeoutNanos = timeout.toNanos();
    this.server = server;
  }

  /** Begins to connect. */
  public void start() {
    loop.execute(this::connect);
  }

  /**
   * Opens another connection to the same server, for requests that would delay others. It accepts
   * requests immediately, and is closed with this one.
   */
  public ConsulConnection another() {
    ConsulConnection another =
        new ConsulConnection(servers, loop, Duration.ofNanos(timeoutNanos), server);
    execute(
        () -> {
          if (state == State.CLOSED) {
            another.state = State.CLOSED;
          } else {
            another.state = State.IN_USE;
            others.removeIf(each -> each.state == State.CLOSED);
            others.add(another);
            another.connect();
          }
        });
    return another;
  }

  /** Returns a connection for one-shot reads, on the same event loop. */
  public ConsulOneShot oneShot(int number) {
    return new ConsulOneShot(servers, loop, Duration.ofNanos(timeoutNanos), number);
  }

  private void execute(Runnable action) {
    try {
      loop.execute(action);
    } catch (RejectedExecutionException e) {
      // All connections are closed; requests fail.
    }
  }

  /** Repeats an action until the result is run. */
  public Runnable every(Duration interval, Runnable action) {
    try {
      Future<?> repeated =
          loop.scheduleAtFixedRate(
              action, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
      return () -> repeated.cancel(false);
    } catch (RejectedExecutionException e) {
      return () -> {};
    }
  }

  /** Runs an action after a pause. */
  public void later(Duration pause, Runnable action) {
    try {
      Future<?> unused = loop.schedule(action, pause.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // All connections are closed.
    }
  }

  /** Runs an action once requests are accepted, immediately if they are. */
  public void whenUsable(Runnable action) {
    Future<?> unused = usable.thenRun(action);
  }

  /** Returns the deadline of a request that the server may answer this much later than others. */
  public long deadline(Duration more) {
    return System.nanoTime() + timeoutNanos + more.toNanos();
  }

  /** Returns how often a connection to a server was established, including the first one. */
  public long openings() {
    return openings.get();
  }

  /** Returns whether requests fail immediately. */
  public boolean isBroken() {
    return state != State.IN_USE;
  }

  /** Returns the encoder of requests to the current server. */
  public ConsulRequests requests() {
    return servers.requests(server);
  }

  /** Returns the current server, or the next one to try. */
  public Endpoint endpoint() {
    return servers.endpoint(server);
  }

  /** Sends a request once the previous ones are answered. */
  public void submit(byte[] request, ResponseHandler handler, Completion completion) {
    submit(request, System.nanoTime() + timeoutNanos, handler, completion);
  }

  /**
   * Sends a request with its own deadline, in the scale of {@link System#nanoTime}. Previous ones
   * must not have later deadlines.
   */
  public void submit(
      byte[] request, long deadlineNanos, ResponseHandler handler, Completion completion) {
    submit(ConsulExchange.of(this, request, deadlineNanos, handler, completion));
  }

  /** Sends a request once the previous ones are answered. */
  public void submit(ConsulExchange exchange) {
    try {
      loop.execute(exchange);
    } catch (RejectedExecutionException e) {
      exchange.failed(ConsulFailure.CLOSED);
    }
  }

  void accept(ConsulExchange exchange) {
    switch (state) {
      case IN_USE -> {
        line.add(exchange);
        if (line.size() == 1) {
          sendFirst();
          watch(exchange);
        }
      }
      case BROKEN -> exchange.failed(trouble);
      case CLOSED -> exchange.failed(ConsulFailure.CLOSED);
    }
  }

  private void sendFirst() {
    ConsulExchange first = line.peek();
    if (first != null && link != null && link.isOpen()) {
      link.send(first.request, first.whenSent());
    }
  }

  /** Ensures that the first request in the queue does not wait forever. */
  private void watch(ConsulExchange first) {
    if (timer != null && timerNanos - first.deadlineNanos > 0) {
      cancel(timer);
      timer = null;
    }
    if (timer == null) {
      timerNanos = first.deadlineNanos;
      timer =
          loop.schedule(
              this::checkTime, first.deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
  }

  private void checkTime() {
    timer = null;
    ConsulExchange first = line.peek();
    if (first == null || state != State.IN_USE) {
      return;
    }
    if (System.nanoTime() - first.deadlineNanos >= 0) {
      line.remove();
      first.failed(ConsulFailure.TIMEOUT);
      if (link != null && link.isOpen()) {
        // Its answer may still arrive, and must not be taken for the next one's.
        dropLink();
        server = servers.after(server);
        connectLater();
      }
    }
    ConsulExchange next = line.peek();
    if (next != null) {
      watch(next);
    }
  }

  private void dropLink() {
    ConsulLink dropped = link;
    link = null;
    if (dropped != null) {
      dropped.close();
    }
    renewUsable();
  }

  private void renewUsable() {
    if (usable.isDone() && state != State.CLOSED) {
      usable = new CompletableFuture<>();
    }
  }

  @Override
  public void opened(ConsulLink opened) {
    if (opened != link) {
      opened.close();
      return;
    }
    openings.incrementAndGet();
    state = State.IN_USE;
    sendFirst();
    usable.complete(null);
  }

  @Override
  public void answered(ConsulLink source, HttpAnswer answer) {
    if (source != link) {
      return;
    }
    ConsulExchange first = line.poll();
    if (first == null) {
      // A server at its limit of connections answers without a request.
      lost(source, ConsulFailure.refused(answer));
      return;
    }
    attempts = 0;
    first.answered(answer);
    if (answer.reusable()) {
      sendFirst();
    } else {
      renew(source);
    }
  }

  /**
   * Replaces a link on which the server accepts no further request. Its client is woken before: its
   * next request waits for the new link, as part of that request's time.
   */
  private void renew(ConsulLink used) {
    link = null;
    renewUsable();
    execute(
        () -> {
          used.close();
          if (link == null) {
            connectLater();
          }
        });
  }

  @Override
  public void lost(ConsulLink source, ConsulFailure failure) {
    if (source != link) {
      return;
    }
    if (!source.isOpen()) {
      server = servers.after(server);
    }
    dropLink();
    fail(failure);
    connectLater();
  }

  private void fail(ConsulFailure failure) {
    trouble = failure;
    state = State.BROKEN;
    renewUsable();
    while (!line.isEmpty()) {
      line.remove().failed(failure);
    }
  }

  /** Connects immediately after a connection that worked, and then with increasing delays. */
  private void connectLater() {
    int tries = attempts++;
    if (tries == 0) {
      connect();
    } else {
      long pause = FIRST_PAUSE_MILLIS << Math.min(tries - 1, LONGEST_PAUSE_SHIFT);
      nextTry = loop.schedule(this::connect, pause, TimeUnit.MILLISECONDS);
    }
  }

  private void connect() {
    if (state != State.CLOSED) {
      ConsulLink next = new ConsulLink(this);
      link = next;
      servers.connect(next, loop, server);
    }
  }

  /**
   * Waits until requests can be sent.
   *
   * @return false if the time is over first
   */
  public boolean awaitUsable(Duration limit) throws InterruptedException {
    try {
      usable.get(Math.max(0, limit.toNanos()), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Fails everything in flight, on the event loop's thread. */
  public void close() {
    execute(this::closeHere);
  }

  private void closeHere() {
    fail(ConsulFailure.CLOSED);
    state = State.CLOSED;
    usable.complete(null);
    dropLink();
    cancel(timer);
    cancel(nextTry);
    others.forEach(ConsulConnection::closeHere);
  }

  private static void cancel(@Nullable Future<?> task) {
    if (task != null) {
      task.cancel(false);
    }
  }
}
