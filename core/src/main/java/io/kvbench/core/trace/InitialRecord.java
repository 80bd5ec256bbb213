package io.kvbench.core.trace;

import io.kvbench.core.operation.Key;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A record that a store had, or may have had, when the recording began, since the first operation
 * on its key found it.
 *
 * @param valueBytes its size; {@link TracedPart#NONE} if unknown
 * @param certain whether it certainly existed; otherwise the first operation was an update, which
 *     some systems also apply to missing records
 */
public record InitialRecord(Key key, int valueBytes, boolean certain) {
  private static final int MOST = 1 << 20;

  private static final String CONTRADICTORY = "its records are not those that it is said to have";

  /** Returns a block of records. */
  static byte[] encode(List<InitialRecord> records) {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (InitialRecord record : records) {
      byte[] key = record.key.toByteArray();
      Varints.put(body, key.length);
      body.writeBytes(key);
      Varints.put(body, record.valueBytes + 1L);
      body.write(record.certain ? 1 : 0);
    }
    Varints.put(head, records.size());
    Varints.put(head, records.stream().filter(InitialRecord::certain).count());
    Varints.put(head, largest(records));
    return TraceBlock.encode(TraceBlock.RECORDS, head, body);
  }

  static List<InitialRecord> decode(TraceBlock block) throws IOException {
    int count = Varints.size(block.head(), MOST);
    ByteBuffer in = block.body();
    List<InitialRecord> records = new ArrayList<>(count);
    for (int record = 0; record < count; record++) {
      Key key = Key.of(Varints.bytes(in, TracedPart.MOST_BYTES));
      int valueBytes = Varints.size(in, TracedPart.MOST_BYTES) - 1;
      records.add(new InitialRecord(key, valueBytes, Varints.get(in) != 0));
    }
    if (in.hasRemaining()) {
      throw new IOException(CONTRADICTORY);
    }
    return records;
  }

  /**
   * Checks that the body of a block has the records that its head states.
   *
   * @param certain how many of them certainly existed
   * @param largest the size of the largest value
   */
  static void check(TraceBlock block, int certain, int largest) throws IOException {
    List<InitialRecord> records = decode(block);
    if (records.stream().filter(InitialRecord::certain).count() != certain
        || largest(records) != largest) {
      throw new IOException(CONTRADICTORY);
    }
  }

  private static int largest(List<InitialRecord> records) {
    return records.stream().mapToInt(InitialRecord::valueBytes).reduce(0, Math::max);
  }
}
