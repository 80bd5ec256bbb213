package io.kvbench.runner.distributed.coordination;

import io.kvbench.core.certificate.TlsContexts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.auth.ProviderRegistry;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;

/**
 * The ZooKeeper server of one run, inside of this process. There is one at a time, as ZooKeeper
 * takes its certificates from properties of the process.
 */
public final class CoordinationServer implements AutoCloseable {
  /** The prefix of the names of its loggers. */
  public static final String LOGGERS = "org.apache.zookeeper.server";

  private static final int TICK_MILLIS = 1_000;
  private static final int CONNECTIONS = 10_000;
  private static final int BACKLOG = 128;
  private static final String FACTORY = "zookeeper.serverCnxnFactory";
  private static final String PROVIDER = "zookeeper.ssl.authProvider";
  private static final String HANDSHAKES = "zookeeper.netty.server.outstandingHandshake.limit";
  private static final String PROVIDERS = "zookeeper.authProvider.";

  private static final AtomicBoolean RUNNING = new AtomicBoolean();

  private final ServerCnxnFactory connections;
  private final AtomicBoolean closed = new AtomicBoolean();

  private CoordinationServer(ServerCnxnFactory connections) {
    this.connections = connections;
  }

  /**
   * Starts a server.
   *
   * @param address where to listen; port 0 takes any
   * @param identity its certificate, and the authority that it trusts
   * @param directory where its files are
   * @throws IOException with a message for the user
   */
  public static CoordinationServer start(
      InetSocketAddress address, Identity identity, Path directory)
      throws IOException, InterruptedException {
    if (!RUNNING.compareAndSet(false, true)) {
      throw new IOException(
          "a run with load agents is going on in this process: start the next one after it");
    }
    try {
      return started(address, identity, directory);
    } catch (IOException | InterruptedException | RuntimeException e) {
      RUNNING.set(false);
      throw e;
    }
  }

  private static CoordinationServer started(
      InetSocketAddress address, Identity identity, Path directory)
      throws IOException, InterruptedException {
    CertificateRoles.use(
        new CertificateRoles.Keys(
            TlsContexts.keyManager(identity.own()),
            TlsContexts.trustManager(identity.authority())));
    ServerCnxnFactory connections = factory();
    try {
      connections.configure(address, CONNECTIONS, BACKLOG, true);
      FileTxnSnapLog files = new FileTxnSnapLog(directory.toFile(), directory.toFile());
      connections.startup(
          new ZooKeeperServer(files, TICK_MILLIS, -1, -1, -1, new MemoryDatabase(files), ""));
      return new CoordinationServer(connections);
    } catch (IOException e) {
      connections.shutdown();
      throw new IOException(
          "%s:%s is not available for agents (agents.listen): %s"
              .formatted(address.getHostString(), address.getPort(), e.getMessage()),
          e);
    } catch (InterruptedException e) {
      connections.shutdown();
      throw e;
    }
  }

  /**
   * The library chooses its parts by properties of the process. Those are read by servers only, and
   * no other server of this process uses TLS.
   */
  private static ServerCnxnFactory factory() throws IOException {
    System.setProperty(PROVIDERS + CertificateRoles.SCHEME, CertificateRoles.class.getName());
    // A ZooKeeper server that this process ran before has read the list without this entry.
    ProviderRegistry.addOrUpdateProvider(PROVIDERS + CertificateRoles.SCHEME);
    System.setProperty(PROVIDER, CertificateRoles.SCHEME);
    System.setProperty(HANDSHAKES, "250");
    String before = System.getProperty(FACTORY);
    System.setProperty(FACTORY, "org.apache.zookeeper.server.NettyServerCnxnFactory");
    try {
      return ServerCnxnFactory.createFactory();
    } finally {
      if (before == null) {
        System.clearProperty(FACTORY);
      } else {
        System.setProperty(FACTORY, before);
      }
    }
  }

  /** Returns the port where it listens. */
  public int port() {
    return connections.getLocalPort();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      connections.shutdown();
      RUNNING.set(false);
    }
  }
}
