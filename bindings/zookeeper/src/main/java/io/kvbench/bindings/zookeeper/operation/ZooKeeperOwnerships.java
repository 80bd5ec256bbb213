package io.kvbench.bindings.zookeeper.operation;

import io.kvbench.bindings.support.Coordination;
import io.kvbench.bindings.zookeeper.options.RecordPaths;
import io.kvbench.bindings.zookeeper.options.SessionTimeout;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.bindings.zookeeper.wire.ZooKeeperFailure;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Operation.Ownership;
import io.kvbench.core.operation.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.jspecify.annotations.Nullable;

/**
 * The locks that one client owns, and the elections that it leads, in a separate ZooKeeper session.
 * Curator waits inside {@code synchronized}, so it is called on a platform thread.
 */
final class ZooKeeperOwnerships implements Coordination.Locks {
  private static final String CLOSED = "the session was closed";

  private final CheckedPaths paths;
  private final Supplier<? extends Handle> handles;
  private final ZooKeeperClientOptions options;
  private final Map<Operation.Lock, Owner.Held> held = new ConcurrentHashMap<>();
  private final Set<Task> tasks = ConcurrentHashMap.newKeySet();
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("zookeeper-owner").factory());

  /** Used by the thread only. */
  private @Nullable Owner owner;

  ZooKeeperOwnerships(CheckedPaths paths, Supplier<? extends Handle> handles) {
    this.paths = paths;
    this.handles = handles;
    this.options = paths.options();
  }

  /** A task that determines the answer, and answers in any case. */
  private final class Task extends FutureTask<Consumer<Completion>> {
    private final Completion completion;

    Task(Callable<Consumer<Completion>> body, Completion completion) {
      super(body);
      this.completion = completion;
    }

    @Override
    protected void done() {
      tasks.remove(this);
      if (isCancelled()) {
        completion.failed(ErrorKind.CONNECTION_LOST, CLOSED);
        return;
      }
      try {
        get().accept(completion);
      } catch (ExecutionException e) {
        fail(e.getCause(), completion);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e); // the task is done
      }
    }
  }

  private static void fail(@Nullable Throwable cause, Completion completion) {
    switch (cause) {
      case KeeperException e -> {
        ZooKeeperFailure.of(e.code().intValue()).tell(completion);
      }
      case SessionTimeout e -> completion.failed(ErrorKind.INVALID, String.valueOf(e.getMessage()));
      case null, default -> completion.failed(ErrorKind.OTHER, "Curator fails: " + cause);
    }
  }

  private static void notInTime(Completion completion) {
    completion.failed(ErrorKind.TIMEOUT, "the lock was not free within lock.wait");
  }

  private void run(Completion completion, Callable<Consumer<Completion>> body) {
    Task task = new Task(body, completion);
    tasks.add(task);
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      task.cancel(false);
    }
  }

  @Override
  public void acquire(Operation.Lock lock, Completion completion) {
    if (paths.of(lock.key(), 0, completion) != null) {
      run(completion, () -> acquire(lock));
    }
  }

  private Consumer<Completion> acquire(Operation.Lock lock) throws Exception {
    Optional<Owner.Held> acquired =
        orEnd(() -> own(lock).acquire(parent(lock), lock.ownership(), lock.patience()));
    if (acquired.isEmpty()) {
      return ZooKeeperOwnerships::notInTime;
    }
    held.put(lock, acquired.get());
    return completion -> completion.granted(acquired.get().token());
  }

  private Owner own(Operation.Lock lock) throws Exception {
    Owner own = owner;
    if (own == null) {
      own = Owner.connect(options, lock.timeToLive());
      owner = own;
    }
    return own;
  }

  /** Ends the session after a failure: it may own a lock that is not in the table. */
  private <T> T orEnd(Callable<T> action) throws Exception {
    try {
      return action.call();
    } catch (Exception e) {
      end();
      throw e;
    }
  }

  /** Beside the root, whose children are counted. */
  private String parent(Operation.Lock lock) {
    String root = options.root();
    String parent =
        lock.ownership() == Ownership.LOCK ? RecordPaths.locks(root) : RecordPaths.elections(root);
    return parent + "/" + lock.key();
  }

  @Override
  public void release(Operation.Lock lock, Completion completion) {
    Owner.Held owned = held.remove(lock);
    if (owned == null) {
      completion.succeeded(Outcome.NOT_FOUND);
      return;
    }
    run(
        completion,
        () -> {
          boolean released = orEnd(() -> owned.owner() == owner && owned.owner().release(owned));
          return told -> told.succeeded(released ? Outcome.OK : Outcome.NOT_FOUND);
        });
  }

  /** The client keeps its list of locks: a write that requires one must be rejected. */
  @Override
  public void abandon(Completion completion) {
    run(
        completion,
        () -> {
          if (owner != null) {
            owner.die();
            owner = null;
          }
          return told -> told.succeeded(Outcome.OK);
        });
  }

  /** Sends a write that requires the owner's znode, on the connection of the load. */
  @Override
  public void update(Operation.FencedUpdate update, Completion completion) {
    String path = paths.of(update.key(), update.value().size(), completion);
    if (path == null) {
      return;
    }
    Owner.Held owned = held.get(update.lock());
    if (owned == null) {
      completion.succeeded(Outcome.CONFLICT);
      return;
    }
    Handle handle = handles.get();
    List<Op> parts =
        List.of(Op.check(owned.path(), 0), Op.setData(path, update.value().toByteArray(), -1));
    handle.multi(
        parts,
        (code, asked, context, results) -> {
          if (results != null && isLost(results)) {
            completion.succeeded(Outcome.CONFLICT);
          } else {
            handle
                .answers()
                .processResult(
                    code,
                    asked,
                    new ZooKeeperAnswers.TransactionCall(completion, parts.size()),
                    results);
          }
        },
        null);
  }

  private static boolean isLost(List<OpResult> results) {
    return !results.isEmpty()
        && results.getFirst() instanceof OpResult.ErrorResult check
        && check.getErr() == Code.NONODE.intValue();
  }

  /** Ends the session, and with it everything that the client owns, without waiting for it. */
  @Override
  public void close() {
    tasks.forEach(task -> task.cancel(true));
    try {
      thread.execute(this::end);
    } catch (RejectedExecutionException e) {
      // already closed
    }
    thread.shutdown();
  }

  private void end() {
    if (owner != null) {
      owner.close();
      owner = null;
    }
  }

  boolean awaitEnd(Duration limit) throws InterruptedException {
    return thread.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS);
  }
}
