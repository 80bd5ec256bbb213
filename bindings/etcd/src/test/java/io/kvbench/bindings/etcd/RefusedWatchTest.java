package io.kvbench.bindings.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.WatchResponse;
import io.kvbench.bindings.etcd.endpoint.EndpointSource;
import io.kvbench.bindings.etcd.light.EtcdConnection;
import io.kvbench.bindings.etcd.light.EtcdWatchedPut;
import io.kvbench.bindings.etcd.operation.EtcdRequests;
import io.kvbench.bindings.etcd.options.EtcdClientOptions;
import io.kvbench.bindings.etcd.status.Login;
import io.kvbench.bindings.etcd.wire.Links;
import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.netty.EventLoops;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of a failed watch whose server confirms it in the same packet. */
@Timeout(120)
class RefusedWatchTest {
  private static final int PREFACE_BYTES = 24;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int END_HEADERS = 4;

  /** The first stream of a client. */
  private static final int STREAM = 1;

  /** HPACK's entry for the status 200. */
  private static final byte[] STATUS_200 = {(byte) 0x88};

  private final CompletableFuture<Void> reset = new CompletableFuture<>();

  @Test
  void nothingIsWrittenOnceItHasFailed() throws Exception {
    EventLoops loops = EventLoops.start("refused-watch", 1);
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<List<Integer>> streams = CompletableFuture.supplyAsync(() -> serve(server));
      EtcdClientOptions options =
          EtcdClientOptions.of(
              TestConfig.of(
                  List.of("127.0.0.1:" + server.getLocalPort()),
                  1,
                  Duration.ofSeconds(60),
                  Map.of()));
      EtcdConnection connection =
          new EtcdConnection(
              new Links(options, loops),
              EndpointSource.rotated(options.endpoints(), 0),
              new Login(Optional.empty()));
      connection.start();
      assertThat(connection.awaitReady(Deadline.in(Duration.ofSeconds(60)))).isTrue();
      EtcdRequests requests = new EtcdRequests(ByteString.EMPTY, false, false);
      Key key = Key.of("key");
      Answer answer = new Answer();

      new EtcdWatchedPut(
              connection,
              requests.watch(key),
              requests.put(key, Value.of(new byte[1])),
              answer,
              System.nanoTime())
          .begin();

      assertThat(answer.status()).isEqualTo(ErrorKind.OTHER);
      // Any further frames of the client then arrive with it.
      reset.get(60, TimeUnit.SECONDS);
      connection.close();
      assertThat(streams.get(60, TimeUnit.SECONDS)).containsExactly(STREAM);
      assertThat(answer.calls()).isEqualTo(1);
    } finally {
      loops.end();
    }
  }

  /** Answers the first request, and returns the streams of all until the client disconnects. */
  private List<Integer> serve(ServerSocket server) {
    List<Integer> streams = new ArrayList<>();
    try (Socket client = server.accept()) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      in.readFully(new byte[PREFACE_BYTES]);
      client.getOutputStream().write(frame(SETTINGS, 0, 0, new byte[0]));
      while (true) {
        int length = in.readUnsignedShort() << 8 | in.readUnsignedByte();
        int type = in.readUnsignedByte();
        in.readUnsignedByte();
        int stream = in.readInt();
        in.readFully(new byte[length]);
        if (type == HEADERS) {
          streams.add(stream);
        } else if (type == RST_STREAM) {
          reset.complete(null);
        } else if (type == DATA && stream == STREAM) {
          client.getOutputStream().write(answers());
        }
      }
    } catch (EOFException e) {
      return streams;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] answers() throws IOException {
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    byte[] notAMessage = {-1, -1, -1};
    byte[] created = WatchResponse.newBuilder().setCreated(true).build().toByteArray();
    for (byte[] each : List.of(notAMessage, created)) {
      DataOutputStream out = new DataOutputStream(messages);
      out.writeByte(0);
      out.writeInt(each.length);
      out.write(each);
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(frame(HEADERS, END_HEADERS, STREAM, STATUS_200));
    all.writeBytes(frame(DATA, 0, STREAM, messages.toByteArray()));
    return all.toByteArray();
  }

  private static byte[] frame(int type, int flags, int stream, byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(content.length << 8 | type);
    out.writeByte(flags);
    out.writeInt(stream);
    out.write(content);
    return bytes.toByteArray();
  }
}
