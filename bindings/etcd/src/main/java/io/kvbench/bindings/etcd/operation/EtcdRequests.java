package io.kvbench.bindings.etcd.operation;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.WatchCreateRequest;
import io.etcd.jetcd.api.WatchRequest;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.core.operation.WatchTarget;
import java.util.Arrays;

/**
 * The encoder of operations as messages of etcd's API. Arrays are wrapped, not copied: keys are new
 * for each operation, and values never change.
 */
public final class EtcdRequests {
  /** As the end of a range: all keys from its start on. As its start: the first key. */
  private static final ByteString ZERO = ByteString.copyFrom(new byte[1]);

  private final byte[] prefix;
  private final ByteString end;
  private final boolean previous;
  private final boolean transactions;

  /**
   * @param previous whether watchers' events include the records before the writes
   * @param transactions whether ranges and writes are sent in transactions of their own
   */
  public EtcdRequests(ByteString prefix, boolean previous, boolean transactions) {
    this.prefix = prefix.toByteArray();
    this.previous = previous;
    this.transactions = transactions;
    this.end = end(this.prefix);
  }

  /** Returns the first key after all that begin with a prefix. */
  private static ByteString end(byte[] prefix) {
    for (int at = prefix.length - 1; at >= 0; at--) {
      if (prefix[at] != (byte) 0xFF) {
        byte[] next = Arrays.copyOf(prefix, at + 1);
        next[at]++;
        return ByteString.copyFrom(next);
      }
    }
    return ZERO;
  }

  /** Returns whether ranges and writes are sent in transactions of their own. */
  public boolean areTransactions() {
    return transactions;
  }

  public ByteString key(Key key) {
    byte[] bytes = key.toByteArray();
    if (prefix.length == 0) {
      return UnsafeByteOperations.unsafeWrap(bytes);
    }
    byte[] whole = Arrays.copyOf(prefix, prefix.length + bytes.length);
    System.arraycopy(bytes, 0, whole, prefix.length, bytes.length);
    return UnsafeByteOperations.unsafeWrap(whole);
  }

  /** Returns the key of a group's member. */
  public static Key member(Key group, Key member) {
    return Key.of(group + "/" + member);
  }

  /** etcd rejects an empty key, so that of all keys is written as the first key. */
  private static ByteString beginning(ByteString key) {
    return key.isEmpty() ? ZERO : key;
  }

  public PutRequest put(Key key, Value value) {
    return PutRequest.newBuilder()
        .setKey(key(key))
        .setValue(UnsafeByteOperations.unsafeWrap(value.toByteArray()))
        .build();
  }

  /** Returns the request for all events of a record from now on. */
  public WatchRequest watch(Key key) {
    return WatchRequest.newBuilder()
        .setCreateRequest(WatchCreateRequest.newBuilder().setKey(key(key)))
        .build();
  }

  /**
   * Returns the request for a watcher of events after a revision.
   *
   * @param revision 0 for events from now on
   */
  public WatchRequest watch(WatchTarget target, long revision) {
    WatchCreateRequest.Builder create = WatchCreateRequest.newBuilder().setPrevKv(previous);
    switch (target) {
      case WatchTarget.Single(Key key) -> create.setKey(key(key));
      case WatchTarget.All() -> create.setKey(first()).setRangeEnd(end);
      case WatchTarget.Group(Key group) -> {
        byte[] members = key(member(group, Key.of(""))).toByteArray();
        create.setKey(UnsafeByteOperations.unsafeWrap(members)).setRangeEnd(end(members));
      }
    }
    if (revision > 0) {
      create.setStartRevision(revision + 1);
    }
    return WatchRequest.newBuilder().setCreateRequest(create).build();
  }

  /** Returns the request for the events of a record after a revision. */
  public WatchRequest watch(Key key, long revision) {
    return WatchRequest.newBuilder()
        .setCreateRequest(
            WatchCreateRequest.newBuilder().setKey(key(key)).setStartRevision(revision + 1))
        .build();
  }

  /** Returns a put that is only applied if the other, whole key exists. */
  public TxnRequest putIfPresent(ByteString present, Key key, Value value) {
    return TxnRequest.newBuilder()
        .addCompare(isThere(present))
        .addSuccess(success(key, value))
        .build();
  }

  public RangeRequest read(Operation.Read read) {
    return RangeRequest.newBuilder()
        .setKey(key(read.key()))
        .setSerializable(read.consistency() == ReadConsistency.STALE)
        .build();
  }

  /** All servers that have a revision return the same for it, so later reads need no leader. */
  public RangeRequest read(Operation.SnapshotRead read) {
    return RangeRequest.newBuilder()
        .setKey(key(read.key()))
        .setRevision(read.snapshot())
        .setSerializable(read.snapshot() > 0 || read.consistency() == ReadConsistency.STALE)
        .build();
  }

  public DeleteRangeRequest delete(Key key) {
    return DeleteRangeRequest.newBuilder().setKey(key(key)).build();
  }

  public RangeRequest scan(Operation.Scan scan) {
    return range(KeyRange.from(scan.start()), scan.consistency()).setLimit(scan.limit()).build();
  }

