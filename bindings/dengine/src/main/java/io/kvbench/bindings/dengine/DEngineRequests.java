package io.kvbench.bindings.dengine;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import io.kvbench.bindings.dengine.proto.ClientReadRequest;
import io.kvbench.bindings.dengine.proto.ClientWriteRequest;
import io.kvbench.bindings.dengine.proto.ReadConsistencyPolicy;
import io.kvbench.bindings.dengine.proto.ScanRequest;
import io.kvbench.bindings.dengine.proto.WatchRequest;
import io.kvbench.bindings.dengine.proto.WriteCommand;
import io.kvbench.bindings.dengine.proto.WriteCommand.CompareAndSwap;
import io.kvbench.bindings.dengine.proto.WriteCommand.Delete;
import io.kvbench.bindings.dengine.proto.WriteCommand.Insert;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The encoder of the requests for operations. */
final class DEngineRequests {
  private final byte[] prefix;
  private final boolean leaseByDefault;
  private final long timeToLiveSeconds;

  DEngineRequests(DEngineClientOptions options) {
    this.prefix = options.prefix().getBytes(StandardCharsets.ISO_8859_1);
    this.leaseByDefault = options.leaseByDefault();
    this.timeToLiveSeconds = options.timeToLiveSeconds();
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

  /** Returns a key without the prefix. */
  Key workloadKey(ByteString key) throws InvalidProtocolBufferException {
    if (key.size() < prefix.length) {
      throw new InvalidProtocolBufferException("a range was answered with a key outside of it");
    }
    return Key.of(key.substring(prefix.length).toByteArray());
  }

  /** Values are immutable, so they need no copy. */
  private static ByteString bytes(Value value) {
    return UnsafeByteOperations.unsafeWrap(value.toByteBuffer());
  }

  private static ClientWriteRequest write(WriteCommand.Builder command) {
    return ClientWriteRequest.newBuilder().setCommand(command).build();
  }

  ClientWriteRequest put(Key key, Value value) {
    return write(
        WriteCommand.newBuilder()
            .setInsert(
                Insert.newBuilder()
                    .setKey(key(key))
                    .setValue(bytes(value))
                    .setTtlSecs(timeToLiveSeconds)));
  }

  ClientWriteRequest delete(Key key) {
    return delete(key(key));
  }

  /**
   * @param key with the prefix
   */
  static ClientWriteRequest delete(ByteString key) {
    return write(WriteCommand.newBuilder().setDelete(Delete.newBuilder().setKey(key)));
  }

  /**
   * @param expected the expected value; sent even if it is empty, since omitting it would mean that
   *     the record must not exist
   */
  ClientWriteRequest compareAndSwap(Key key, ByteString expected, Value value) {
    return write(
        WriteCommand.newBuilder()
            .setCompareAndSwap(
                CompareAndSwap.newBuilder()
                    .setKey(key(key))
                    .setExpectedValue(expected)
                    .setNewValue(bytes(value))));
  }

  /** Without a policy the servers' own configuration decides. */
  ClientReadRequest read(Key key, ReadConsistency consistency) {
    ClientReadRequest.Builder read = ClientReadRequest.newBuilder().addKeys(key(key));
    switch (consistency) {
      case DEFAULT -> {
        if (leaseByDefault) {
          read.setConsistencyPolicy(ReadConsistencyPolicy.LEASE_READ);
        }
      }
      case LINEARIZABLE -> read.setConsistencyPolicy(ReadConsistencyPolicy.LINEARIZABLE_READ);
      case STALE -> read.setConsistencyPolicy(ReadConsistencyPolicy.EVENTUAL_CONSISTENCY);
    }
    return read.build();
  }

  /** Returns a read that needs a working majority and has a minimal answer. */
  ClientReadRequest probe() {
    return probe(prefix());
  }

  static ClientReadRequest probe(ByteString key) {
    return ClientReadRequest.newBuilder()
        .addKeys(key)
        .setConsistencyPolicy(ReadConsistencyPolicy.LINEARIZABLE_READ)
        .build();
  }

  /** Returns the request for all records of the workload with a key prefix. */
  ScanRequest scan(Key prefix) {
    return scan(key(prefix));
  }

  static ScanRequest scan(ByteString prefix) {
    return ScanRequest.newBuilder().setPrefix(prefix).build();
  }

  /** Returns the prefix of all keys. */
  ByteString prefix() {
    return UnsafeByteOperations.unsafeWrap(prefix);
  }

  WatchRequest watch(Key key) {
    return WatchRequest.newBuilder().setKey(key(key)).build();
  }

  /** Returns the request to watch all records of the workload, whose prefix is a path. */
  WatchRequest watchAll() {
    return WatchRequest.newBuilder().setKey(prefix()).setPrefix(true).build();
  }
}
