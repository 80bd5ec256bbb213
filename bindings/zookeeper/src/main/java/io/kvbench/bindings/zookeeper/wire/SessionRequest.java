package io.kvbench.bindings.zookeeper.wire;

import java.io.IOException;
import org.apache.jute.InputArchive;
import org.apache.jute.Record;
import org.apache.zookeeper.proto.ReplyHeader;
import org.jspecify.annotations.Nullable;

/** One request over a {@link SessionConnection}, which either reads its answer or fails it. */
public interface SessionRequest {
  /** Returns a number of {@code ZooDefs.OpCode}. */
  public int type();

  /** Returns null for a request without a body. */
  public @Nullable Record body();

  /**
   * Reads an answer.
   *
   * @param header with the result, of {@code KeeperException.Code}
   * @param answer the body, which only a request that succeeded has
   * @throws IOException if it cannot be read; the request is failed then
   */
  public void read(ReplyHeader header, InputArchive answer) throws IOException;

  /** Takes a code of {@code KeeperException.Code} in place of an answer. */
  public void fail(int code);
}
