package io.kvbench.bindings.zookeeper.wire;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.Outcome;
import java.io.IOException;
import org.apache.jute.InputArchive;
import org.apache.jute.Record;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.ReplyHeader;
import org.jspecify.annotations.Nullable;

/**
 * A request that completes an operation.
 *
 * @param type of {@code ZooDefs.OpCode}
 * @param body null for a request without one
 */
public record SessionCall(
    int type, @Nullable Record body, ResponseHandler handler, Completion completion)
    implements SessionRequest {

  /** A parser of an answer. */
  @FunctionalInterface
  public interface ResponseHandler {
    /**
     * Parses an answer and completes the operation.
     *
     * @param header with the result, of {@code KeeperException.Code}
     * @param answer the body, which only a successful request has
     */
    void read(ReplyHeader header, InputArchive answer, Completion completion) throws IOException;
  }

  /** Returns the request that ends the session; its answer has no body. */
  public static SessionCall closeSession(Completion completion) {
    return new SessionCall(
        OpCode.closeSession,
        null,
        (header, answer, told) -> told.succeeded(Outcome.OK),
        completion);
  }

  @Override
  public void read(ReplyHeader header, InputArchive answer) throws IOException {
    handler.read(header, answer, completion);
  }

  @Override
  public void fail(int code) {
    ZooKeeperFailure.of(code).tell(completion);
  }
}
