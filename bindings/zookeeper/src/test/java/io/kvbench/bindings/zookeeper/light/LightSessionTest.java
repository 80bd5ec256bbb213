package io.kvbench.bindings.zookeeper.light;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.bindings.support.netty.EventLoops;
import io.kvbench.bindings.zookeeper.TestConfig;
import io.kvbench.bindings.zookeeper.operation.Handle;
import io.kvbench.bindings.zookeeper.operation.ZooKeeperConnection;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.KeeperException.Code;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of sessions on servers with behaviour that is rare on real ones. */
@Timeout(120)
class LightSessionTest {
  private static final long SESSION = 17;
  private static final long ZXID = 42;
  private static final int PASSWORD_BYTES = 16;

  private final EventLoops loops = EventLoops.start("light", 1);
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void end() throws IOException {
    server.close();
    loops.end();
  }

  private ZooKeeperConnection<LightSession> connect(List<String> endpoints) throws Exception {
    ZooKeeperClientOptions options =
        ZooKeeperClientOptions.of(TestConfig.of(endpoints, 1, Duration.ofSeconds(1), Map.of()));
    return new ZooKeeperConnection<>(
        begun -> new LightSession(begun, options, loops.group().next(), 0));
  }

  private String address() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  private static String deadAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "127.0.0.1:" + socket.getLocalPort();
    }
  }

  private static DataInputStream receive(Socket client) throws IOException {
    DataInputStream in = new DataInputStream(client.getInputStream());
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new DataInputStream(new ByteArrayInputStream(bytes));
  }

  /** Sends an int, a long and an int, and more bytes. */
  private static void send(Socket client, int first, long second, int third, byte[] more)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(first);
    out.writeLong(second);
    out.writeInt(third);
    out.write(more);
    DataOutputStream framed = new DataOutputStream(client.getOutputStream());
    framed.writeInt(bytes.size());
    framed.write(bytes.toByteArray());
  }

  private static void grant(Socket client) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(0);
    out.writeInt(30_000);
    out.writeLong(SESSION);
    out.writeInt(PASSWORD_BYTES);
    out.write(new byte[PASSWORD_BYTES]);
    out.writeBoolean(false);
    DataOutputStream framed = new DataOutputStream(client.getOutputStream());
    framed.writeInt(bytes.size());
    framed.write(bytes.toByteArray());
  }

  /** Reads a znode, which the server does not have. */
  private static void read(LightSession session, Socket client) throws Exception {
    CompletableFuture<Integer> answer = new CompletableFuture<>();
    session.getData("/a", (code, path, context, data, stat) -> answer.complete(code), null);
    int xid = receive(client).readInt();
    send(client, xid, ZXID, Code.NONODE.intValue(), new byte[0]);
    assertThat(answer.get()).isEqualTo(Code.NONODE.intValue());
  }

  /** A server that is behind what the session has seen must reject it. */
  @Test
  void remembersTheNewestTransactionOverAttemptsToReconnect() throws Exception {
    ZooKeeperConnection<LightSession> connection = connect(List.of(address(), deadAddress()));
    try (Socket first = server.accept()) {
      receive(first);
      grant(first);
      assertThat(connection.awaitUsable(Duration.ofMinutes(1))).isEqualTo(Handle.State.USABLE);
      read(connection.handle(), first);
    }

    try (Socket second = server.accept()) {
      DataInputStream hello = receive(second);
      hello.readInt();
      assertThat(hello.readLong()).isEqualTo(ZXID);
      hello.readInt();
      assertThat(hello.readLong()).isEqualTo(SESSION);
    }
    connection.close();
    connection.close();
  }

  @Test
  void anAnswerToAnotherRequestFailsTheOneThatWaits() throws Exception {
    ZooKeeperConnection<LightSession> connection = connect(List.of(address()));
    try (Socket client = server.accept()) {
      receive(client);
      grant(client);
      assertThat(connection.awaitUsable(Duration.ofMinutes(1))).isEqualTo(Handle.State.USABLE);
      CompletableFuture<Integer> answer = new CompletableFuture<>();
      connection
          .handle()
          .getData("/a", (code, path, context, data, stat) -> answer.complete(code), null);
      int xid = receive(client).readInt();
      send(client, xid + 1, ZXID, 0, new byte[0]);

      assertThat(answer.get()).isEqualTo(Code.CONNECTIONLOSS.intValue());
    }
    connection.close();
  }
}
