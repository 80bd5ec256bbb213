package io.kvbench.runner.agent;

import io.kvbench.runner.cluster.agents.AgentRequest;
import io.kvbench.runner.cluster.local.LocalNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** A reader of servers' logs, a bounded piece at a time. */
record LogChunk(HeldServers servers) {
  private static final int MOST_BYTES = 262_144;
  private static final int POLLS = 10;
  private static final long POLL_MILLIS = 100;

  /** Waits up to a second for new output; returns nothing if there is none. */
  byte[] of(AgentRequest.Log log) throws AgentRefusal, IOException, InterruptedException {
    LocalNode server = servers.servers().get(log.node());
    if (server == null) {
      throw new AgentRefusal(404, "it has no server " + log.node());
    }
    byte[] piece = read(server, log.from());
    for (int poll = 0; piece.length == 0 && poll < POLLS && !servers.isStopped(); poll++) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      piece = read(server, log.from());
    }
    return piece;
  }

  private static byte[] read(LocalNode server, long from) throws IOException {
    try (SeekableByteChannel file = Files.newByteChannel(server.logFile())) {
      ByteBuffer piece =
          ByteBuffer.allocate((int) Math.min(MOST_BYTES, Math.max(0, file.size() - from)));
      file.position(from);
      while (piece.hasRemaining() && file.read(piece) > 0) {
        // There may be more.
      }
      return Arrays.copyOf(piece.array(), piece.position());
    } catch (NoSuchFileException e) {
      return new byte[0];
    }
  }
}
