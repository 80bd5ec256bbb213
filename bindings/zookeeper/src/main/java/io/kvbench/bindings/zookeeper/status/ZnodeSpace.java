package io.kvbench.bindings.zookeeper.status;

import io.kvbench.bindings.support.Causes;
import io.kvbench.bindings.zookeeper.library.ZooKeeperLibrarySession;
import io.kvbench.bindings.zookeeper.operation.Handle;
import io.kvbench.bindings.zookeeper.operation.ZooKeeperAdminRequests;
import io.kvbench.bindings.zookeeper.operation.ZooKeeperConnection;
import io.kvbench.bindings.zookeeper.options.RecordPaths;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.bindings.zookeeper.wire.ZooKeeperFailure;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.KeySpace;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;

/**
 * The znodes below the root, and those of locks, elections and groups beside it. They are removed
 * from the leaves up, with many requests in flight, in a separate session of the client library.
 * The root remains, since other clients may be using it.
 */
public final class ZnodeSpace implements KeySpace {
  private static final int PAGE = 1_000;
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int ANY_VERSION = -1;

  /** A znode whose children were listed; they are removed from the end of the list. */
  private record Parent(String path, List<String> names) {
    List<String> take() {
      List<String> last = names.subList(Math.max(0, names.size() - PAGE), names.size());
      List<String> paths = last.stream().map(name -> path + "/" + name).toList();
      last.clear();
      return paths;
    }
  }

  /** The result of a request to delete a znode. */
  private record Deletion(String path, CompletableFuture<Integer> code) {}

  private record Listing(int code, List<String> names) {}

  private final ZooKeeperClientOptions options;
  private final ZooKeeperConnection<ZooKeeperLibrarySession> connection;

  /** The path from an area to the znode whose children are being removed. */
  private final Deque<Parent> open = new ArrayDeque<>();

  private ZnodeSpace(
      ZooKeeperClientOptions options, ZooKeeperConnection<ZooKeeperLibrarySession> connection) {
    this.options = options;
    this.connection = connection;
  }

  /** Begins a session. */
  public static ZnodeSpace open(ZooKeeperClientOptions options) throws BindingException {
    options.acceptAnyAnswer();
    try {
      return new ZnodeSpace(
          options, new ZooKeeperConnection<>(begun -> new ZooKeeperLibrarySession(begun, options)));
    } catch (IOException e) {
      throw new BindingException(
          options.dialect().title() + " cannot be connected to: " + Causes.innermost(e) + ".", e);
    }
  }

  @Override
  public List<String> areas() {
    String root = options.root();
    return options.dialect().hasRecipes()
        ? List.of(
            root, RecordPaths.locks(root), RecordPaths.elections(root), RecordPaths.groups(root))
        : List.of(root);
  }

  @Override
  public long count() throws BindingException, InterruptedException {
    return asked(
        () -> {
          long count = 0;
          for (String area : areas()) {
            count += count(area);
          }
          return count;
        });
  }

  private long count(String area) throws KeeperException, InterruptedException {
    if (!options.dialect().hasRecipes()) {
      return list(area).names().size();
    }
    record Counted(int code, int number) {}
    CompletableFuture<Counted> answer = new CompletableFuture<>();
    session()
        .client()
        .getAllChildrenNumber(
            area,
            (code, path, context, number) -> answer.complete(new Counted(code, number)),
            null);
    Counted counted = ZooKeeperAdminRequests.await(answer, LIMIT);
    if (isMissing(counted.code())) {
      return 0;
    }
    ZooKeeperAdminRequests.check(counted.code(), area);
    return counted.number() + (isRoot(area) ? 0L : 1L);
  }

  @Override
  public long removeSome() throws BindingException, InterruptedException {
    return asked(this::removePage);
  }

  private long removePage() throws KeeperException, InterruptedException {
    if (open.isEmpty()) {
      for (String area : areas()) {
        push(area);
      }
    }
    while (!open.isEmpty()) {
      Parent parent = open.peek();
      long removed;
      if (!parent.names().isEmpty()) {
        removed = delete(parent.take());
      } else {
        open.pop();
        removed = isRoot(parent.path()) ? 0 : delete(List.of(parent.path()));
      }
      if (removed > 0) {
        return removed;
      }
    }
    return 0;
  }

  /** Znodes that have children are retried first, after their children. */
  private long delete(List<String> paths) throws KeeperException, InterruptedException {
    List<Deletion> deletions = new ArrayList<>(paths.size());
    for (String path : paths) {
      CompletableFuture<Integer> answer = new CompletableFuture<>();
      session().delete(path, ANY_VERSION, (code, asked, context) -> answer.complete(code), null);
      deletions.add(new Deletion(path, answer));
    }
    long removed = 0;
    for (Deletion deletion : deletions) {
      int code = ZooKeeperAdminRequests.await(deletion.code(), LIMIT);
      if (code == Code.NOTEMPTY.intValue()) {
        push(deletion.path());
      } else if (!isMissing(code)) {
        ZooKeeperAdminRequests.check(code, deletion.path());
        removed++;
      }
    }
    return removed;
  }

  private void push(String path) throws KeeperException, InterruptedException {
    Listing listing = list(path);
    if (!isMissing(listing.code())) {
      open.push(new Parent(path, new ArrayList<>(listing.names())));
    }
  }

  private Listing list(String path) throws KeeperException, InterruptedException {
    CompletableFuture<Listing> answer = new CompletableFuture<>();
    session()
        .getChildren(
            path,
            (code, asked, context, names, stat) ->
                answer.complete(new Listing(code, names == null ? List.of() : names)),
            null);
    Listing listing = ZooKeeperAdminRequests.await(answer, LIMIT);
    if (!isMissing(listing.code())) {
      ZooKeeperAdminRequests.check(listing.code(), path);
    }
    return listing;
  }

  private boolean isRoot(String path) {
    return path.equals(options.root());
  }

  private static boolean isMissing(int code) {
    return code == Code.NONODE.intValue();
  }

  private ZooKeeperLibrarySession session() throws KeeperException, InterruptedException {
    if (connection.awaitUsable(LIMIT) == Handle.State.REFUSED) {
      throw new KeeperException.AuthFailedException();
    }
    return connection.handle();
  }

  @FunctionalInterface
  private interface Question {
    long ask() throws KeeperException, InterruptedException;
  }

  private static long asked(Question question) throws BindingException, InterruptedException {
    try {
      return question.ask();
    } catch (KeeperException e) {
      String path = e.getPath() == null ? "" : " at " + e.getPath();
      throw new BindingException(
          "Znodes cannot be counted or removed"
              + path
              + ": "
              + ZooKeeperFailure.of(e.code().intValue()).message()
              + ".",
          e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
