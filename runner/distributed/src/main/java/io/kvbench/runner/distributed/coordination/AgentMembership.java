package io.kvbench.runner.distributed.coordination;

import java.io.IOException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.curator.utils.ZKPaths;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;

/** The current agents: each has an ephemeral znode, which is removed with its session. */
public final class AgentMembership implements AutoCloseable {
  private static final int ATTEMPTS = 300;
  private static final int PAUSE_MILLIS = 100;

  private final CuratorCache cache;

  private AgentMembership(CuratorCache cache) {
    this.cache = cache;
  }

  /**
   * Joins as an agent, and returns its name in the run.
   *
   * @param hello what it says of itself
   */
  public static String join(ControllerConnection coordination, byte[] hello)
      throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        // With protection, a create whose answer was lost does not leave a second member.
        return ZKPaths.getNodeFromPath(
            coordination
                .curator()
                .create()
                .withProtection()
                .withMode(CreateMode.EPHEMERAL_SEQUENTIAL)
                .withACL(CertificateRoles.controllersOnly())
                .forPath(ControllerConnection.MEMBERS + "/agent-", hello));
      } catch (KeeperException.NoNodeException e) {
        // The server listens a moment before the controller has prepared it.
        if (attempt == ATTEMPTS) {
          throw new IOException("there is no run that waits for agents", e);
        }
        Thread.sleep(PAUSE_MILLIS);
      } catch (Exception e) {
        throw ControllerConnection.failure(e);
      }
    }
  }

  /**
   * Watches who joins and who leaves, until closed; on a thread of the library's.
   *
   * @param joined gets an agent's name and its hello
   * @param left gets the name
   */
  public static AgentMembership watch(
      ControllerConnection coordination, BiConsumer<String, byte[]> joined, Consumer<String> left) {
    CuratorCache cache = CuratorCache.build(coordination.curator(), ControllerConnection.MEMBERS);
    cache
        .listenable()
        .addListener(
            CuratorCacheListener.builder()
                .forCreates(data -> agent(data, name -> joined.accept(name, data.getData())))
                .forDeletes(data -> agent(data, left))
                .build());
    cache.start();
    return new AgentMembership(cache);
  }

  private static void agent(ChildData data, Consumer<String> told) {
    ZKPaths.PathAndNode place = ZKPaths.getPathAndNode(data.getPath());
    if (place.getPath().equals(ControllerConnection.MEMBERS)) {
      told.accept(place.getNode());
    }
  }

  @Override
  public void close() {
    cache.close();
  }
}
