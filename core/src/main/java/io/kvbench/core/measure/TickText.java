package io.kvbench.core.measure;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Status;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The text form of ticks: the number of rows, for each its type, status, first tick, length and
 * ticks, and the row of stalls, in Base64. Types and statuses are written by name; numbers are in
 * groups of seven bits, the lowest first; a tick is its count and, unless that is 0, how long
 * before the tick's end the latest operation was sent.
 */
public final class TickText {
  /** Far more than the rows of any interval have: 16 MiB. */
  private static final int MOST_TICKS = 1 << 20;

  private static final int GROUP = 7;
  private static final int LOW = (1 << GROUP) - 1;

  /** Ticks up to here are counted in nanoseconds without an overflow, with room for a sum. */
  private static final long LAST_TICK = Long.MAX_VALUE / Ticks.NANOS / 4;

  private TickText() {}

  /** Returns a text that {@link #decode} reads back: compact bytes in Base64. */
  public static String encode(Ticks ticks) {
    Map<OperationType, Map<Status, Ticks.TickRange>> rows = ticks.rows();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      number(out, rows.values().stream().mapToInt(Map::size).sum());
      for (Map.Entry<OperationType, Map<Status, Ticks.TickRange>> type : rows.entrySet()) {
        for (Map.Entry<Status, Ticks.TickRange> status : type.getValue().entrySet()) {
          out.writeUTF(type.getKey().name());
          out.writeUTF(status.getKey().name());
          row(out, status.getValue());
        }
      }
      row(out, ticks.stalls());
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private static void row(DataOutputStream out, Ticks.TickRange row) throws IOException {
    number(out, row.first());
    number(out, row.counts().length);
    for (int index = 0; index < row.counts().length; index++) {
      number(out, row.counts()[index]);
      if (row.counts()[index] > 0) {
        long before = end(row.first(), index) - row.lastSent()[index];
        number(out, (before << 1) ^ (before >> (Long.SIZE - 1)));
      }
    }
  }

  private static long end(long first, int index) {
    return (first + index + 1) * Ticks.NANOS;
  }

  private static void number(DataOutputStream out, long number) throws IOException {
    long rest = number;
    while ((rest & ~LOW) != 0) {
      out.write(((int) rest & LOW) | (LOW + 1));
      rest >>>= GROUP;
    }
    out.write((int) rest);
  }

  /**
   * Parses the result of {@link #encode}.
   *
   * @throws IllegalArgumentException if the text is anything else, or has more ticks than an
   *     interval
   */
  public static Ticks decode(String encoded) {
    byte[] bytes = Base64.getDecoder().decode(encoded);
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      return new Reader(in).ticks();
    } catch (IOException e) {
      throw new IllegalArgumentException("counts in ticks that are cut off or damaged", e);
    }
  }

  /** A reader of untrusted text, which allocates no more than the text has. */
  private static final class Reader {
    private final DataInputStream in;
    private int left = MOST_TICKS;

    Reader(DataInputStream in) {
      this.in = in;
    }

    Ticks ticks() throws IOException {
      Map<OperationType, Map<Status, Ticks.TickRange>> rows = new EnumMap<>(OperationType.class);
      for (long count = within(Slots.PAIRS); count > 0; count--) {
        OperationType type = type(in.readUTF());
        Status status = Slots.status(in.readUTF());
        Ticks.TickRange before =
            rows.computeIfAbsent(type, absent -> new LinkedHashMap<>()).put(status, row());
        require(before == null, "a row comes twice");
      }
      Ticks.TickRange stalls = row();
      require(in.read() < 0, "more follows them");
      return Ticks.of(rows, stalls);
    }

    private Ticks.TickRange row() throws IOException {
      long first = within(LAST_TICK);
      int length = (int) within(left);
      require(length <= in.available(), "they are cut off");
      left -= length;
      long[] counts = new long[length];
      long[] lastSent = new long[length];
      for (int index = 0; index < length; index++) {
        counts[index] = within(Long.MAX_VALUE);
        if (counts[index] > 0) {
          long before = number();
          lastSent[index] = end(first, index) - ((before >>> 1) ^ -(before & 1));
        }
      }
      return length == 0 ? Ticks.TickRange.EMPTY : new Ticks.TickRange(first, counts, lastSent);
    }

    private long within(long most) throws IOException {
      long number = number();
      require(number >= 0 && number <= most, number + " is out of range");
      return number;
    }

    private long number() throws IOException {
      long number = 0;
      for (int shift = 0; shift < Long.SIZE; shift += GROUP) {
        int group = in.readUnsignedByte();
        number |= (long) (group & LOW) << shift;
        if (group <= LOW) {
          return number;
        }
      }
      throw new IOException("a number without an end");
    }

    private static OperationType type(String name) {
      for (OperationType type : OperationType.values()) {
        if (type.name().equals(name)) {
          return type;
        }
      }
      throw new IllegalArgumentException("no operation \"" + name + "\" is known here");
    }

    private static void require(boolean holds, String problem) {
      if (!holds) {
        throw new IllegalArgumentException("counts in ticks are damaged: " + problem);
      }
    }
  }
}
