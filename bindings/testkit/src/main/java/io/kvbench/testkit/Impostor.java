package io.kvbench.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A server on loopback that is not the system: it always gives the same answer. It may first
 * forward everything to a real server, until it is told to stop.
 */
final class Impostor implements AutoCloseable {
  /** The answers of an impostor. */
  enum Words {
    WEB_PAGE(http("200 OK", "text/html", "<!DOCTYPE html><title>It works</title>")),
    JSON(http("200 OK", "application/json", "{\"status\":\"UP\",\"version\":\"1.2.3\"}")),
    NO_SUCH_PAGE(http("404 Not Found", "text/plain", "404 page not found\n")),
    OTHER_TEXT("-ERR unknown command\r\n"),
    TLS_ALERT("\u0015\u0003\u0003\u0000\u0002\u0002F"),
    ECHO(""),
    HANGING_UP(""),
    SILENCE("");

    /** One character for each byte. */
    private final String answer;

    Words(String answer) {
      this.answer = answer;
    }

    private static String http(String status, String type, String body) {
      return "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
          .formatted(status, type, body.length(), body);
    }

    private byte[] bytes() {
      return answer.getBytes(StandardCharsets.US_ASCII);
    }
  }

  private final Words words;
  private final Optional<String> real;
  private final ServerSocket listening;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Map<Socket, ByteArrayOutputStream> heard = new ConcurrentHashMap<>();
  private volatile boolean lying;
  private volatile String lost = "";
  private volatile int answered;
  private volatile String last = "";

  private Impostor(Words words, Optional<String> real) throws IOException {
    this.words = words;
    this.real = real;
    this.lying = real.isEmpty();
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  /** Starts a server that was never the system. */
  static Impostor of(Words words) throws IOException {
    return new Impostor(words, Optional.empty());
  }

  /** Starts one that forwards everything to a real server, until {@link #lie}. */
  static Impostor before(String endpoint, Words words) throws IOException {
    return new Impostor(words, Optional.of(endpoint));
  }

  String endpoint() {
    return "127.0.0.1:" + listening.getLocalPort();
  }

  /** Stops forwarding, in both directions, and answers by itself. */
  void lie() {
    lying = true;
  }

  /**
   * The same, but keeps connections open that have not sent a text: clients also send requests that
   * belong to no operation.
   */
  void lieAbout(String text) {
    last = text;
    lie();
  }

  /**
   * Forwards all requests, and no answer once clients have sent a text so many times more, until
   * {@link #repent}.
   */
  void loseAnswersTo(String text, int times) {
    answered = heard(text) + times;
    lost = text;
  }

  private boolean losesAnswers() {
    return !lost.isEmpty() && heard(lost) >= answered;
  }

  /** Forwards new connections again; those with false answers are reset. */
  void repent() {
    passNewOnesOn();
    reset();
  }

  /** Forwards new connections again; those with false answers stay open. */
  void passNewOnesOn() {
    lying = false;
    last = "";
    lost = "";
  }

  /** Returns how often clients have sent a text, on any connection. */
  int heard(String text) {
    return heard.values().stream().mapToInt(bytes -> occurrences(text, bytes)).sum();
  }

  private static int occurrences(String text, ByteArrayOutputStream bytes) {
    String all = bytes.toString(StandardCharsets.ISO_8859_1);
    int count = 0;
    for (int at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + 1)) {
      count++;
    }
    return count;
  }

  /** Resets all connections, as a firewall that drops its state; new ones are served. */
  void reset() {
    for (Socket socket : open) {
      try (socket) {
        socket.setSoLinger(true, 0);
      } catch (IOException e) {
        // Its other end was faster.
      }
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        open.add(client);
        Thread.ofVirtual().start(() -> serve(client));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void serve(Socket client) {
    Optional<Socket> server = Optional.empty();
    try (client) {
      server = lying ? Optional.empty() : Optional.of(connect(client));
      InputStream in = client.getInputStream();
      OutputStream out = client.getOutputStream();
      byte[] chunk = new byte[64 * 1024];
      ByteArrayOutputStream all = heard.computeIfAbsent(client, c -> new ByteArrayOutputStream());
      for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
        all.write(chunk, 0, length);
        if (server.isPresent() && !lying) {
          server.get().getOutputStream().write(chunk, 0, length);
        } else if (words == Words.HANGING_UP) {
          if (all.toString(StandardCharsets.ISO_8859_1).contains(last)) {
            return;
          }
        } else if (words != Words.SILENCE) {
          out.write(words == Words.ECHO ? Arrays.copyOf(chunk, length) : words.bytes());
          out.flush();
        }
      }
    } catch (IOException e) {
      // The client has disconnected.
    } finally {
      open.remove(client);
      server.ifPresent(Impostor::hangUp);
    }
  }

  private Socket connect(Socket client) throws IOException {
    String[] place = real.orElseThrow().split(":", 2);
    Socket server = new Socket(place[0], Integer.parseInt(place[1]));
    open.add(server);
    Thread.ofVirtual().start(() -> passBack(server, client));
    return server;
  }

  private void passBack(Socket server, Socket client) {
    try (server) {
      byte[] chunk = new byte[64 * 1024];
      InputStream in = server.getInputStream();
      for (int length = in.read(chunk); length >= 0 && !lying; length = in.read(chunk)) {
        if (!losesAnswers()) {
          client.getOutputStream().write(chunk, 0, length);
        }
      }
    } catch (IOException e) {
      // Either end has disconnected.
    } finally {
      open.remove(server);
      // A half-open connection would never answer. Connections with false answers are kept.
      if (!lying) {
        hangUp(client);
      }
    }
  }

  private static void hangUp(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Already closed.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    reset();
  }
}
