package io.kvbench.core.history;

import io.kvbench.core.operation.ReadConsistency;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The records of a {@link KeyPartition} in memory, as columns: 32 bytes each, and 4 for the order
 * by key. Records of one key stay in the order of the history: those of a client in their order,
 * and parts behind their compare-and-set. Immutable, for any thread.
 */
public final class KeyColumns {
  private final long[][] words;
  private final KeyTable keys = new KeyTable();
  private final BlockHeads blocks = new BlockHeads();

  /** The records by key. */
  private int[] order = {};

  /** By key: where its records begin in the order. */
  private int[] starts = {0};

  private int count;

  /** The heads of the blocks with records in the partition, by their first record. */
  private static final class BlockHeads {
    private static final int FIRST = 1 << 4;

    private int[] firsts = new int[FIRST];
    private int[] clients = new int[FIRST];
    private int[] places = new int[FIRST];
    private int[] epochs = new int[FIRST];
    private int count;

    void add(int first, HistoryBlock block) {
      if (count == firsts.length) {
        firsts = Arrays.copyOf(firsts, 2 * count);
        clients = Arrays.copyOf(clients, 2 * count);
        places = Arrays.copyOf(places, 2 * count);
        epochs = Arrays.copyOf(epochs, 2 * count);
      }
      firsts[count] = first;
      clients[count] = block.client();
      places[count] = (block.server() << Short.SIZE) | block.phase();
      epochs[count++] = block.epoch();
    }

    int of(int record) {
      int found = Arrays.binarySearch(firsts, 0, count, record);
      return found >= 0 ? found : -found - 2;
    }
  }

  private KeyColumns(int records) {
    words = new long[RecordLayout.WORDS][records];
  }

  /** Reads the records of a partition, with one pass over the history. */
  public static KeyColumns read(HistorySource source, KeyPartition partition) throws IOException {
    KeyColumns columns = new KeyColumns(partition.records());
    int[] keyOf = new int[partition.records()];
    source.forEach(block -> columns.add(block, partition, keyOf));
    columns.sort(keyOf);
    return columns;
  }

  private void add(HistoryBlock block, KeyPartition partition, int[] keyOf) throws IOException {
    int first = count;
    for (int index = 0; index < block.count(); index++) {
      HistoryKind kind = block.kind(index);
      if (kind != null && !kind.hasOnlyParts() && partition.has(block.key(index))) {
        if (count == keyOf.length) {
          throw new IOException("the history has changed while it was read");
        }
        for (int word = 0; word < RecordLayout.WORDS; word++) {
          words[word][count] = block.word(index, word);
        }
        keyOf[count++] = keys.add(block.key(index));
      }
    }
    if (count > first) {
      blocks.add(first, block);
    }
  }

  /** Sorts by counting, so that the order in the history is kept. */
  private void sort(int[] keyOf) {
    starts = new int[keys.size() + 1];
    for (int record = 0; record < count; record++) {
      starts[keyOf[record] + 1]++;
    }
    for (int key = 0; key < keys.size(); key++) {
      starts[key + 1] += starts[key];
    }
    int[] next = Arrays.copyOf(starts, keys.size());
    order = new int[count];
    for (int record = 0; record < count; record++) {
      order[next[keyOf[record]]++] = record;
    }
  }

  /** Returns the number of keys. */
  public int keys() {
    return keys.size();
  }

  /** Returns the key of a number from 0 on. */
  public long key(int number) {
    return keys.key(number);
  }

  /** Returns the position of the first record of a key; the last one is before the next key's. */
  public int start(int number) {
    return starts[number];
  }

  /** Returns the record at a position in the order by key. */
  public int record(int position) {
    return order[position];
  }

  /** Returns the number of records. */
  public int count() {
    return count;
  }

  /** Returns the kind; null for one of a later version. */
  public @Nullable HistoryKind kind(int record) {
    return HistoryKind.of(RecordLayout.kindCode(words[0][record]));
  }

  public HistoryStatus status(int record) {
    return HistoryStatus.of(RecordLayout.statusCode(words[0][record]));
  }

  public ReadConsistency consistency(int record) {
    return RecordLayout.consistency(RecordLayout.consistencyCode(words[0][record]));
  }

  public long begin(int record) {
    return RecordLayout.begin(words[0][record]);
  }

  public long end(int record) {
    return begin(record) + RecordLayout.duration(words[1][record]);
  }

  public long keyOf(int record) {
    return RecordLayout.key(words[1][record], words[2][record]);
  }

  public long identity(int record) {
    return RecordLayout.identity(words[2][record]);
  }

  public long version(int record) {
    return words[3][record];
  }

  public int client(int record) {
    return blocks.clients[blocks.of(record)];
  }

  public int server(int record) {
    return blocks.places[blocks.of(record)] >>> Short.SIZE;
  }

  public int phase(int record) {
    return blocks.places[blocks.of(record)] & 0xFFFF;
  }

  public int epoch(int record) {
    return blocks.epochs[blocks.of(record)];
  }
}
