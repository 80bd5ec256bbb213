package io.kvbench.runner.sidecar.listen;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.kvbench.core.host.SidecarAddress;
import io.kvbench.core.measure.NanoClock;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * Serves lines of samples over HTTP to readers with the token or a certificate, and passes other
 * requests on. What it keeps for its readers is bounded.
 */
public final class SampleServer implements AutoCloseable {
  private static final Map<String, String> LIMITS =
      Map.of(
          // Answers in two packets would otherwise wait for each other, and clocks with them.
          "sun.net.httpserver.nodelay", "true",
          // Who sends no request has a place for so few seconds that many idle ones are no wall.
          "jdk.httpserver.maxConnections", "256",
          "sun.net.httpserver.idleInterval", "30",
          "sun.net.httpserver.maxReqTime", "2",
          "sun.net.httpserver.maxReqHeaders", "50",
          "sun.net.httpserver.maxReqHeaderSize", "16384",
          "sun.net.httpserver.drainAmount", "0");

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

  /** Begins to listen for readers of samples only, whose header never changes. */
  public static SampleServer open(Listening listening, String header, NanoClock clock)
      throws IOException {
    return open(listening, () -> header, Requests.NONE, clock);
  }

  /**
   * Begins to listen.
   *
   * @param header makes the line that comes before all samples, without its end
   * @param requests answers what else is asked
   * @param clock whose wall clock readers are told
   * @throws IOException if the address cannot be had
   */
  public static SampleServer open(
      Listening listening, Supplier<String> header, Requests requests, NanoClock clock)
      throws IOException {
    setLimits();
    SidecarAddress asked = listening.address();
    InetSocketAddress place = new InetSocketAddress(asked.host(), asked.port());
    HttpServer server =
        listening.tls().isPresent()
            ? withTls(place, listening.tls().get(), listening.certificates())
            : HttpServer.create(place, BACKLOG);
    Readers readers = new Readers();
    // No more of them than connections, whose number is bounded.
    ExecutorService threads =
        Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("reader-", 0).factory());
    server.setExecutor(threads);
    server.createContext(
        "/", new SampleHandler(listening, header, readers, requests, clock)::handle);
    server.start();
    String scheme = listening.tls().isPresent() ? "https" : "http";
    SidecarAddress given = new SidecarAddress(asked.host(), server.getAddress().getPort());
    return new SampleServer(server, threads, readers, scheme + "://" + given);
  }

  private static HttpServer withTls(InetSocketAddress place, SSLContext tls, boolean certificates)
      throws IOException {
    HttpsServer server = HttpsServer.create(place, BACKLOG);
    server.setHttpsConfigurator(
        new HttpsConfigurator(tls) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters chosen = tls.getDefaultSSLParameters();
            chosen.setNeedClientAuth(certificates);
            parameters.setSSLParameters(chosen);
          }
        });
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

  /**
   * What the JDK's HTTP server puts up with. It knows these as properties of the whole process only
   * and reads them once; whoever has set one keeps it.
   */
  private static void setLimits() {
    Properties properties = System.getProperties();
    LIMITS.forEach(properties::putIfAbsent);
  }
}
