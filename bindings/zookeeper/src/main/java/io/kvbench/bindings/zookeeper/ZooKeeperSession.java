package io.kvbench.bindings.zookeeper;

import io.kvbench.bindings.zookeeper.operation.CheckedPaths;
import io.kvbench.bindings.zookeeper.operation.ClientResources;
import io.kvbench.bindings.zookeeper.operation.Handle;
import io.kvbench.bindings.zookeeper.operation.SyncedRead;
import io.kvbench.bindings.zookeeper.operation.UpdateWithWatch;
import io.kvbench.bindings.zookeeper.operation.ZooKeeperAnswers;
import io.kvbench.bindings.zookeeper.operation.ZooKeeperConnection;
import io.kvbench.bindings.zookeeper.operation.ZooKeeperLeases;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.bindings.zookeeper.options.ZooKeeperDialect;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;

/** A session that sends operations as requests on one connection. */
final class ZooKeeperSession implements Session {
  private static final int ANY_VERSION = -1;

  private static final String NO_RANGE =
      "ZooKeeper's protocol lists or counts all children of a znode, and no part of them";

  private static final String NO_READ_TRANSACTION = "zetcd does not support read transactions";

  private static final String NO_COORDINATION = "zetcd has neither locks nor leases";

  private static final String TOO_MANY_KEYS =
      "the transaction takes more keys of etcd than zetcd.maxtxnops";

  private static final String NO_HISTORY = "ZooKeeper keeps no earlier versions";

  private final ZooKeeperConnection<?> connection;
  private final ZooKeeperClientOptions options;
  private final CheckedPaths paths;
  private final ClientResources resources;

  ZooKeeperSession(
      ZooKeeperConnection<?> connection,
      ZooKeeperClientOptions options,
      CheckedPaths paths,
      ClientResources resources) {
    this.connection = connection;
    this.options = options;
    this.paths = paths;
    this.resources = resources;
  }

  @Override
  public void submit(Operation operation, Completion completion) {
    switch (operation) {
      case Operation.Insert insert -> insert(insert, completion);
      case Operation.Read read -> read(read, completion);
      case Operation.Update update ->
          setData(update.key(), update.value(), ANY_VERSION, completion);
      case Operation.Delete delete -> delete(delete, completion);
      case Operation.Scan scan ->
          completion.failed(ErrorKind.INVALID, "ZooKeeper's protocol has no ordered scan");
      case Operation.CompareAndSet change ->
          setData(
              change.key(), change.value(), Math.toIntExact(change.expectedVersion()), completion);
      case Operation.Transaction transaction -> transaction(transaction, completion);
      case Operation.Range range -> range(range, completion);
      case Operation.ReadTransaction transaction when options.dialect() == ZooKeeperDialect.ZETCD ->
          completion.failed(ErrorKind.INVALID, NO_READ_TRANSACTION);
      case Operation.ReadTransaction transaction -> read(transaction, completion);
      case Operation.Watch watch -> watch(watch, completion);
      case Operation.WatchedUpdate update when options.dialect() == ZooKeeperDialect.ZETCD ->
          completion.failed(ErrorKind.INVALID, ZooKeeperBinding.NO_WATCHERS);
      case Operation.WatchedUpdate update ->
          setData(
              update.key(),
              update.value(),
              ANY_VERSION,
              completion,
              new ZooKeeperAnswers.GrantedWrite(completion));
      case Operation.SnapshotRead read -> completion.failed(ErrorKind.INVALID, NO_HISTORY);
      case Operation.ReplayWatch replay -> completion.failed(ErrorKind.INVALID, NO_HISTORY);
      case Operation.OneShot once -> once(once, completion);
      case Operation.Coordination other when options.dialect() == ZooKeeperDialect.ZETCD ->
          completion.failed(ErrorKind.INVALID, NO_COORDINATION);
      case Operation.Coordination other -> resources.coordination().submit(other, completion);
    }
  }

  private void once(Operation.OneShot operation, Completion completion) {
    if (options.isKerberos()) {
      completion.failed(ErrorKind.INVALID, ZooKeeperLeases.NO_KERBEROS);
    } else {
      resources.oneShot().perform(operation, this::readOnce, completion);
    }
  }

  private void readOnce(Operation.ReadOnce read, Completion completion) {
    String path = paths.of(read.key(), 0, completion);
    if (path != null) {
      resources.oneShot().read(path, read.consistency(), completion);
    }
  }

  private void insert(Operation.Insert insert, Completion completion) {
    String path = paths.of(insert.key(), insert.value().size(), completion);
    if (path != null) {
      Handle handle = connection.handle();
      handle.create(path, insert.value().toByteArray(), handle.answers(), completion);
    }
  }

  private void setData(Key key, Value value, int version, Completion completion) {
    setData(key, value, version, completion, completion);
  }

  private void setData(Key key, Value value, int version, Completion completion, Object context) {
    String path = paths.of(key, value.size(), completion);
    if (path != null) {
      Handle handle = connection.handle();
      handle.setData(path, value.toByteArray(), version, handle.answers(), context);
    }
  }

