package io.kvbench.bindings.etcd.light;

import com.google.protobuf.MessageLite;
import io.grpc.Status;
import io.grpc.StatusException;
import io.kvbench.bindings.etcd.wire.EtcdExchange;
import io.kvbench.bindings.etcd.wire.EtcdToken;
import io.kvbench.bindings.etcd.wire.Rpc;
import io.kvbench.bindings.support.Causes;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** An exchange outside the load, for a waiting thread. */
public final class BlockingExchange extends EtcdExchange {
  private final CompletableFuture<byte[]> answer = new CompletableFuture<>();

  private final EtcdConnection connection;

  private BlockingExchange(
      EtcdConnection connection, Rpc rpc, MessageLite request, @Nullable EtcdToken token) {
    super(rpc, request, token);
    this.connection = connection;
  }

  public static BlockingExchange ask(
      EtcdConnection connection, Rpc rpc, MessageLite request, @Nullable EtcdToken token) {
    BlockingExchange reply = new BlockingExchange(connection, rpc, request, token);
    connection.submit(reply);
    return reply;
  }

  /** Waits for the answer, up to the limit. */
  public byte[] await(Duration limit) throws StatusException, InterruptedException {
    try {
      return answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      connection.cancel(this);
      throw Status.DEADLINE_EXCEEDED.withDescription("no answer").withCause(e).asException();
    } catch (ExecutionException e) {
      throw Causes.find(StatusException.class, e)
          .orElseGet(() -> Status.fromThrowable(e).asException());
    }
  }

  @Override
  public void answered(byte[] message) {
    answer.complete(message);
  }

  @Override
  public void failed(Status status) {
    answer.completeExceptionally(status.asException());
  }
}
