package io.kvbench.runner.record;

import io.kvbench.core.binding.Traffic;
import io.kvbench.core.trace.TraceSink;
import java.io.Closeable;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A proxy in front of one server, which records the requests of clients. Two virtual threads for
 * each connection.
 */
public final class RecordingProxy implements Closeable {
  private static final int BACKLOG = 1024;
  private static final long CLOSE_SECONDS = 5;
  private static final long ACCEPT_AGAIN_MILLIS = 200;

  /** A client that connects again and again must not fill the terminal. */
  private static final int MOST_NOTES = 20;

  private final ServerSocket listening;
  private final Downstream downstream;
  private final Upstream upstream;
  private final Traffic traffic;
  private final TraceSink sink;
  private final LongSupplier micros;
  private final Consumer<String> notes;
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();
  private final LongAdder undecoded = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final Set<ProxiedConnection> open = ConcurrentHashMap.newKeySet();
  private final Set<String> told = ConcurrentHashMap.newKeySet();
  private final CountDownLatch ended = new CountDownLatch(1);

  private RecordingProxy(
      ServerSocket listening,
      Downstream downstream,
      Upstream upstream,
      Traffic traffic,
      TraceSink sink,
      LongSupplier micros,
      Consumer<String> notes) {
    this.listening = listening;
    this.downstream = downstream;
    this.upstream = upstream;
    this.traffic = traffic;
    this.sink = sink;
    this.micros = micros;
    this.notes = notes;
  }

  /**
   * Starts a proxy.
   *
   * @param micros the time since the start of the recording
   * @param notes receives notes for the user, in sentences and once each; from any thread
   * @throws IOException if it cannot listen there
   */
  public static RecordingProxy start(
      Downstream downstream,
      Upstream upstream,
      Traffic traffic,
      TraceSink sink,
      LongSupplier micros,
      Consumer<String> notes)
      throws IOException {
    ServerSocket socket = new ServerSocket();
    try {
      socket.setReuseAddress(true);
      socket.bind(downstream.address(), BACKLOG);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    RecordingProxy proxy =
        new RecordingProxy(socket, downstream, upstream, traffic, sink, micros, notes);
    Thread.ofVirtual().name("record").start(proxy::accept);
    return proxy;
  }

  /** Returns the port on which it listens. */
  public int port() {
    return listening.getLocalPort();
  }

  /** Returns how many connections clients have opened. */
  public int connections() {
    return connections.get();
  }

  /** Returns how many of them are open. */
  public int openConnections() {
    return running.get();
  }

  /** Returns how many could not be decoded to their end. */
  public long undecoded() {
    return undecoded.sum();
  }

  /** Returns how many did not get as far as the server. */
  public long failed() {
    return failed.sum();
  }

  private void accept() {
    try {
      while (!listening.isClosed()) {
        acceptOne();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ended.countDown();
    }
  }

  /** A failure to accept one connection, such as too many open files, may be temporary. */
  private void acceptOne() throws InterruptedException {
    try {
      Socket client = listening.accept();
      int number = connections.incrementAndGet();
      running.incrementAndGet();
      Thread.ofVirtual().name("record-", number).start(() -> serve(client, number));
    } catch (IOException e) {
      if (!listening.isClosed()) {
        tell("a connection cannot be accepted: " + e.getMessage());
        TimeUnit.MILLISECONDS.sleep(ACCEPT_AGAIN_MILLIS);
      }
    }
  }

  private void serve(Socket accepted, int number) {
    try (accepted) {
      accepted.setTcpNoDelay(true);
      List<String> protocols = traffic.applicationProtocols();
      Optional<Socket> client = secured(accepted, protocols);
      if (client.isPresent()) {
        serve(accepted, client.get(), protocols, number);
      }
    } catch (IOException e) {
      failed.increment();
      tell("cannot connect to %s: %s".formatted(upstream, e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      running.decrementAndGet();
    }
  }

  private Optional<Socket> secured(Socket accepted, List<String> protocols) {
    try {
      return Optional.of(downstream.secured(accepted, protocols));
    } catch (IOException e) {
      failed.increment();
      tell("a client was refused: " + e.getMessage());
      return Optional.empty();
    }
  }

  private void serve(Socket accepted, Socket client, List<String> protocols, int number)
      throws IOException, InterruptedException {
    try (Socket connected = upstream.connect();
        ProxiedConnection connection =
            new ProxiedConnection(
                client,
                upstream.secured(connected, protocols),
                List.of(accepted, connected),
                traffic.decoder(sink, "connection " + number),
                micros,
                this::undecodable)) {
      open.add(connection);
      if (!listening.isClosed()) {
        connection.run();
      }
      open.remove(connection);
    }
  }

  private void undecodable(String reason) {
    undecoded.increment();
    tell(
        "a connection is passed on, but not recorded any more, since it cannot be decoded: "
            + reason);
  }

  private void tell(String note) {
    if (told.size() < MOST_NOTES && told.add(note)) {
      notes.accept(note);
      if (told.size() == MOST_NOTES) {
        notes.accept("further problems are counted only");
      }
    }
  }

  /** Closes all connections, and returns when what they did is recorded, or after some seconds. */
  public void stop() throws IOException {
    listening.close();
    open.forEach(ProxiedConnection::close);
    try {
      boolean unused = ended.await(CLOSE_SECONDS, TimeUnit.SECONDS);
      for (int look = 0; running.get() > 0 && look < CLOSE_SECONDS * 100; look++) {
        open.forEach(ProxiedConnection::close);
        TimeUnit.MILLISECONDS.sleep(10);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops the proxy if that has not been done. */
  @Override
  public void close() throws IOException {
    stop();
  }
}
