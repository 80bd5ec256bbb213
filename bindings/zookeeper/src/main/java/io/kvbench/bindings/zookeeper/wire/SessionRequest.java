package io.kvbench.bindings.zookeeper.wire;

import java.io.IOException;
import org.apache.jute.InputArchive;
import org.apache.jute.Record;
import org.apache.zookeeper.proto.ReplyHeader;
import org.jspecify.annotations.Nullable;

/** A request over a {@link SessionConnection}, with a handler for its answer or failure. */
public interface SessionRequest {
  /** Returns the type, of {@code ZooDefs.OpCode}. */
  public int type();

  /** Returns the body; null for a request without one. */
  public @Nullable Record body();

  /**
   * Parses an answer.
   *
   * @param header with the result, of {@code KeeperException.Code}
   * @param answer the body, which only a successful request has
   * @throws IOException if it is unreadable; the request then fails
   */
  public void read(ReplyHeader header, InputArchive answer) throws IOException;

  /** Fails the request with a code of {@code KeeperException.Code}. */
  public void fail(int code);
}
