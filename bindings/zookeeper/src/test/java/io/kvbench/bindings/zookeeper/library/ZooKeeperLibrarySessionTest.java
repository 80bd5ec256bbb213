package io.kvbench.bindings.zookeeper.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.bindings.zookeeper.TestConfig;
import io.kvbench.bindings.zookeeper.operation.Handle;
import io.kvbench.bindings.zookeeper.operation.ZooKeeperConnection;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.security.auth.login.Configuration;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of events of the client library, without a server that would cause others. */
class ZooKeeperLibrarySessionTest {
  @TempDir private Path directory;
  private ZooKeeperConnection<ZooKeeperLibrarySession> connection;

  @AfterEach
  void end() throws Exception {
    connection.close();
    System.clearProperty("java.security.auth.login.config");
    Configuration.setConfiguration(null);
  }

  private ZooKeeperLibrarySession handle(boolean sasl) throws Exception {
    Map<String, String> settings = new HashMap<>();
    if (sasl) {
      Path jaas =
          Files.writeString(
              directory.resolve("jaas"),
              "Client { org.apache.zookeeper.server.auth.DigestLoginModule required"
                  + " username=\"u\" password=\"p\"; };");
      settings.put("zookeeper.sasl.jaas", jaas.toString());
    }
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    List<String> endpoints = List.of("127.0.0.1:" + port);
    ZooKeeperClientOptions options =
        ZooKeeperClientOptions.of(TestConfig.of(endpoints, 1, Duration.ofSeconds(1), settings));
    connection = new ZooKeeperConnection<>(begun -> new ZooKeeperLibrarySession(begun, options));
    return connection.handle();
  }

  private static void send(ZooKeeperLibrarySession handle, KeeperState... states) {
    for (KeeperState state : states) {
      handle.process(new WatchedEvent(EventType.None, state, null));
    }
  }

  @Test
  void isOfUseOnceConnected() throws Exception {
    ZooKeeperLibrarySession handle = handle(false);
    assertThat(handle.state()).isEqualTo(Handle.State.SUSPENDED);
    send(handle, KeeperState.SyncConnected);
    assertThat(handle.state()).isEqualTo(Handle.State.USABLE);
    for (int times = 0; times < 5; times++) {
      send(handle, KeeperState.SyncConnected, KeeperState.Disconnected);
      assertThat(handle.state()).isEqualTo(Handle.State.SUSPENDED);
    }
  }

  @Test
  void isOfUseOnceLoggedInWhereSaslIsOn() throws Exception {
    ZooKeeperLibrarySession handle = handle(true);
    send(handle, KeeperState.SyncConnected);
    assertThat(handle.state()).isEqualTo(Handle.State.SUSPENDED);
    send(handle, KeeperState.SaslAuthenticated);
    assertThat(handle.state()).isEqualTo(Handle.State.USABLE);
    send(handle, KeeperState.Disconnected);
    assertThat(handle.state()).isEqualTo(Handle.State.SUSPENDED);
  }

  @Test
  void isRefusedWhenTheServerHangsUpOnEveryLogin() throws Exception {
    ZooKeeperLibrarySession handle = handle(true);
    send(handle, KeeperState.SyncConnected, KeeperState.Disconnected);
    send(handle, KeeperState.SyncConnected, KeeperState.SaslAuthenticated);
    // An answered login makes the previous losses unrelated.
    send(handle, KeeperState.Disconnected, KeeperState.Disconnected);
    send(handle, KeeperState.SyncConnected, KeeperState.Disconnected);
    send(handle, KeeperState.SyncConnected, KeeperState.Disconnected);
    assertThat(handle.state()).isEqualTo(Handle.State.SUSPENDED);
    send(handle, KeeperState.SyncConnected, KeeperState.Disconnected);
    assertThat(handle.state()).isEqualTo(Handle.State.REFUSED);
    assertThat(connection.awaitUsable(Duration.ofSeconds(60))).isEqualTo(Handle.State.REFUSED);
  }

  @Test
  void isRefusedWhereTheLibraryCannotBeginWithSasl() throws Exception {
    ZooKeeperLibrarySession handle = handle(true);
    handle.process(new WatchedEvent(EventType.None, null, null));
    assertThat(handle.state()).isEqualTo(Handle.State.REFUSED);
  }
}
