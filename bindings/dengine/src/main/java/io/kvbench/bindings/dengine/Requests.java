package io.kvbench.bindings.dengine;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes operations as messages of d-engine's interface; see {@code dengine.proto}. */
final class Requests {
  /** Of a write request: its command. */
  private static final int COMMAND = 2;

  /** Kinds of commands. */
  private static final int INSERT = 1;

  private static final int DELETE = 2;
  private static final int COMPARE_AND_SWAP = 3;

  /** Fields of commands. */
  private static final int KEY = 1;

  private static final int VALUE = 2;
  private static final int TIME_TO_LIVE = 3;
  private static final int EXPECTED = 2;
  private static final int NEW_VALUE = 3;

  /** Of a read request. */
  private static final int KEYS = 2;

  private static final int POLICY = 3;
  private static final int LEASE = 0;
  private static final int LINEARIZABLE = 1;
  private static final int EVENTUAL = 2;

  /** The servers' own configuration decides: the field is left out. */
  private static final int UNSAID = -1;

  /** Of a scan. */
  private static final int PREFIX = 2;

  /** Of a watch. */
  private static final int WATCHED = 2;

  private final byte[] prefix;
  private final boolean leaseByDefault;
  private final long timeToLiveSeconds;

  Requests(ClientOptions options) {
    this.prefix = options.prefix().getBytes(StandardCharsets.ISO_8859_1);
    this.leaseByDefault = options.leaseByDefault();
    this.timeToLiveSeconds = options.timeToLiveSeconds();
  }

  private ByteBuffer key(Key key) {
    byte[] bytes = key.toByteArray();
    if (prefix.length == 0) {
      return ByteBuffer.wrap(bytes);
    }
    byte[] whole = Arrays.copyOf(prefix, prefix.length + bytes.length);
    System.arraycopy(bytes, 0, whole, prefix.length, bytes.length);
    return ByteBuffer.wrap(whole);
  }

  byte[] put(Key key, Value value) {
    ByteBuffer name = key(key);
    ByteBuffer bytes = value.toByteBuffer();
    return Message.of(
        Message.size(KEY, name.remaining())
            + Message.size(VALUE, bytes.remaining())
            + Message.numberSize(TIME_TO_LIVE, timeToLiveSeconds),
        out -> {
          Message.write(out, KEY, name);
          Message.write(out, VALUE, bytes);
          Message.writeNumber(out, TIME_TO_LIVE, timeToLiveSeconds);
        },
        COMMAND,
        INSERT);
  }

  byte[] delete(Key key) {
    ByteBuffer name = key(key);
    return Message.of(
        Message.size(KEY, name.remaining()), out -> Message.write(out, KEY, name), COMMAND, DELETE);
  }

  /**
   * @param expected the value to be there; written even if it is empty, since leaving it out would
   *     mean that there has to be no record
   */
  byte[] compareAndSwap(Key key, ByteBuffer expected, Value value) {
    ByteBuffer name = key(key);
    ByteBuffer bytes = value.toByteBuffer();
    return Message.of(
        Message.size(KEY, name.remaining())
            + Message.size(EXPECTED, expected.remaining())
            + Message.size(NEW_VALUE, bytes.remaining()),
        out -> {
          Message.write(out, KEY, name);
          Message.write(out, EXPECTED, expected.duplicate());
          Message.write(out, NEW_VALUE, bytes);
        },
        COMMAND,
        COMPARE_AND_SWAP);
  }

  byte[] read(Key key, ReadConsistency consistency) {
    return read(key(key), policy(consistency));
  }

  private int policy(ReadConsistency consistency) {
    return switch (consistency) {
      case DEFAULT -> leaseByDefault ? LEASE : UNSAID;
      case LINEARIZABLE -> LINEARIZABLE;
      case STALE -> EVENTUAL;
    };
  }

  private static byte[] read(ByteBuffer name, int policy) {
    int saysPolicy = policy == UNSAID ? 0 : 2;
    return Message.of(
        Message.size(KEYS, name.remaining()) + saysPolicy,
        out -> {
          Message.write(out, KEYS, name);
          if (policy != UNSAID) {
            out.writeEnum(POLICY, policy);
          }
        });
  }

  /** Returns a read that takes a working majority and is answered with next to nothing. */
  byte[] probe() {
    return read(ByteBuffer.wrap(prefix), LINEARIZABLE);
  }

  /** Returns the request for all records of the workload. */
  byte[] scan() {
    return Message.of(
        Message.size(PREFIX, prefix.length),
        out -> Message.write(out, PREFIX, ByteBuffer.wrap(prefix)));
  }

  byte[] watch(Key key) {
    ByteBuffer name = key(key);
    return Message.of(
        Message.size(WATCHED, name.remaining()), out -> Message.write(out, WATCHED, name));
  }

  /** Returns a request that says nothing. */
  static byte[] empty() {
    return new byte[0];
  }
}
