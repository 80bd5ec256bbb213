package io.kvbench.host.listen;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * An HTTP server with limits on requests, and with TLS if configured. It serves requests from when
 * it is opened until it is closed.
 */
public final class HttpListener implements AutoCloseable {
  private static final Map<String, String> LIMITS =
      Map.of(
          // Answers in two packets would otherwise be delayed, and clock readings with them.
          "sun.net.httpserver.nodelay", "true",
          // A connection without a request is closed within seconds, so idle ones leave room.
          "jdk.httpserver.maxConnections", "256",
          "sun.net.httpserver.idleInterval", "30",
          "sun.net.httpserver.maxReqTime", "2",
          "sun.net.httpserver.maxReqHeaders", "50",
          "sun.net.httpserver.maxReqHeaderSize", "16384",
          "sun.net.httpserver.drainAmount", "0");

  private static final int BACKLOG = 16;

  private final HttpServer server;
  private final ExecutorService threads;
  private final String address;
  private boolean closed;

  private HttpListener(HttpServer server, ExecutorService threads, String address) {
    this.server = server;
    this.threads = threads;
    this.address = address;
  }

  /**
   * Begins to listen.
   *
   * @param threads run the handler, no more at a time than there are connections, whose number is
   *     bounded; they are shut down with the listener
   * @throws IOException if the address cannot be had
   */
  public static HttpListener open(Listening listening, HttpHandler handler, ExecutorService threads)
      throws IOException {
    setLimits();
    HostAddress asked = listening.address();
    InetSocketAddress place = new InetSocketAddress(asked.host(), asked.port());
    InetAddress resolved = place.getAddress();
    if (resolved != null && !resolved.isLoopbackAddress() && !listening.isRestricted()) {
      throw new IOException(resolved.getHostAddress() + " is not a loopback address");
    }
    HttpServer server =
        listening.tls().isPresent()
            ? withTls(place, listening.tls().get(), listening.certificates())
            : HttpServer.create(place, BACKLOG);
    server.setExecutor(threads);
    server.createContext("/", handler);
    server.start();
    String scheme = listening.tls().isPresent() ? "https" : "http";
    HostAddress given = new HostAddress(asked.host(), server.getAddress().getPort());
    return new HttpListener(server, threads, scheme + "://" + given);
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

  /** Closes all connections, including those with requests in flight. From any thread. */
  @Override
  public void close() {
    close(0);
  }

  /** Takes no more requests, and closes when those on their way are answered, or after so long. */
  public synchronized void close(int seconds) {
    if (closed) {
      return;
    }
    closed = true;
    server.stop(seconds);
    threads.shutdownNow();
  }

  /**
   * Sets the limits of the JDK's HTTP server, which are properties of the whole process and read
   * once; one that is set already stays.
   */
  private static void setLimits() {
    Properties properties = System.getProperties();
    LIMITS.forEach(properties::putIfAbsent);
  }
}
