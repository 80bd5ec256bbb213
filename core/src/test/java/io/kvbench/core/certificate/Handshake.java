package io.kvbench.core.certificate;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/** A TLS handshake between two engines in memory. */
final class Handshake {
  private static final int SPACE = 1 << 16;
  private static final int ROUNDS = 100;

  private Handshake() {}

  /** Passes messages back and forth until both are done, or one rejects. */
  static void between(SSLEngine client, SSLEngine server) throws SSLException {
    ByteBuffer toServer = ByteBuffer.allocate(SPACE);
    ByteBuffer toClient = ByteBuffer.allocate(SPACE);
    client.beginHandshake();
    server.beginHandshake();
    for (int round = 0; round < ROUNDS; round++) {
      step(client, toClient, toServer);
      step(server, toServer, toClient);
    }
  }

  private static void step(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws SSLException {
    ByteBuffer read = ByteBuffer.allocate(SPACE);
    in.flip();
    if (in.hasRemaining()) {
      engine.unwrap(in, read);
    }
    in.compact();
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
    if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
      engine.wrap(ByteBuffer.allocate(0), out);
    }
  }
}
