package io.kvbench.runner.record;

import io.kvbench.core.binding.TrafficDecoder;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A proxied connection: its bytes are forwarded unchanged in both directions, and first shown to a
 * decoder: so a request is known before it can be answered. A decoder that fails is no longer used;
 * the bytes are still forwarded.
 */
final class ProxiedConnection implements Closeable {
  /** Two for each connection, of which there may be thousands. */
  private static final int BUFFER = 1 << 14;

  private final Socket client;
  private final Socket server;
  private final List<Socket> raw;
  private final LongSupplier micros;
  private final Consumer<String> undecodable;
  private final ReentrantLock decoding = new ReentrantLock();
  private @Nullable TrafficDecoder decoder;

  /**
   * Creates a connection.
   *
   * @param client what to read from and write to, as {@code server}
   * @param raw the sockets below these, which it closes: closing TLS would wait for a side that
   *     does not read
   * @param undecodable receives, once, the reason of a failure of the decoder
   */
  ProxiedConnection(
      Socket client,
      Socket server,
      List<Socket> raw,
      TrafficDecoder decoder,
      LongSupplier micros,
      Consumer<String> undecodable) {
    this.client = client;
    this.server = server;
    this.raw = List.copyOf(raw);
    this.decoder = decoder;
    this.micros = micros;
    this.undecodable = undecodable;
  }

  /** Passes bytes on until both sides have ended; on this thread and another one. */
  void run() throws InterruptedException {
    Thread answers = Thread.ofVirtual().start(() -> pass(server, client, false));
    try {
      pass(client, server, true);
      answers.join();
    } finally {
      close();
      end(null);
    }
  }

  /** An end of one direction is passed on, too; anything else ends the connection. */
  private void pass(Socket from, Socket to, boolean sent) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[BUFFER];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        decode(ByteBuffer.wrap(buffer, 0, count), sent);
        out.write(buffer, 0, count);
      }
      to.shutdownOutput();
    } catch (IOException e) {
      close();
    }
  }

  private void decode(ByteBuffer bytes, boolean sent) {
    decoding.lock();
    try {
      TrafficDecoder current = decoder;
      if (current == null) {
        return;
      }
      long at = micros.getAsLong();
      if (sent) {
        current.sent(bytes, at);
      } else {
        current.received(bytes, at);
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      // A library's decoder says in its own way that bytes are not of its protocol, and a message
      // may fit in no memory, which is free again without the decoder.
      end(e.getMessage() == null ? e.toString() : e.getMessage());
    } finally {
      decoding.unlock();
    }
  }

  /** Ends the decoding; what was in flight is not answered any more. */
  private void end(@Nullable String reason) {
    decoding.lock();
    try {
      TrafficDecoder current = decoder;
      decoder = null;
      if (current != null) {
        current.closed(micros.getAsLong());
        if (reason != null) {
          undecodable.accept(reason);
        }
      }
    } finally {
      decoding.unlock();
    }
  }

  @Override
  public void close() {
    for (Socket socket : raw) {
      try {
        socket.close();
      } catch (IOException e) {
        // This side or the other one has closed it.
      }
    }
  }
}
