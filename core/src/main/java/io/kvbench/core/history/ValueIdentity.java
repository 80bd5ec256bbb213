package io.kvbench.core.history;

/**
 * The identity of a value in 52 bits: 18 bits for the writer and 34 for the number of the write
 * among the writer's, from 1 on. These are the lower bits of the identity in values with {@code
 * dataintegrity=true}. Writer 0 stands for values that no client wrote while operations were
 * recorded.
 */
public final class ValueIdentity {
  /** No value: the record does not exist. Deletes have an identity of their own. */
  public static final long ABSENT = 0;

  /** The value of the load phase. */
  public static final long LOADED = 1;

  /** The value of a write of another run. */
  public static final long FOREIGN = 2;

  /** Bytes that no write of any run has. */
  public static final long UNWRITTEN = 3;

  /** Bytes that a write of another key has. */
  public static final long OTHER_KEY = 4;

  /** A value that was not examined. */
  public static final long UNEXAMINED = 5;

  /** The number of bits of an identity. */
  static final int BITS = 52;

  private static final int SEQUENCE_BITS = 34;
  private static final long SEQUENCE = (1L << SEQUENCE_BITS) - 1;

  private ValueIdentity() {}

  /**
   * Returns the identity of a write.
   *
   * @param writer from 1 on, less than 2^18
   * @param sequence from 1 on, less than 2^34
   */
  public static long of(int writer, long sequence) {
    return ((long) writer << SEQUENCE_BITS) | sequence;
  }

  /** Returns the writer of a value; 0 for the constants of this class. */
  public static int writer(long identity) {
    return (int) (identity >>> SEQUENCE_BITS);
  }

  /** Returns the number of the write among its writer's. */
  public static long sequence(long identity) {
    return identity & SEQUENCE;
  }

  /** Returns whether a value existed before operations were recorded. */
  public static boolean isInitial(long identity) {
    return identity == LOADED || identity == FOREIGN;
  }

  /** Returns the name of a value for people. */
  public static String text(long identity) {
    if (writer(identity) != 0) {
      return writer(identity) + "/" + sequence(identity);
    }
    return switch ((int) identity) {
      case (int) ABSENT -> "absent";
      case (int) LOADED -> "loaded";
      case (int) FOREIGN -> "of another run";
      case (int) UNWRITTEN -> "never written";
      case (int) OTHER_KEY -> "of another key";
      default -> "unknown";
    };
  }
}
