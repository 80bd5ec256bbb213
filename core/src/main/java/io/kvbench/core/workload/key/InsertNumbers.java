package io.kvbench.core.workload.key;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The numbers of the records that one client inserts, in order. No two clients share a number. If
 * clients may be added, every fourth number is reserved for those. Used by one thread at a time.
 */
public sealed interface InsertNumbers {
  /** One of this many numbers is for added clients. */
  long SHARE = 4;

  /**
   * Returns the number of an insert.
   *
   * @param index from 0; at most one more than the largest so far
   */
  long get(long index);

  /** Returns the index of the insert with a number, past or future; -1 if none is known. */
  long indexOf(long number);

  /**
   * Returns the numbers in turn: for client {@code i} of {@code n}, {@code i, i + n, i + 2n ...}.
   */
  static InsertNumbers inTurn(long first, int client, int clients) {
    return new InTurn(first, client, clients, false);
  }

  /** Returns the same if clients may be added. */
  static InsertNumbers beforeAdded(long first, int client, int clients) {
    return new InTurn(first, client, clients, true);
  }

  /**
   * Returns an upper bound of the largest number, counted from the first, if clients may be added:
   * an added client leaves at most half of its numbers unused.
   */
  static double span(double inserts) {
    return 2 * SHARE * inserts;
  }

  /**
   * Numbers that depend only on the client's index.
   *
   * @param gaps whether every fourth number is left to added clients
   */
  record InTurn(long first, int client, int clients, boolean gaps) implements InsertNumbers {
    @Override
    public long get(long index) {
      long turn = client + index * clients;
      return first + (gaps ? turn + turn / (SHARE - 1) : turn);
    }

    @Override
    public long indexOf(long number) {
      long offset = number - first;
      long turn = gaps ? offset - offset / SHARE : offset;
      long index = (turn - client) / clients;
      return turn >= client && get(index) == number ? index : -1;
    }
  }

  /**
   * The numbers for the added clients of one part of a run, allocated on demand. They stay dense
   * even if one client inserts far more than another, which a rule by the client's index could not
   * achieve: keys keep their length, and sets of numbers stay small. Thread-safe.
   */
  final class Deal {
    private final long first;
    private final RunPart part;
    private final AtomicLong next = new AtomicLong();

    /**
     * Creates an allocator.
     *
     * @param first the number from which on all clients insert
     */
    public Deal(long first, RunPart part) {
      this.first = first;
      this.part = part;
    }

    public InsertNumbers client() {
      return new Dealt(this);
    }

    private long number(long slot) {
      return first + (slot * part.count() + part.index()) * SHARE + SHARE - 1;
    }

    /** Returns the slot of a number; -1 if it is not allocated here. */
    private long slot(long number) {
      long offset = number - first - (SHARE - 1);
      long slot = offset / SHARE / part.count();
      return offset >= 0 && number(slot) == number ? slot : -1;
    }
  }

  /** An added client's numbers, in blocks as large as all previous ones, up to a limit. */
  final class Dealt implements InsertNumbers {
    private static final int DOUBLINGS = 10;
    private static final int LARGEST = 1 << DOUBLINGS;
    private static final int DOUBLED = 2 * LARGEST - 1;

    private final Deal deal;
    private long[] starts = new long[DOUBLINGS];
    private int blocks;

    private Dealt(Deal deal) {
      this.deal = deal;
    }

    private static int block(long index) {
      return index < DOUBLED
          ? Long.SIZE - 1 - Long.numberOfLeadingZeros(index + 1)
          : Math.toIntExact(DOUBLINGS + 1 + (index - DOUBLED) / LARGEST);
    }

    private static long firstOf(int block) {
      return block <= DOUBLINGS ? (1L << block) - 1 : DOUBLED + (block - DOUBLINGS - 1L) * LARGEST;
    }

    private static int size(int block) {
      return 1 << Math.min(block, DOUBLINGS);
    }

    @Override
    public long get(long index) {
      int block = block(index);
      if (block == blocks) {
        if (blocks == starts.length) {
          starts = Arrays.copyOf(starts, 2 * blocks);
        }
        starts[blocks++] = deal.next.getAndAdd(size(block));
      }
      return deal.number(starts[block] + index - firstOf(block));
    }

    @Override
    public long indexOf(long number) {
      long slot = deal.slot(number);
      int found = Arrays.binarySearch(starts, 0, blocks, slot);
      int block = found >= 0 ? found : -found - 2;
      return slot >= 0 && block >= 0 && slot < starts[block] + size(block)
          ? firstOf(block) + slot - starts[block]
          : -1;
    }
  }
}
