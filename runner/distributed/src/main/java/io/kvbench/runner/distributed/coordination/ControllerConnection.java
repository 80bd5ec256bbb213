package io.kvbench.runner.distributed.coordination;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.host.clock.ClockOffset;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.curator.RetryPolicy;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.SessionConnectionStateErrorPolicy;
import org.apache.curator.retry.RetryUntilElapsed;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;

/**
 * A connection to the controller's server, for the controller and for agents. Znodes belong to the
 * controller; agents have the permissions that the protocol requires. For any thread.
 */
public final class ControllerConnection implements AutoCloseable {
  /** The session timeout: a process that is silent for this long is lost. */
  static final Duration SESSION = Duration.ofSeconds(6);

  /**
   * The time after the loss of the connection after which processes consider themselves lost, in
   * percent of a session. A silent connection is considered lost after two thirds of a session, so
   * that the server has not ended the session much earlier.
   */
  private static final int REST_OF_SESSION = 33;

  private static final int RETRY_MILLIS = 200;

  /** A little more than a session: what fails then has no session any more. */
  private static final int GIVE_UP_MILLIS = 8_000;

  private static final int CLOSE_MILLIS = 1_000;

  static final String MEMBERS = "/members";
  static final String CLOCK = "/clock";
  static final String TO = "/to";
  static final String FROM = "/from";

  private final CuratorFramework curator;
  private final RunDirectory keys;
  private final String fingerprint;

  private ControllerConnection(CuratorFramework curator, RunDirectory keys, String fingerprint) {
    this.curator = curator;
    this.keys = keys;
    this.fingerprint = fingerprint;
  }

  /**
   * Connects.
   *
   * @param address of the server, as host:port
   * @throws IOException with words for the user, if there is no session in time
   */
  public static ControllerConnection connect(String address, Identity identity, Duration patience)
      throws IOException, InterruptedException {
    String fingerprint = identity.fingerprint();
    RunDirectory keys = RunDirectory.create();
    RetryPolicy retries = new RetryUntilElapsed(GIVE_UP_MILLIS, RETRY_MILLIS);
    CuratorFramework curator =
        CuratorFrameworkFactory.builder()
            .connectString(address)
            .ensembleTracker(false)
            .sessionTimeoutMs((int) SESSION.toMillis())
            .connectionTimeoutMs((int) SESSION.toMillis())
            .simulatedSessionExpirationPercent(REST_OF_SESSION)
            .waitForShutdownTimeoutMs(CLOSE_MILLIS)
            .retryPolicy(retries)
            .connectionStateErrorPolicy(new SessionConnectionStateErrorPolicy())
            .aclProvider(new Acls())
            .defaultData(new byte[0])
            .zkClientConfig(config(identity, keys(identity, keys.path())))
            .build();
    ControllerConnection coordination = new ControllerConnection(curator, keys, fingerprint);
    curator.start();
    boolean connected = false;
    try {
      connected =
          curator.blockUntilConnected(Math.toIntExact(patience.toMillis()), TimeUnit.MILLISECONDS);
    } finally {
      if (!connected) {
        coordination.close();
      }
    }
    if (!connected) {
      throw new IOException(
          "no connection to a controller at "
              + address
              + " in "
              + patience.toSeconds()
              + " s: none listens there, or one of the two does not accept the other's certificate");
    }
    return coordination;
  }

  /** The library takes a key and its certificate from one file. */
  private static Path keys(Identity identity, Path directory) throws IOException {
    Path both = directory.resolve("own.pem");
    Files.writeString(
        both,
        Files.readString(identity.own().key(), StandardCharsets.UTF_8)
            + Files.readString(identity.own().certificate(), StandardCharsets.UTF_8));
    return both;
  }

  private static ZKClientConfig config(Identity identity, Path keys) {
    ZKClientConfig config = new ZKClientConfig();
    config.setProperty(ZKClientConfig.SECURE_CLIENT, "true");
    // The login of the ZooKeeper under test is process-wide, and must not be used here.
    config.setProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
    config.setProperty(
        ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, "org.apache.zookeeper.ClientCnxnSocketNetty");
    config.setProperty("zookeeper.ssl.keyStore.location", keys.toString());
    config.setProperty("zookeeper.ssl.keyStore.type", "PEM");
    config.setProperty("zookeeper.ssl.keyStore.password", "");
    config.setProperty("zookeeper.ssl.trustStore.location", identity.authority().toString());
    config.setProperty("zookeeper.ssl.trustStore.type", "PEM");
    config.setProperty("zookeeper.ssl.trustStore.password", "");
    return config;
  }

  /** Returns the SHA-256 of this process's certificate in hexadecimal. */
  public String fingerprint() {
    return fingerprint;
  }

  /** Returns where temporary files of the run are kept, which go when this is closed. */
  public Path files() {
    return keys.path();
  }

  CuratorFramework curator() {
    return curator;
  }

  /** Makes the places where agents meet; for the controller, before any agent comes. */
  public void prepare() throws IOException {
    try {
      for (String path : List.of("/zookeeper/quota", "/zookeeper", "/")) {
        curator.setACL().withACL(CertificateRoles.controllersOnly()).forPath(path);
      }
      // Agents wait for the last one.
      for (String path : List.of(CLOCK, TO, FROM, MEMBERS)) {
        curator.create().forPath(path);
      }
    } catch (Exception e) {
      throw failure(e);
    }
  }

  /**
   * Measures how far the server's wall clock is ahead, by the milliseconds that it notes of writes.
   */
  public ClockOffset clockOffset(NanoClock clock) throws IOException, InterruptedException {
    return ClockOffset.measure(
        () -> MILLISECONDS.toNanos(lastWritten()), Duration.ofMillis(1), clock);
  }

  private long lastWritten() throws IOException {
    try {
      return curator.setData().forPath(CLOCK).getMtime();
    } catch (Exception e) {
      throw failure(e);
    }
  }

  /** Calls a listener when the session has ended: the others count this process as lost then. */
  public void whenLost(Runnable lost) {
    curator
        .getConnectionStateListenable()
        .addListener(
            (client, state) -> {
              if (state == ConnectionState.LOST) {
                lost.run();
              }
            });
  }

  static IOException failure(Exception e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return new IOException(
        "the connection between controller and agent failed: " + e.getMessage(), e);
  }

  @Override
  public void close() {
    curator.close();
    keys.close();
  }

  /** The permissions of all agents, by the path of a znode. */
  private static final class Acls implements ACLProvider {
    @Override
    public List<ACL> getDefaultAcl() {
      return CertificateRoles.controllersOnly();
    }

    @Override
    public List<ACL> getAclForPath(String path) {
      return switch (path) {
        case MEMBERS -> CertificateRoles.acl(Optional.empty(), Perms.READ | Perms.CREATE);
        case CLOCK -> CertificateRoles.acl(Optional.empty(), Perms.READ | Perms.WRITE);
        default -> getDefaultAcl();
      };
    }
  }
}
