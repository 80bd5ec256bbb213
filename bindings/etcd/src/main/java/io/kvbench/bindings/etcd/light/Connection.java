package io.kvbench.bindings.etcd.light;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import io.etcd.jetcd.api.AuthenticateRequest;
import io.etcd.jetcd.api.AuthenticateResponse;
import io.grpc.Status;
import io.grpc.StatusException;
import io.kvbench.bindings.etcd.endpoint.EndpointSource;
import io.kvbench.bindings.etcd.jetcd.LeaderSource;
import io.kvbench.bindings.etcd.jetcd.Login;
import io.kvbench.bindings.etcd.wire.Exchange;
import io.kvbench.bindings.etcd.wire.Link;
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
 * A connection that outlives the TCP connections below it, and goes on at the next endpoint where
 * one cannot be reached. What is not volatile belongs to the event loop's thread.
 */
public final class Connection implements Link.Owner {
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Status CLOSED = Status.UNAVAILABLE.withDescription("the binding is closed");

  private enum State {
    IN_USE,
    /** Between a server's goodbye and the next connection: requests wait. */
    CHANGING,
    /** Requests fail at once, and another connection is being tried for. */
    BROKEN,
    CLOSED
  }

  /** Where a connection can be tried for. */
  private record Address(Endpoint endpoint, InetSocketAddress socket) {}

  private final Links links;
  private final EndpointSource source;
  private final EventLoop loop;
  private final Login login;

  private final AtomicLong openings = new AtomicLong();
  private final Queue<Address> untried = new ArrayDeque<>();
  private final List<Exchange> waiting = new ArrayList<>();
  private State state = State.BROKEN;
  private @Nullable Link link;
  private @Nullable Future<?> nextLook;
  private Status trouble = Status.UNAVAILABLE.withDescription("not connected yet");
  private volatile boolean closed;
  private volatile Optional<Endpoint> tried = Optional.empty();
  private volatile CompletableFuture<Boolean> usable = new CompletableFuture<>();

  public Connection(Links links, EndpointSource source, Login login) {
    this.links = links;
    this.source = source;
    this.loop = links.loop();
    this.login = login;
  }

  Login login() {
    return login;
  }

  /** Returns a connection for one read at a time, on the same event loop. */
  OneShot oneShot(int number) {
    return new OneShot(this, links, loop, number);
  }

  /** Returns the server that this is connected to or tried last, whatever it is chosen by. */
  Optional<Endpoint> tried() {
    return tried;
  }

  // For any thread.

  /** Returns how often a connection to a server was established, the first one included. */
  public long openings() {
    return openings.get();
  }

  /** Begins to connect. */
  public void start() {
    loop.execute(this::look);
  }

  void submit(Exchange exchange) {
    try {
      loop.execute(() -> accept(exchange));
    } catch (RejectedExecutionException e) {
      exchange.end(CLOSED);
    }
  }

  /** Does something again and again on the event loop; returns what stops it. */
  Runnable every(Duration interval, Runnable action) {
    Future<?> repeated =
        loop.scheduleAtFixedRate(
            action, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    return () -> repeated.cancel(false);
  }

  /** Does something on the event loop, unless the binding is closed. */
  void execute(Runnable action) {
    try {
      loop.execute(action);
    } catch (RejectedExecutionException e) {
      // Nothing is in flight any more.
    }
  }

  /** Does something on the event loop after a while, unless the binding is closed by then. */
  @SuppressWarnings("FutureReturnValueIgnored")
  void later(Duration pause, Runnable action) {
    if (!closed) {
      execute(() -> loop.schedule(action, pause.toNanos(), TimeUnit.NANOSECONDS));
    }
  }

  /** Sends another request on the stream of an exchange. For the event loop's thread. */
  void more(Exchange exchange, MessageLite request) {
    Link used = exchange.link;
    if (used == null) {
      exchange.append(request);
    } else {
      used.more(exchange, request);
    }
  }

  void cancel(Exchange exchange) {
    execute(() -> cancelHere(exchange));
  }

  /** Waits until requests can be sent again, and with a token that counts; or for the limit. */
  void recover(Duration limit) throws InterruptedException {
    Deadline deadline = Deadline.in(limit);
    while (awaitReady(deadline)) {
      try {
        login.renew(this::authenticate, deadline.left());
        return;
      } catch (StatusException e) {
        // The server may come to itself; the next operation will tell if it does not.
        Thread.sleep(PAUSE);
      }
    }
  }

  /** Asks for a token. */
  public AuthenticateResponse authenticate(AuthenticateRequest request, Duration limit)
      throws StatusException, InterruptedException {
    byte[] answer = Reply.ask(this, Rpc.AUTHENTICATE, request, null).await(limit);
    try {
      return AuthenticateResponse.parseFrom(answer);
    } catch (InvalidProtocolBufferException e) {
      throw Status.INTERNAL.withDescription("not an answer").withCause(e).asException();
    }
  }

  /** Waits until there is a connection; returns whether there is. */
  public boolean awaitReady(Deadline deadline) throws InterruptedException {
    try {
      return usable.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ends the connection; operations in flight fail. Doing it again does nothing. */
  public void close() {
    if (!closed) {
      closed = true;
      loop.execute(this::closeHere);
    }
  }

  // What follows is for the event loop's thread.

  private void accept(Exchange exchange) {
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

  private void cancelHere(Exchange exchange) {
    if (waiting.remove(exchange)) {
      exchange.end(Status.CANCELLED);
    } else if (exchange.link != null) {
      exchange.link.cancel(exchange, Status.CANCELLED);
    }
  }

  @Override
  public void opened(Link opened) {
    if (opened == link && state != State.CLOSED) {
      openings.incrementAndGet();
      state = State.IN_USE;
      List<Exchange> first = new ArrayList<>(waiting);
      waiting.clear();
      first.forEach(opened::send);
      usable.complete(true);
    }
  }

  @Override
  public void retired(Link old, List<Exchange> left) {
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
  public void lost(Link old, Status why, boolean wasOpen) {
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
   * Returns the server that this is connected to, or that it tried last; empty where it is the
   * leader's part to serve all.
   */
  Optional<Endpoint> endpoint() {
    return source instanceof LeaderSource ? Optional.empty() : tried;
  }

  private void failWaiting() {
    List<Exchange> failed = new ArrayList<>(waiting);
    waiting.clear();
    failed.forEach(each -> each.end(trouble));
  }

  /** Looks for the endpoints and their addresses aside of the event loop, since that takes time. */
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

  /** A host that is not known is tried as it is: connecting to it tells what is wrong. */
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

  /** Tries the next address; after the last one it begins anew, a little later. */
  private void connect() {
    if (state == State.CLOSED) {
      return;
    }
    Address next = untried.poll();
    if (next != null) {
      Link made = links.make(this, next.endpoint());
      link = made; // First, since it may fail at once.
      tried = Optional.of(next.endpoint());
      links.connect(made, loop, next.endpoint(), next.socket());
    } else {
      state = State.BROKEN;
      failWaiting();
      nextLook = loop.schedule(this::look, PAUSE.toNanos(), TimeUnit.NANOSECONDS);
    }
  }
}
