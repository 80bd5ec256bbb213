package io.kvbench.bindings.etcd.operation;

/**
 * The revision in the header of an answer, read without parsing the rest. For a write it is the
 * revision of the records that it wrote.
 */
public final class HeaderRevision {
  private static final int HEADER = 0x0A;
  private static final int REVISION = 0x18;
  private static final int WIRE_TYPE = 0x07;
  private static final int MORE = 0x80;
  private static final int PAYLOAD = 0x7F;
  private static final int PAYLOAD_BITS = 7;

  private HeaderRevision() {}

  /** Returns the revision; 0 if the answer does not begin with a header that has one. */
  public static long of(byte[] answer) {
    if (answer.length < 2 || answer[0] != HEADER || answer[1] < 0) {
      return 0;
    }
    int end = Math.min(answer.length, 2 + answer[1]);
    int at = 2;
    while (at < end && (answer[at] & WIRE_TYPE) == 0) {
      boolean found = answer[at++] == REVISION;
      long value = 0;
      for (int shift = 0; at < end && shift < Long.SIZE; shift += PAYLOAD_BITS) {
        byte next = answer[at++];
        value |= (long) (next & PAYLOAD) << shift;
        if ((next & MORE) == 0) {
          break;
        }
      }
      if (found) {
        return value;
      }
    }
    return 0;
  }
}
