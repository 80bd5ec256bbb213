package io.kvbench.bindings.etcd.light;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import io.etcd.jetcd.api.AuthenticateRequest;
import io.etcd.jetcd.api.AuthenticateResponse;
import io.grpc.Status;
import io.grpc.StatusException;
import io.kvbench.bindings.etcd.endpoint.EndpointSource;
import io.kvbench.bindings.etcd.status.LeaderSource;
import io.kvbench.bindings.etcd.status.Login;
import io.kvbench.bindings.etcd.wire.EtcdExchange;
import io.kvbench.bindings.etcd.wire.EtcdLink;
import io.kvbench.bindings.etcd.wire.Links;
import io.kvbench.bindings.etcd.wire.Rpc;
import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.core.binding.BindingException;
import io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A connection that outlives the TCP connections below it, and moves to the next endpoint if one is
 * unreachable. Fields that are not volatile belong to the event loop's thread.
 */
public final class EtcdConnection implements EtcdLink.Owner {
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Status CLOSED = Status.UNAVAILABLE.withDescription("the binding is closed");

  private enum State {
    IN_USE,
    /** Between a server's GOAWAY and the next connection: requests wait. */
    CHANGING,
    /** Requests fail immediately, and another connection is being attempted. */
    BROKEN,
    CLOSED
  }

  /** An address to connect to. */
  private record Address(Endpoint endpoint, InetSocketAddress socket) {}

  private final Links links;
  private final EndpointSource source;
  private final EventLoop loop;
  private final Login login;

  private final AtomicLong openings = new AtomicLong();
  private final Queue<Address> untried = new ArrayDeque<>();
  private final List<EtcdExchange> waiting = new ArrayList<>();
  private State state = State.BROKEN;
  private @Nullable EtcdLink link;
  private @Nullable Future<?> nextLook;
  private Status trouble = Status.UNAVAILABLE.withDescription("not connected yet");
  private volatile boolean closed;
  private volatile Optional<Endpoint> tried = Optional.empty();
  private volatile CompletableFuture<Boolean> usable = new CompletableFuture<>();

  public EtcdConnection(Links links, EndpointSource source, Login login) {
    this.links = links;
    this.source = source;
    this.loop = links.loop();
    this.login = login;
  }

  Login login() {
    return login;
  }

  /** Returns a connection for one-shot reads, on the same event loop. */
  EtcdOneShot oneShot(int number) {
    return new EtcdOneShot(this, links, loop, number);
  }

  /** Returns the server of the current or last connection attempt, however it was chosen. */
  Optional<Endpoint> tried() {
    return tried;
  }

  // The methods below are for any thread.

  /** Returns how often a connection to a server was established, including the first one. */
  public long openings() {
    return openings.get();
  }

  /** Begins to connect. */
  public void start() {
    loop.execute(this::look);
  }

  void submit(EtcdExchange exchange) {
    try {
      loop.execute(() -> accept(exchange));
    } catch (RejectedExecutionException e) {
      exchange.end(CLOSED);
    }
  }

