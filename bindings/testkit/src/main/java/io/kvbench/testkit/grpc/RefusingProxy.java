package io.kvbench.testkit.grpc;

import io.kvbench.testkit.contract.Refusal;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A proxy of an HTTP/2 server that forwards everything, until it is told to reject requests as
 * unprocessed. Libraries may silently retry such requests.
 */
public final class RefusingProxy implements AutoCloseable {
  /** The way in which requests are rejected. */
  public enum Refusal {
    /** RST_STREAM with REFUSED_STREAM. */
    STREAM,
    /** GOAWAY before the first stream; the connection stays. */
    GO_AWAY
  }

  private static final int HEADER = 9;
  private static final byte DATA = 0;
  private static final byte RST_STREAM = 3;
  private static final byte GO_AWAY = 7;
  private static final int REFUSED_STREAM = 7;
  private static final int PREFACE = 24;

  private final int server;
  private final String counted;
  private final ServerSocket listening;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger refused = new AtomicInteger();
  private volatile List<Refusal> refusal = List.of();

  /**
   * Starts a proxy of the first of these.
   *
   * @param counted a text in the requests to count
   */
  public RefusingProxy(List<String> endpoints, String counted) throws IOException {
    this.counted = counted;
    String endpoint = endpoints.getFirst();
    server = Integer.parseInt(endpoint.substring(endpoint.lastIndexOf(':') + 1));
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  public List<String> endpoints() {
    return List.of("127.0.0.1:" + listening.getLocalPort());
  }

  /** Rejects all requests from now on. */
  public void refuse(Refusal how) {
    refusal = List.of(how);
  }

  /** Returns how many of the counted requests were rejected. */
  public int refused() {
    return refused.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        Socket real = new Socket(InetAddress.getLoopbackAddress(), server);
        open.add(client);
        open.add(real);
        Thread.ofVirtual().start(() -> passBack(real, client));
        Thread.ofVirtual().start(() -> pass(client, real));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void pass(Socket client, Socket real) {
    try (client;
        real) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      DataOutputStream out = new DataOutputStream(real.getOutputStream());
      out.write(in.readNBytes(PREFACE));
      while (true) {
        byte[] header = new byte[HEADER];
        in.readFully(header);
        ByteBuffer fields = ByteBuffer.wrap(header);
        int length = fields.getInt(0) >>> Byte.SIZE;
        byte[] payload = new byte[length];
        in.readFully(payload);
        if (refusal.isEmpty()) {
          out.write(header);
          out.write(payload);
          out.flush();
        } else if (header[3] == DATA) {
          if (new String(payload, StandardCharsets.ISO_8859_1).contains(counted)) {
            refused.incrementAndGet();
          }
          refuse(fields.getInt(5), client.getOutputStream());
        }
      }
    } catch (IOException e) {
      // Either end has disconnected.
    }
  }

  /** Between whole frames of the server. */
  private void refuse(int stream, OutputStream client) throws IOException {
    ByteBuffer frame;
    if (refusal.getFirst() == Refusal.STREAM) {
      frame = ByteBuffer.allocate(HEADER + 4).put(new byte[] {0, 0, 4, RST_STREAM, 0});
      frame.putInt(stream).putInt(REFUSED_STREAM);
    } else {
      frame = ByteBuffer.allocate(HEADER + 8).put(new byte[] {0, 0, 8, GO_AWAY, 0});
      frame.putInt(0).putInt(0).putInt(0);
    }
    synchronized (client) {
      client.write(frame.array());
    }
  }

  private void passBack(Socket real, Socket client) {
    try {
      InputStream in = real.getInputStream();
      OutputStream out = client.getOutputStream();
      byte[] chunk = new byte[64 * 1024];
      for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
        synchronized (out) {
          out.write(chunk, 0, length);
        }
      }
    } catch (IOException e) {
      // Either end has disconnected.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
