package io.kvbench.core.history;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A set of keys whose records are checked together, so that the columns of a large history fit into
 * memory: each partition takes one pass over the history.
 *
 * @param number of the set, less than {@code sets}
 * @param sets a power of two
 * @param records the number of records on the keys of the set
 */
public record KeyPartition(int number, int sets, int records) {
  /** The finest division. */
  private static final int CELLS = 1 << 12;

  private static final long MIX = 0xFF51AFD7ED558CCDL;

  /** Bytes per record in {@link KeyColumns}, and in the table of keys with few records each. */
  private static final int RECORD_BYTES = 60;

  /** Returns whether a key belongs to the set. */
  boolean has(long key) {
    return cell(key) % sets == number;
  }

  private static int cell(long key) {
    return (int) ((key * MIX) >>> 52) & (CELLS - 1);
  }

  /**
   * Divides the keys of a history, with one pass over it.
   *
   * @param bytes the memory for the columns of one partition
   * @throws IOException if the history cannot be read, or has a partition of more records than an
   *     array
   */
  public static List<KeyPartition> of(HistorySource source, long bytes) throws IOException {
    long[] cells = new long[CELLS];
    source.forEach(
        block -> {
          for (int index = 0; index < block.count(); index++) {
            HistoryKind kind = block.kind(index);
            if (kind != null && !kind.hasOnlyParts()) {
              cells[cell(block.key(index))]++;
            }
          }
        });
    int sets = 1;
    while (sets < CELLS && largest(cells, sets) > bytes / RECORD_BYTES) {
      sets *= 2;
    }
    List<KeyPartition> partitions = new ArrayList<>();
    for (int number = 0; number < sets; number++) {
      long records = records(cells, sets, number);
      if (records > Integer.MAX_VALUE - 8) {
        throw new IOException("more than two billion operations on one key");
      }
      if (records > 0) {
        partitions.add(new KeyPartition(number, sets, (int) records));
      }
    }
    return partitions;
  }

  private static long largest(long[] cells, int sets) {
    long largest = 0;
    for (int number = 0; number < sets; number++) {
      largest = Math.max(largest, records(cells, sets, number));
    }
    return largest;
  }

  private static long records(long[] cells, int sets, int number) {
    long records = 0;
    for (int cell = number; cell < CELLS; cell += sets) {
      records += cells[cell];
    }
    return records;
  }
}