  /** Runs an action periodically on the event loop; the result stops it. */
  Runnable every(Duration interval, Runnable action) {
    Future<?> repeated =
        loop.scheduleAtFixedRate(
            action, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    return () -> repeated.cancel(false);
  }

  /** Runs an action on the event loop, unless the binding is closed. */
  void execute(Runnable action) {
    try {
      loop.execute(action);
    } catch (RejectedExecutionException e) {
      // Nothing is in flight any more.
    }
  }

  /** Runs an action on the event loop after a delay, unless the binding is closed by then. */
  @SuppressWarnings("FutureReturnValueIgnored")
  void later(Duration pause, Runnable action) {
    if (!closed) {
      execute(() -> loop.schedule(action, pause.toNanos(), TimeUnit.NANOSECONDS));
    }
  }

  /** Sends another request on the stream of an exchange. For the event loop's thread. */
  void more(EtcdExchange exchange, MessageLite request) {
    EtcdLink used = exchange.link;
    if (used == null) {
      exchange.append(request);
    } else {
      used.more(exchange, request);
    }
  }

  void cancel(EtcdExchange exchange) {
    execute(() -> cancelHere(exchange));
  }

  /** Waits until requests can be sent again with a valid token, or for the limit. */
  void recover(Duration limit) throws InterruptedException {
    Deadline deadline = Deadline.in(limit);
    while (awaitReady(deadline)) {
      try {
        login.renew(this::authenticate, deadline.left());
        return;
      } catch (StatusException e) {
        // The server may recover; otherwise the next operation fails.
        Thread.sleep(PAUSE);
      }
    }
  }

  /** Requests a token. */
  public AuthenticateResponse authenticate(AuthenticateRequest request, Duration limit)
      throws StatusException, InterruptedException {
    byte[] answer = BlockingExchange.ask(this, Rpc.AUTHENTICATE, request, null).await(limit);
    try {
      return AuthenticateResponse.parseFrom(answer);
    } catch (InvalidProtocolBufferException e) {
      throw Status.INTERNAL.withDescription("not an answer").withCause(e).asException();
    }
  }

  /** Waits for a connection; returns whether there is one. */
  public boolean awaitReady(Deadline deadline) throws InterruptedException {
    try {
      return usable.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Closes the connection; operations in flight fail. Closing again has no effect. */
  public void close() {
    if (!closed) {
      closed = true;
      loop.execute(this::closeHere);
    }
  }

  // The methods below are for the event loop's thread.

  private void accept(EtcdExchange exchange) {
    switch (state) {
      case IN_USE -> {
        if (link != null) {
          link.send(exchange);
        }
      }
      case CHANGING -> waiting.add(exchange);
      case BROKEN, CLOSED -> exchange.end(trouble);
    }
  }

  private void closeHere() {
    state = State.CLOSED;
    trouble = CLOSED;
    usable.complete(false);
    failWaiting();
    if (nextLook != null) {
      nextLook.cancel(false);
    }
    if (link != null) {
      link.end(CLOSED);
    }
  }

  private void cancelHere(EtcdExchange exchange) {
    if (waiting.remove(exchange)) {
      exchange.end(Status.CANCELLED);
    } else if (exchange.link != null) {
      exchange.link.cancel(exchange, Status.CANCELLED);
    }
  }

  @Override
  public void opened(EtcdLink opened) {
    if (opened == link && state != State.CLOSED) {
      openings.incrementAndGet();
      state = State.IN_USE;
      List<EtcdExchange> first = new ArrayList<>(waiting);
      waiting.clear();
      first.forEach(opened::send);
      usable.complete(true);
    }
  }

  @Override
  public void retired(EtcdLink old, List<EtcdExchange> left) {
    waiting.addAll(left);
    if (old != link || state == State.CLOSED) {
      failWaiting();
      return;
    }
    link = null;
    state = State.CHANGING;
    renewUsable();
    look();
  }

  @Override
  public void lost(EtcdLink old, Status why, boolean wasOpen) {
    if (old != link || state == State.CLOSED) {
      return;
    }
    link = null;
    trouble = why;
    if (wasOpen) {
      state = State.BROKEN;
      renewUsable();
      look();
    } else {
      connect();
    }
  }

  private void renewUsable() {
    if (usable.isDone()) {
      usable = new CompletableFuture<>();
    }
  }

  /**
   * Returns the server of the current or last connection attempt; empty if all requests go to the
   * leader.
   */
  Optional<Endpoint> endpoint() {
    return source instanceof LeaderSource ? Optional.empty() : tried;
  }

  private void failWaiting() {
    List<EtcdExchange> failed = new ArrayList<>(waiting);
    waiting.clear();
    failed.forEach(each -> each.end(trouble));
  }

  /** Finds the endpoints and their addresses outside the event loop, since that takes time. */
  private void look() {
    Thread.ofVirtual().name("etcd-endpoints").start(this::lookAside);
  }

  private void lookAside() {
    try {
      while (!closed) {
        try {
          List<Address> found = addresses(source.find());
          loop.execute(() -> connect(found));
          return;
        } catch (BindingException e) {
          Thread.sleep(PAUSE);
        }
      }
    } catch (RejectedExecutionException | InterruptedException e) {
      // The binding is closed.
    }
  }

  /** An unknown host is tried unresolved: the connect then reports the error. */
  private static List<Address> addresses(List<Endpoint> endpoints) {
    List<Address> addresses = new ArrayList<>();
    for (Endpoint endpoint : endpoints) {
      try {
        for (InetAddress each : InetAddress.getAllByName(endpoint.host())) {
          addresses.add(new Address(endpoint, new InetSocketAddress(each, endpoint.port())));
        }
      } catch (UnknownHostException e) {
        addresses.add(
            new Address(
                endpoint, InetSocketAddress.createUnresolved(endpoint.host(), endpoint.port())));
      }
    }
    return addresses;
  }

  private void connect(List<Address> found) {
    untried.clear();
    untried.addAll(found);
    connect();
  }

  /** Tries the next address; after the last one starts over, after a pause. */
  private void connect() {
    if (state == State.CLOSED) {
      return;
    }
    Address next = untried.poll();
    if (next != null) {
      EtcdLink made = links.make(this, next.endpoint());
      link = made; // first, since it may fail immediately
      tried = Optional.of(next.endpoint());
      links.connect(made, loop, next.endpoint(), next.socket());
    } else {
      state = State.BROKEN;
      failWaiting();
      nextLook = loop.schedule(this::look, PAUSE.toNanos(), TimeUnit.NANOSECONDS);
    }
  }
}