  public RangeRequest range(Operation.Range range) {
    RangeRequest.Builder builder =
        range(range.keys(), range.consistency())
            .setLimit(range.limit())
            .setKeysOnly(range.content() == RangeContent.KEYS)
            .setCountOnly(range.content() == RangeContent.COUNT);
    if (range.descending()) {
      builder
          .setSortOrder(RangeRequest.SortOrder.DESCEND)
          .setSortTarget(RangeRequest.SortTarget.KEY);
    }
    return builder.build();
  }

  /** Returns a transaction with only the range. */
  public TxnRequest transaction(Operation.Range range) {
    return TxnRequest.newBuilder()
        .addSuccess(RequestOp.newBuilder().setRequestRange(range(range)))
        .build();
  }

  private RangeRequest.Builder range(KeyRange keys, ReadConsistency consistency) {
    KeyRange.Between bounds = keys.bounds();
    ByteString start =
        bounds.start().map(this::key).orElseGet(() -> UnsafeByteOperations.unsafeWrap(prefix));
    return RangeRequest.newBuilder()
        .setKey(beginning(start))
        .setRangeEnd(bounds.end().map(this::key).orElse(end))
        .setSerializable(consistency == ReadConsistency.STALE);
  }

  /** Returns a key in an answer without the prefix. */
  public Key workloadKey(ByteString key) throws InvalidProtocolBufferException {
    if (key.size() < prefix.length) {
      throw new InvalidProtocolBufferException("a range was answered with a key outside of it");
    }
    return Key.of(key.substring(prefix.length).toByteArray());
  }

  /** Reads are unconditional, so there is no else branch. */
  public TxnRequest transaction(Operation.ReadTransaction transaction) {
    TxnRequest.Builder builder = TxnRequest.newBuilder();
    for (Key key : transaction.keys()) {
      builder.addSuccess(
          RequestOp.newBuilder()
              .setRequestRange(
                  RangeRequest.newBuilder()
                      .setKey(key(key))
                      .setSerializable(transaction.consistency() == ReadConsistency.STALE)));
    }
    return builder.build();
  }

  /** Returns the request that counts the records of the workload. */
  public RangeRequest count(boolean serializable) {
    return RangeRequest.newBuilder()
        .setKey(first())
        .setRangeEnd(end)
        .setCountOnly(true)
        .setSerializable(serializable)
        .build();
  }

  /** Returns the first possible key with the prefix. */
  public ByteString first() {
    return beginning(UnsafeByteOperations.unsafeWrap(prefix));
  }

  /** Returns the exclusive end of the keys with the prefix. */
  public ByteString end() {
    return end;
  }

  /** Returns a read that needs a leader and has a minimal answer. */
  public RangeRequest probe() {
    return RangeRequest.newBuilder().setKey(first()).setKeysOnly(true).build();
  }

  /**
   * Returns a transaction that is only applied if every record is as its part requires. Otherwise
   * the answer counts, part by part, the records of the parts with requirements.
   */
  public TxnRequest transaction(Operation.Transaction transaction) {
    TxnRequest.Builder builder = TxnRequest.newBuilder();
    for (Operation.Part part : transaction.parts()) {
      switch (part) {
        case Operation.Insert insert -> builder.addSuccess(success(insert.key(), insert.value()));
        case Operation.Update update -> builder.addSuccess(success(update.key(), update.value()));
        case Operation.CompareAndSet change ->
            builder
                .addCompare(
                    modified(
                        key(change.key()), Compare.CompareResult.EQUAL, change.expectedVersion()))
                .addSuccess(success(change.key(), change.value()))
                .addFailure(lookUp(change.key()));
        case Operation.Guard guard ->
            builder
                .addCompare(
                    modified(
                        key(guard.key()), Compare.CompareResult.EQUAL, guard.expectedVersion()))
                .addFailure(lookUp(guard.key()));
        case Operation.Delete delete ->
            builder
                .addCompare(isThere(key(delete.key())))
                .addSuccess(RequestOp.newBuilder().setRequestDeleteRange(delete(delete.key())))
                .addFailure(lookUp(delete.key()));
      }
    }
    if (transaction.snapshot() > 0) {
      for (Operation.Write write : transaction.writes()) {
        builder.addCompare(
            modified(key(write.key()), Compare.CompareResult.LESS, transaction.snapshot() + 1));
      }
    }
    return builder.build();
  }

  private RequestOp success(Key key, Value value) {
    return RequestOp.newBuilder().setRequestPut(put(key, value)).build();
  }

  private RequestOp lookUp(Key key) {
    return RequestOp.newBuilder()
        .setRequestRange(RangeRequest.newBuilder().setKey(key(key)).setKeysOnly(true))
        .build();
  }

  private static Compare modified(ByteString key, Compare.CompareResult result, long revision) {
    return Compare.newBuilder()
        .setKey(key)
        .setTarget(Compare.CompareTarget.MOD)
        .setResult(result)
        .setModRevision(revision)
        .build();
  }

  private static Compare isThere(ByteString key) {
    return Compare.newBuilder()
        .setKey(key)
        .setTarget(Compare.CompareTarget.VERSION)
        .setResult(Compare.CompareResult.GREATER)
        .setVersion(0)
        .build();
  }
}
