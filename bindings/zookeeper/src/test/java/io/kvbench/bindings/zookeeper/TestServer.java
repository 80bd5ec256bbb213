package io.kvbench.bindings.zookeeper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.auth.ProviderRegistry;
import org.apache.zookeeper.server.auth.X509AuthenticationProvider;

/** A real server inside this JVM, which a test can stop, restart and inspect. */
final class TestServer implements AutoCloseable {
  static {
    System.setProperty("zookeeper.4lw.commands.whitelist", "srvr");
    System.setProperty("zookeeper.admin.enableServer", "false");
  }

  private static final String CERTIFICATES = "zookeeper.authProvider.x509";
  private static final int TICK_MILLIS = 500;

  private final Path directory;
  private final boolean secure;
  private int port;
  private ServerCnxnFactory factory;
  private ZooKeeperServer server;

  TestServer(Path directory, boolean secure) throws Exception {
    this.directory = directory;
    this.secure = secure;
    start();
  }

  void start() throws IOException, InterruptedException {
    server = new ZooKeeperServer(directory.toFile(), directory.toFile(), TICK_MILLIS);
    factory = newFactory(secure);
    factory.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0, -1, secure);
    factory.startup(server);
    port = factory.getLocalPort();
  }

  /** Only the one on Netty supports TLS, and only a system property selects it. */
  private static ServerCnxnFactory newFactory(boolean netty) throws IOException {
    if (netty) {
      System.setProperty(
          ServerCnxnFactory.ZOOKEEPER_SERVER_CNXN_FACTORY,
          "org.apache.zookeeper.server.NettyServerCnxnFactory");
      System.setProperty(CERTIFICATES, X509AuthenticationProvider.class.getName());
      ProviderRegistry.addOrUpdateProvider(CERTIFICATES);
    }
    try {
      return ServerCnxnFactory.createFactory();
    } finally {
      System.clearProperty(ServerCnxnFactory.ZOOKEEPER_SERVER_CNXN_FACTORY);
    }
  }

  int port() {
    return port;
  }

  List<String> endpoints() {
    return List.of("127.0.0.1:" + port);
  }

  /** Stops the server without notifying its clients. */
  void end() {
    factory.shutdown();
  }

  /** Ends all sessions, as if their clients had been silent for too long. */
  int expireSessions() {
    List<Long> sessions = List.copyOf(server.getSessionTracker().globalSessions());
    sessions.forEach(server::closeSession);
    return sessions.size();
  }

  int sessions() {
    return server.getSessionTracker().globalSessions().size();
  }

  @Override
  public void close() {
    end();
  }
}
