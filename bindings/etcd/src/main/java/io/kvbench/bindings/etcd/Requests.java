package io.kvbench.bindings.etcd;

import com.google.protobuf.ByteString;
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
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import java.util.Arrays;

/**
 * Writes operations as messages of etcd's API. Arrays are wrapped, not copied: keys are new for
 * each operation, and values never change.
 */
final class Requests {
  /** As the end of a range: all keys from its beginning on. As its beginning: the first key. */
  private static final ByteString ZERO = ByteString.copyFrom(new byte[1]);

  private final byte[] prefix;
  private final ByteString end;

  Requests(ByteString prefix) {
    this.prefix = prefix.toByteArray();
    this.end = end(this.prefix);
  }

  /** Returns the first key behind all that begin with a prefix. */
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

  private ByteString key(Key key) {
    byte[] bytes = key.toByteArray();
    if (prefix.length == 0) {
      return UnsafeByteOperations.unsafeWrap(bytes);
    }
    byte[] whole = Arrays.copyOf(prefix, prefix.length + bytes.length);
    System.arraycopy(bytes, 0, whole, prefix.length, bytes.length);
    return UnsafeByteOperations.unsafeWrap(whole);
  }

  /** Nothing is no key to etcd: where everything is meant, it is written as the first key. */
  private static ByteString beginning(ByteString key) {
    return key.isEmpty() ? ZERO : key;
  }

  PutRequest put(Key key, Value value) {
    return PutRequest.newBuilder()
        .setKey(key(key))
        .setValue(UnsafeByteOperations.unsafeWrap(value.toByteArray()))
        .build();
  }

  /** Returns the request for all that happens to a record from now on. */
  WatchRequest watch(Key key) {
    return WatchRequest.newBuilder()
        .setCreateRequest(WatchCreateRequest.newBuilder().setKey(key(key)))
        .build();
  }

  RangeRequest read(Operation.Read read) {
    return RangeRequest.newBuilder()
        .setKey(key(read.key()))
        .setSerializable(read.consistency() == ReadConsistency.STALE)
        .build();
  }

  DeleteRangeRequest delete(Key key) {
    return DeleteRangeRequest.newBuilder().setKey(key(key)).build();
  }

  RangeRequest scan(Operation.Scan scan) {
    return RangeRequest.newBuilder()
        .setKey(beginning(key(scan.start())))
        .setRangeEnd(end)
        .setLimit(scan.limit())
        .setSerializable(scan.consistency() == ReadConsistency.STALE)
        .build();
  }

  /** Returns the request that counts the records of the workload. */
  RangeRequest count(boolean serializable) {
    return RangeRequest.newBuilder()
        .setKey(beginning(UnsafeByteOperations.unsafeWrap(prefix)))
        .setRangeEnd(end)
        .setCountOnly(true)
        .setSerializable(serializable)
        .build();
  }

  /** Returns a read that needs a leader and is answered with next to nothing. */
  RangeRequest probe() {
    return RangeRequest.newBuilder()
        .setKey(beginning(UnsafeByteOperations.unsafeWrap(prefix)))
        .setKeysOnly(true)
        .build();
  }

  /**
   * Returns a transaction of which nothing is carried out unless every record is as its write wants
   * it. If one is not, the answer counts, write by write, the records of those that want something.
   */
  TxnRequest transaction(Iterable<? extends Operation.Write> writes) {
    TxnRequest.Builder builder = TxnRequest.newBuilder();
    for (Operation.Write write : writes) {
      switch (write) {
        case Operation.Insert insert -> builder.addSuccess(success(insert.key(), insert.value()));
        case Operation.Update update -> builder.addSuccess(success(update.key(), update.value()));
        case Operation.CompareAndSet change ->
            builder
                .addCompare(modifiedAt(key(change.key()), change.expectedVersion()))
                .addSuccess(success(change.key(), change.value()))
                .addFailure(lookUp(change.key()));
        case Operation.Delete delete ->
            builder
                .addCompare(isThere(key(delete.key())))
                .addSuccess(RequestOp.newBuilder().setRequestDeleteRange(delete(delete.key())))
                .addFailure(lookUp(delete.key()));
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

  private static Compare modifiedAt(ByteString key, long revision) {
    return Compare.newBuilder()
        .setKey(key)
        .setTarget(Compare.CompareTarget.MOD)
        .setResult(Compare.CompareResult.EQUAL)
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
