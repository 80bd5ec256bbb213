package io.kvbench.runner.run.network;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.runner.cluster.ProxyServer;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * The control server of proxies on another host, queried through the proxies themselves: nothing
 * inside kvbench can be reached from there. Transfers are pipelined requests.
 */
record ProxyMeter(ProxyServer place) implements Meter {
  private static final NanoClock CLOCK = NanoClock.system();
  private static final int BUFFER = 65_536;

  /** The number of requests of a transfer, which separates the first and the last answer. */
  private static final int PARTS = 16;

  private static final int LEAST_BODY = 256;
  private static final int MOST_BODY = 65_536;

  /** Beyond this, long answers are asked for; a busy server has to send fewer of them. */
  private static final long MANY_BYTES = 256_000;

  private static final String SMALL = "/version";
  private static final String LARGE = "/proxies";

  /**
   * Prepares to measure.
   *
   * @param toxiproxy gets a proxy with a long name, which makes the list of proxies long
   */
  static ProxyMeter of(ProxyServer place, Toxiproxy toxiproxy)
      throws NetworkException, InterruptedException {
    toxiproxy.create("x".repeat(MOST_BODY), "127.0.0.1:1", place.controlInside(), false);
    return new ProxyMeter(place);
  }

  @Override
  public String upstream() {
    return place.controlInside();
  }

  @Override
  public String here() {
    return place.control();
  }

  @Override
  public List<Long> roundTrips(String address, int count) throws IOException {
    List<Long> nanos = new ArrayList<>();
    try (Socket socket = NetworkMeter.connect(address)) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      // The first one waits for the proxy to connect.
      for (int number = 0; number <= count; number++) {
        long start = CLOCK.nanos();
        out.write(get(SMALL, false));
        skipAnswer(in);
        if (number > 0) {
          nanos.add(CLOCK.nanos() - start);
        }
      }
    }
    Collections.sort(nanos);
    return nanos;
  }

  @Override
  public List<Long> waysTo(String address, int count) {
    return List.of();
  }

  private static byte[] get(String path, boolean last) {
    return head("GET " + path, last, "").getBytes(StandardCharsets.US_ASCII);
  }

  private static String head(String what, boolean last, String more) {
    return "%s HTTP/1.1\r\nHost: proxies\r\n%s%s\r\n"
        .formatted(what, more, last ? "Connection: close\r\n" : "");
  }

  private static void skipAnswer(InputStream in) throws IOException {
    int length = 0;
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      String[] parts = line.toLowerCase(Locale.ROOT).split(":", 2);
      if (parts[0].equals("content-length")) {
        length = Integer.parseInt(parts[1].strip());
      }
    }
    in.skipNBytes(length);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int each = in.read(); each != '\n'; each = in.read()) {
      if (each < 0) {
        throw new IOException("the connection ended early");
      }
      line.append((char) each);
    }
    return line.toString().strip();
  }

  /** A request is answered when all of it has arrived; an object without a name is rejected. */
  @Override
  public double rateTo(String address, long bytes) throws IOException {
    int size = Math.clamp(bytes / PARTS, LEAST_BODY, MOST_BODY);
    long count = Math.max(2, bytes / size);
    String body = " ".repeat(size - 2) + "{}";
    String length = "Content-Length: " + size + "\r\n";
    byte[] request = bytes(head("POST /proxies", false, length) + body);
    byte[] last = bytes(head("POST /proxies", true, length) + body);
    Received received = transfer(address, request, last, count);
    return (count - 1) * (double) request.length * 1e9 / received.nanos();
  }

  @Override
  public double rateFrom(String address, long bytes) throws IOException {
    String path = bytes < MANY_BYTES ? SMALL : LARGE;
    long each = transfer(here(), get(path, false), get(path, true), 1).bytes();
    Received received =
        transfer(address, get(path, false), get(path, true), Math.max(2, bytes / each));
    return (received.bytes() - received.firstBytes()) * 1e9 / received.nanos();
  }

  /**
   * A number of bytes that arrived.
   *
   * @param firstBytes with the first of it
   * @param nanos from the first to the last of it
   */
  private record Received(long bytes, long firstBytes, long nanos) {}

  private static Received transfer(String address, byte[] request, byte[] last, long count)
      throws IOException {
    try (Socket socket = NetworkMeter.connect(address)) {
      OutputStream out = socket.getOutputStream();
      // It ends with the connection.
      Thread.ofVirtual().start(() -> send(out, request, last, count));
      return receive(socket.getInputStream());
    }
  }

  private static void send(OutputStream out, byte[] request, byte[] last, long count) {
    try {
      for (long number = 1; number < count; number++) {
        out.write(request);
      }
      out.write(last);
    } catch (IOException e) {
      // The receiver notices the failure.
    }
  }

  private static Received receive(InputStream in) throws IOException {
    byte[] buffer = new byte[BUFFER];
    int first = in.read(buffer);
    if (first < 0) {
      throw new IOException("the connection ended early");
    }
    long began = CLOCK.nanos();
    long end = began + 1;
    long all = first;
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      all += read;
      end = CLOCK.nanos();
    }
    return new Received(all, first, Math.max(1, end - began));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** The proxies end with their cluster. */
  @Override
  public void close() {}
}
