package io.kvbench.bindings.zookeeper;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.jspecify.annotations.Nullable;

/** Turns operations into requests on one connection. */
final class ZooKeeperSession implements Session {
  private static final int ANY_VERSION = -1;

  /** More than a create request has besides path and data: its header, lengths, access list. */
  private static final int OVERHEAD_BYTES = 64;

  private static final String TOO_MANY_KEYS =
      "the transaction writes more keys of etcd than zetcd.maxtxnops";

  private final Connection connection;
  private final ClientOptions options;
  private final RecordPaths paths;

  ZooKeeperSession(Connection connection, ClientOptions options, RecordPaths paths) {
    this.connection = connection;
    this.options = options;
    this.paths = paths;
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
      case Operation.Watch watch -> watch(watch, completion);
    }
  }

  private void insert(Operation.Insert insert, Completion completion) {
    String path = path(insert.key(), insert.value().size(), completion);
    if (path != null) {
      LibrarySession handle = connection.handle();
      handle
          .client()
          .create(
              path,
              insert.value().toByteArray(),
              options.acl(),
              CreateMode.PERSISTENT,
              handle.answers(),
              completion);
    }
  }

  private void setData(Key key, Value value, int version, Completion completion) {
    String path = path(key, value.size(), completion);
    if (path != null) {
      LibrarySession handle = connection.handle();
      handle.client().setData(path, value.toByteArray(), version, handle.answers(), completion);
    }
  }

  private void watch(Operation.Watch watch, Completion completion) {
    String path = path(watch.key(), watch.value().size(), completion);
    if (path != null) {
      new WatchedUpdate(connection.handle(), options, completion).begin(path, watch.value());
    }
  }

  private void transaction(Operation.Transaction transaction, Completion completion) {
    List<Op> parts = new ArrayList<>(transaction.writes().size());
    // What stands around the writes, beside what stands around each.
    long bytes = OVERHEAD_BYTES;
    for (Operation.Write write : transaction.writes()) {
      int size = size(write);
      String path = path(write.key(), size, completion);
      if (path == null) {
        return;
      }
      bytes += (long) path.length() + size + OVERHEAD_BYTES;
      parts.add(part(write, path));
    }
    if (options.dialect().keysWritten(transaction) > options.maxEtcdKeys()) {
      completion.failed(ErrorKind.TOO_LARGE, TOO_MANY_KEYS);
    } else if (bytes > options.maxRequestBytes()) {
      completion.failed(ErrorKind.TOO_LARGE, options.dialect().tooLarge());
    } else {
      LibrarySession handle = connection.handle();
      handle
          .client()
          .multi(parts, handle.answers(), new Answers.TransactionCall(completion, parts.size()));
    }
  }

  private static int size(Operation.Write write) {
    return switch (write) {
      case Operation.Insert insert -> insert.value().size();
      case Operation.Update update -> update.value().size();
      case Operation.CompareAndSet change -> change.value().size();
      case Operation.Delete delete -> 0;
    };
  }

  private Op part(Operation.Write write, String path) {
    return switch (write) {
      case Operation.Insert insert ->
          Op.create(path, insert.value().toByteArray(), options.acl(), CreateMode.PERSISTENT);
      case Operation.Update update -> Op.setData(path, update.value().toByteArray(), ANY_VERSION);
      case Operation.CompareAndSet change ->
          Op.setData(path, change.value().toByteArray(), Math.toIntExact(change.expectedVersion()));
      case Operation.Delete delete -> Op.delete(path, ANY_VERSION);
    };
  }

  private void delete(Operation.Delete delete, Completion completion) {
    String path = path(delete.key(), 0, completion);
    if (path != null) {
      LibrarySession handle = connection.handle();
      handle.client().delete(path, ANY_VERSION, handle.answers(), completion);
    }
  }

  private void read(Operation.Read read, Completion completion) {
    String path = path(read.key(), 0, completion);
    if (path == null) {
      return;
    }
    LibrarySession handle = connection.handle();
    if (read.consistency() == ReadConsistency.LINEARIZABLE) {
      LinearizableRead both = new LinearizableRead(completion);
      handle.client().sync(path, handle.answers(), both);
      handle.client().getData(path, false, handle.answers(), both);
    } else {
      handle.client().getData(path, false, handle.answers(), completion);
    }
  }

  /** Returns the path of the key's znode, or completes the operation and returns null. */
  private @Nullable String path(Key key, int valueSize, Completion completion) {
    String path = paths.of(key.toString());
    if (path == null) {
      completion.failed(ErrorKind.INVALID, RecordPaths.NOT_A_NAME);
    } else if ((long) path.length() + valueSize + OVERHEAD_BYTES > options.maxRequestBytes()) {
      completion.failed(ErrorKind.TOO_LARGE, options.dialect().tooLarge());
    } else {
      return path;
    }
    return null;
  }

  @Override
  public Optional<String> server() {
    return connection.handle().server();
  }

  @Override
  public void recover(Duration limit) throws InterruptedException {
    connection.awaitUsable(limit);
  }
}