  private void watch(Operation.Watch watch, Completion completion) {
    String path = paths.of(watch.key(), watch.value().size(), completion);
    if (path != null) {
      new UpdateWithWatch(connection.handle(), options, completion).begin(path, watch.value());
    }
  }

  private void transaction(Operation.Transaction transaction, Completion completion) {
    List<Op> parts = new ArrayList<>(transaction.parts().size());
    // The overhead of the transaction, in addition to that of each write.
    long bytes = CheckedPaths.OVERHEAD_BYTES;
    for (Operation.Part part : transaction.parts()) {
      int size = size(part);
      String path = paths.of(part.key(), size, completion);
      if (path == null) {
        return;
      }
      bytes += (long) path.length() + size + CheckedPaths.OVERHEAD_BYTES;
      parts.add(part(part, path));
    }
    if (options.dialect().keysTaken(transaction) > options.maxEtcdKeys()) {
      completion.failed(ErrorKind.TOO_LARGE, TOO_MANY_KEYS);
    } else if (bytes > options.maxRequestBytes()) {
      completion.failed(ErrorKind.TOO_LARGE, options.dialect().tooLarge());
    } else {
      Handle handle = connection.handle();
      handle.multi(
          parts, handle.answers(), new ZooKeeperAnswers.TransactionCall(completion, parts.size()));
    }
  }

  private static int size(Operation.Part part) {
    return switch (part) {
      case Operation.Insert insert -> insert.value().size();
      case Operation.Update update -> update.value().size();
      case Operation.CompareAndSet change -> change.value().size();
      case Operation.Delete delete -> 0;
      case Operation.Guard guard -> 0;
    };
  }

  private Op part(Operation.Part part, String path) {
    return switch (part) {
      case Operation.Insert insert ->
          Op.create(path, insert.value().toByteArray(), options.acl(), CreateMode.PERSISTENT);
      case Operation.Update update -> Op.setData(path, update.value().toByteArray(), ANY_VERSION);
      case Operation.CompareAndSet change ->
          Op.setData(path, change.value().toByteArray(), Math.toIntExact(change.expectedVersion()));
      case Operation.Delete delete -> Op.delete(path, ANY_VERSION);
      case Operation.Guard guard -> Op.check(path, Math.toIntExact(guard.expectedVersion()));
    };
  }

  private void delete(Operation.Delete delete, Completion completion) {
    String path = paths.of(delete.key(), 0, completion);
    if (path != null) {
      Handle handle = connection.handle();
      handle.delete(path, ANY_VERSION, handle.answers(), completion);
    }
  }

  private void read(Operation.Read read, Completion completion) {
    String path = paths.of(read.key(), 0, completion);
    if (path == null) {
      return;
    }
    Handle handle = connection.handle();
    if (read.consistency() == ReadConsistency.LINEARIZABLE) {
      SyncedRead both = synced(handle, path, read.consistency(), completion);
      handle.getData(path, handle.answers(), both);
    } else {
      handle.getData(path, handle.answers(), completion);
    }
  }

  /** Returns a read that is to be sent next, after a sync if it must be linearizable. */
  private static SyncedRead synced(
      Handle handle, String path, ReadConsistency consistency, Completion completion) {
    SyncedRead read = new SyncedRead(completion);
    if (consistency == ReadConsistency.LINEARIZABLE) {
      handle.sync(path, handle.answers(), read);
    }
    return read;
  }

  private void range(Operation.Range range, Completion completion) {
    if (!(range.keys() instanceof KeyRange.All)
        || range.content() == RangeContent.RECORDS
        || range.limit() > 0
        || range.descending()) {
      completion.failed(ErrorKind.INVALID, NO_RANGE);
      return;
    }
    Handle handle = connection.handle();
    SyncedRead read = synced(handle, options.root(), range.consistency(), completion);
    if (range.content() == RangeContent.COUNT) {
      handle.exists(options.root(), null, handle.answers(), read);
    } else {
      handle.getChildren(options.root(), handle.answers(), read);
    }
  }

  private void read(Operation.ReadTransaction transaction, Completion completion) {
    List<Op> parts = new ArrayList<>(transaction.keys().size());
    for (Key key : transaction.keys()) {
      String path = paths.of(key, 0, completion);
      if (path == null) {
        return;
      }
      parts.add(Op.getData(path));
    }
    Handle handle = connection.handle();
    SyncedRead read = synced(handle, options.root(), transaction.consistency(), completion);
    handle.multi(
        parts, handle.answers(), new ZooKeeperAnswers.TransactionRead(read, transaction.keys()));
  }

  @Override
  public Optional<String> server() {
    return connection.handle().server();
  }

  @Override
  public void recover(Duration limit) throws InterruptedException {
    connection.awaitUsable(limit);
  }

  @Override
  public void close() {
    resources.close();
  }
}
