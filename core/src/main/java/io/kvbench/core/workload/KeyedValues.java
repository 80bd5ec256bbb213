package io.kvbench.core.workload;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Value;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * Values that follow from the key alone, for {@code dataintegrity=true}: every write of a key,
 * whoever does it, writes the same bytes, so any answer to a read can be checked. The bytes are
 * those of a random stream, lowest byte of each 64-bit word first, that begins at a hash of the
 * seed and the key's bytes; the last {@code zeros} of them are zeros.
 */
record KeyedValues(long seed, int size, int zeros) implements ValueSource, ValueCheck {

  @Override
  public Value next(Key key, SplittableRandom random) {
    byte[] bytes = new byte[size];
    SplittableRandom stream = stream(key);
    long word = 0;
    for (int at = 0; at < size - zeros; at++) {
      word = at % Long.BYTES == 0 ? stream.nextLong() : word >>> Byte.SIZE;
      bytes[at] = (byte) word;
    }
    return Value.of(bytes);
  }

  @Override
  public boolean matches(Key key, ByteBuffer value) {
    if (value.remaining() != size) {
      return false;
    }
    SplittableRandom stream = stream(key);
    int start = value.position();
    long word = 0;
    for (int at = 0; at < size - zeros; at++) {
      word = at % Long.BYTES == 0 ? stream.nextLong() : word >>> Byte.SIZE;
      if (value.get(start + at) != (byte) word) {
        return false;
      }
    }
    return endsInZeros(value);
  }

  private boolean endsInZeros(ByteBuffer value) {
    for (int at = value.limit() - zeros; at < value.limit(); at++) {
      if (value.get(at) != 0) {
        return false;
      }
    }
    return true;
  }

  private SplittableRandom stream(Key key) {
    return RandomStream.VALUES.create(seed, Fnv.ofBytes(key.toByteArray()));
  }
}
