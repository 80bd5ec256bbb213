package io.kvbench.testkit.grpc;

import io.grpc.HandlerRegistry;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A scripted gRPC server on loopback. Some requests always get the same answer; others wait until
 * the test takes and answers them.
 */
public final class ScriptedGrpcServer implements AutoCloseable {
  /** A request that waits for the test. */
  public static final class Asked {
    private final byte[] request;
    private final ServerCall<byte[], byte[]> call;

    private Asked(byte[] request, ServerCall<byte[], byte[]> call) {
      this.request = request;
      this.call = call;
    }

    public byte[] request() {
      return request;
    }

    /** Sends the headers of the response. */
    public synchronized void begin() {
      call.sendHeaders(new Metadata());
    }

    public synchronized void say(byte[] message) {
      call.sendMessage(message);
    }

    public synchronized void end(Status status) {
      call.close(status, new Metadata());
    }

    public void answer(byte[] message) {
      begin();
      say(message);
      end(Status.OK);
    }
  }

  private final Map<String, byte[]> always = new ConcurrentHashMap<>();
  private final Map<String, BlockingQueue<Asked>> waiting = new ConcurrentHashMap<>();
  private final Server server;
  private volatile boolean knowing = true;

  public ScriptedGrpcServer() throws IOException {
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .fallbackHandlerRegistry(
                new HandlerRegistry() {
                  @Override
                  public @Nullable ServerMethodDefinition<?, ?> lookupMethod(
                      String name, @Nullable String authority) {
                    return knowing ? method(name) : null;
                  }
                })
            .build()
            .start();
  }

  public List<String> endpoints() {
    return List.of("127.0.0.1:" + server.getPort());
  }

  /** Rejects every method as unimplemented, as a server of something else does. */
  public void knowNothing() {
    knowing = false;
  }

  /** Sets the answer to all requests to a method. */
  public void always(String method, byte[] answer) {
    always.put(method, answer);
  }

  /** Waits for the next request to a method. */
  public Asked next(String method) throws InterruptedException {
    Asked asked = waiting(method).poll(1, TimeUnit.MINUTES);
    if (asked == null) {
      throw new AssertionError("nobody asks for " + method);
    }
    return asked;
  }

  private BlockingQueue<Asked> waiting(String method) {
    return waiting.computeIfAbsent(method, name -> new LinkedBlockingQueue<>());
  }

  private ServerMethodDefinition<byte[], byte[]> method(String name) {
    Marshaller<byte[]> bytes = new Bytes();
    return ServerMethodDefinition.create(
        MethodDescriptor.newBuilder(bytes, bytes)
            .setType(MethodType.BIDI_STREAMING)
            .setFullMethodName(name)
            .build(),
        (call, headers) -> {
          call.request(1);
          return new Listening(name, call);
        });
  }

  private final class Listening extends ServerCall.Listener<byte[]> {
    private final String method;
    private final ServerCall<byte[], byte[]> call;

    Listening(String method, ServerCall<byte[], byte[]> call) {
      this.method = method;
      this.call = call;
    }

    @Override
    public void onMessage(byte[] request) {
      Asked asked = new Asked(request, call);
      byte[] answer = always.get(method);
      if (answer == null) {
        waiting(method).add(asked);
      } else {
        asked.answer(answer);
      }
    }
  }

  private static final class Bytes implements Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] message) {
      return new ByteArrayInputStream(message);
    }

    @Override
    public byte[] parse(InputStream message) {
      try {
        return message.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}
