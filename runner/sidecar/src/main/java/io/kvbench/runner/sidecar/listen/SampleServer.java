package io.kvbench.runner.sidecar.listen;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.kvbench.core.host.SidecarAddress;
import io.kvbench.core.measure.NanoClock;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/**
 * Serves lines of samples over HTTP to whoever shows the token. Read-only; what it keeps for its
 * readers is bounded.
 */
public final class SampleServer implements AutoCloseable {
  private static final int BACKLOG = 16;

  private final HttpServer server;
  private final ExecutorService threads;
  private final Readers readers;
  private final String address;
  private boolean closed;

  private SampleServer(
      HttpServer server, ExecutorService threads, Readers readers, String address) {
    this.server = server;
    this.threads = threads;
    this.readers = readers;
    this.address = address;
  }

  /**
   * Begins to listen.
   *
   * @param header the line that comes before all samples, without its end
   * @param clock whose wall clock readers are told
   * @throws IOException if the address cannot be had
   */
  public static SampleServer open(Listening listening, String header, NanoClock clock)
      throws IOException {
    HttpLimits.set();
    SidecarAddress asked = listening.address();
    InetSocketAddress place = new InetSocketAddress(asked.host(), asked.port());
    HttpServer server =
        listening.tls().isPresent()
            ? withTls(place, listening.tls().get())
            : HttpServer.create(place, BACKLOG);
    Readers readers = new Readers();
    // No more of them than connections, whose number is bounded.
    ExecutorService threads =
        Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("reader-", 0).factory());
    server.setExecutor(threads);
    server.createContext(
        "/", new SampleHandler(listening.token(), line(header), readers, clock)::handle);
    server.start();
    String scheme = listening.tls().isPresent() ? "https" : "http";
    SidecarAddress given = new SidecarAddress(asked.host(), server.getAddress().getPort());
    return new SampleServer(server, threads, readers, scheme + "://" + given);
  }

  private static HttpServer withTls(InetSocketAddress place, SSLContext tls) throws IOException {
    HttpsServer server = HttpsServer.create(place, BACKLOG);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    return server;
  }

  /** Returns where it listens, as in {@code https://127.0.0.1:9560}. */
  public String address() {
    return address;
  }

  /** Hands a line to all readers, without its end; never waits for any. */
  public void publish(String line) {
    readers.publish(line(line));
  }

  /** Waits until somebody reads; returns false once it is closed. */
  public boolean awaitReader() {
    return readers.await();
  }

  /** Returns how many read now. */
  public int readers() {
    return readers.count();
  }

  static byte[] line(String text) {
    return (text + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** Lets readers have their last lines, within a second, and ends. From any thread. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    readers.close();
    server.stop(0);
    threads.shutdownNow();
  }
}
