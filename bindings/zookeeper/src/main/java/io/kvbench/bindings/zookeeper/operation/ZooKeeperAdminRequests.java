package io.kvbench.bindings.zookeeper.operation;

import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.data.Stat;

/**
 * The requests outside the load. They also use the asynchronous interface: the blocking one waits
 * inside {@code synchronized}, which pins a virtual thread's carrier before JDK 24.
 */
public final class ZooKeeperAdminRequests {
  private static final byte[] NO_DATA = {};

  private final Handle handle;
  private final ZooKeeperClientOptions options;

  public ZooKeeperAdminRequests(Handle handle, ZooKeeperClientOptions options) {
    this.handle = handle;
    this.options = options;
  }

  /** Creates the root and its missing parents. */
  public void createRoot(Duration limit) throws KeeperException, InterruptedException {
    String root = options.root();
    for (int end = root.indexOf('/', 1); end != -1; end = root.indexOf('/', end + 1)) {
      create(root.substring(0, end), limit);
    }
    create(root, limit);
  }

  private void create(String path, Duration limit) throws KeeperException, InterruptedException {
    CompletableFuture<Integer> answer = new CompletableFuture<>();
    handle.create(path, NO_DATA, (code, askedPath, context, name) -> answer.complete(code), null);
    int code = await(answer, limit);
    // The root may exist although its parents are not accessible to this client.
    if (code != Code.NODEEXISTS.intValue()
        && !(code == Code.NOAUTH.intValue() && exists(path, limit))) {
      check(code, path);
    }
  }

  private boolean exists(String path, Duration limit) throws KeeperException, InterruptedException {
    CompletableFuture<Integer> answer = new CompletableFuture<>();
    handle.exists(path, null, (code, askedPath, context, stat) -> answer.complete(code), null);
    return await(answer, limit) == Code.OK.intValue();
  }

  /** Begins to read the root, which shows whether the session may use it. */
  public CompletableFuture<Integer> readRoot() {
    CompletableFuture<Integer> answer = new CompletableFuture<>();
    if (!options.dialect().readsParentsCheaply()) {
      handle.sync(options.root(), (code, path, context) -> answer.complete(code), null);
      return answer;
    }
    // A follower may not know yet of a root that was created through another server.
    handle.sync(options.root(), (code, path, context) -> {}, null);
    handle.getData(
        options.root(), (code, path, context, bytes, stat) -> answer.complete(code), null);
    return answer;
  }

  /** Returns the number of the root's children. */
  public long countRecords(Duration limit) throws KeeperException, InterruptedException {
    record Counted(int code, int children) {}
    CompletableFuture<Counted> answer = new CompletableFuture<>();
    // A follower may not know yet of every acknowledged write; a failure of the sync shows in the
    // count's.
    handle.sync(options.root(), (code, path, context) -> {}, null);
    handle.exists(
        options.root(),
        null,
        (int code, String path, Object context, Stat stat) ->
            answer.complete(new Counted(code, stat == null ? 0 : stat.getNumChildren())),
        null);
    Counted counted = await(answer, limit);
    if (counted.code() == Code.NONODE.intValue()) {
      return 0;
    }
    check(counted.code(), options.root());
    return counted.children();
  }

  /** Waits for an answer; throws a timeout if there is none. */
  public static <T> T await(CompletableFuture<T> answer, Duration limit)
      throws KeeperException, InterruptedException {
    try {
      return answer.get(Math.max(1, limit.toMillis()), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw KeeperException.create(Code.OPERATIONTIMEOUT);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void check(int code, String path) throws KeeperException {
    if (code != Code.OK.intValue()) {
      throw exception(code, path);
    }
  }

  /** A newer or faulty server has codes that the library has no exception for. */
  private static KeeperException exception(int code, String path) {
    try {
      return KeeperException.create(Code.get(code), path);
    } catch (IllegalArgumentException e) {
      return KeeperException.create(Code.SYSTEMERROR, path);
    }
  }
}
