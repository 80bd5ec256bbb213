package io.kvbench.runner.distributed.coordination;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;

/**
 * A sender of messages to one receiver, in their order: each is one znode or several, as a znode
 * has a limit of a megabyte. For any thread.
 */
public final class Outbox {
  /** The first byte of a znode whose message continues in the next one. */
  static final byte MORE = 1;

  static final byte LAST = 0;

  private static final int CHUNK = 512 * 1024;

  private final CuratorFramework curator;
  private final String path;
  private final List<ACL> acl;

  private Outbox(CuratorFramework curator, String path, List<ACL> acl) {
    this.curator = curator;
    this.path = path;
    this.acl = acl;
  }

  /**
   * Opens what the controller sends to an agent, and the place for the agent's reports.
   *
   * @param fingerprint of the agent's certificate: no other agent may read or write there
   */
  public static Outbox toAgent(ControllerConnection coordination, String agent, String fingerprint)
      throws IOException {
    Optional<String> one = Optional.of(fingerprint);
    String path = ControllerConnection.TO + "/" + agent;
    try {
      coordination
          .curator()
          .create()
          .withACL(CertificateRoles.acl(one, Perms.READ | Perms.DELETE))
          .forPath(path);
      coordination
          .curator()
          .create()
          .withACL(CertificateRoles.acl(one, Perms.CREATE))
          .forPath(ControllerConnection.FROM + "/" + agent);
    } catch (Exception e) {
      throw ControllerConnection.failure(e);
    }
    return new Outbox(coordination.curator(), path, CertificateRoles.acl(one, Perms.READ));
  }

  /** Returns what an agent sends to the controller. */
  public static Outbox fromAgent(ControllerConnection coordination, String agent) {
    return new Outbox(
        coordination.curator(),
        ControllerConnection.FROM + "/" + agent,
        CertificateRoles.controllersOnly());
  }

  /** Sends a message; returns when the controller's server has it. */
  public synchronized void send(byte[] message) throws IOException {
    int begin = 0;
    do {
      int end = Math.min(message.length, begin + CHUNK);
      byte[] chunk = new byte[1 + end - begin];
      chunk[0] = end < message.length ? MORE : LAST;
      System.arraycopy(message, begin, chunk, 1, end - begin);
      create(chunk);
      begin = end;
    } while (begin < message.length);
  }

  private void create(byte[] chunk) throws IOException {
    try {
      // With protection, a create whose answer was lost is not repeated.
      String unused =
          curator
              .create()
              .withProtection()
              .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
              .withACL(acl)
              .forPath(path + "/m-", chunk);
    } catch (Exception e) {
      throw ControllerConnection.failure(e);
    }
  }
}
