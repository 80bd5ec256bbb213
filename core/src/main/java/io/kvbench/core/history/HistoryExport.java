package io.kvbench.core.history;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a history as text for other checkers. Times are nanoseconds since the start of
 * the recording, values are {@link ValueIdentity identities}. All operations are kept in memory.
 * For one thread.
 */
public final class HistoryExport {
  /** A part of an operation that reads or writes one record. */
  private record Part(boolean writes, long key, long identity, long version) {
    boolean isAbsent() {
      return identity == ValueIdentity.ABSENT;
    }
  }

  /** An operation with its parts. */
  private record Exported(
      int client,
      int phase,
      HistoryKind kind,
      HistoryStatus status,
      String consistency,
      long begin,
      long end,
      List<Part> parts) {

    boolean isUnknown() {
      return status == HistoryStatus.UNKNOWN;
    }

    boolean isOfOneMoment() {
      return kind != HistoryKind.SCAN
          && kind != HistoryKind.SNAPSHOT_READ
          && kind != HistoryKind.SNAPSHOT_PART;
    }

    /** Returns whether it took effect, or read something. */
    boolean isDone() {
      return status == HistoryStatus.OK || (status == HistoryStatus.ABSENT && kind.reads());
    }
  }

  /** A begin or an end of an operation. */
  private record Event(Exported operation, boolean ends, long process) {
    long nanos() {
      return ends ? operation.end : operation.begin;
    }
  }

  /** The most operations, in some hundred bytes each. */
  static final int MOST = 1_000_000;

  private final List<Exported> operations = new ArrayList<>();

  /**
   * Reads a history.
   *
   * @throws IOException if it cannot be read or has more than a million operations
   */
  public HistoryExport(HistorySource source) throws IOException {
    source.forEach(this::add);
  }

  private void add(HistoryBlock block) throws IOException {
    if (operations.size() > MOST) {
      throw new IOException(
          "more than %,d operations; export those on one record with --key".formatted(MOST));
    }
    for (int index = 0; index < block.count(); index++) {
      HistoryKind kind = block.kind(index);
      if (kind == null) {
        continue;
      }
      if (!continuesLast(block, index, kind)) {
        operations.add(
            new Exported(
                block.client(),
                block.phase(),
                kind,
                block.status(index),
                block.consistency(index).name(),
                block.begin(index),
                block.end(index),
                new ArrayList<>()));
      }
      if (!kind.hasOnlyParts()) {
        add(block, index, kind, operations.getLast().parts);
      }
    }
  }

  /**
   * Returns whether a record is a part of the last operation: of one record, parts have no head.
   */
  private boolean continuesLast(HistoryBlock block, int index, HistoryKind kind) {
    if (!kind.isPart() || operations.isEmpty()) {
      return false;
    }
    Exported last = operations.getLast();
    return last.client == block.client()
        && last.begin == block.begin(index)
        && last.end == block.end(index);
  }

  private static void add(HistoryBlock block, int index, HistoryKind kind, List<Part> parts) {
    long identity = block.identity(index);
    if (identity == ValueIdentity.UNEXAMINED) {
      return; // It says nothing.
    }
    Part part = new Part(kind.writes(), block.key(index), identity, block.version(index));
    if (kind != HistoryKind.EXPECTED) {
      parts.add(part);
    } else {
      // The state before the write that it belongs to, if it belongs to one.
      boolean follows = !parts.isEmpty() && parts.getLast().key == part.key;
      parts.add(follows ? parts.size() - 1 : parts.size(), part);
    }
  }

  /**
   * Writes one JSON object per operation and line, in no particular order: what <a
   * href="https://github.com/anishathalye/porcupine">Porcupine</a> needs of an operation.
   */
  public void writeJson(Appendable out) throws IOException {
    for (Exported each : operations) {
      out.append(
          "{\"client\":%d,\"phase\":%d,\"operation\":\"%s\",\"consistency\":\"%s\",\"status\":\"%s\",\"call\":%d,"
              .formatted(
                  each.client,
                  each.phase,
                  each.kind.name(),
                  each.consistency,
                  each.status.name(),
                  each.begin));
      out.append(each.isUnknown() ? "" : "\"return\":%d,".formatted(each.end));
      out.append("\"parts\":[");
      String comma = "";
      for (Part part : each.parts) {
        out.append(comma)
            .append(
                "{\"f\":\"%s\",\"key\":%d,\"value\":%s,\"version\":%d}"
                    .formatted(
                        part.writes ? "w" : "r",
                        part.key,
                        part.isAbsent() ? "null" : part.identity,
                        part.version));
        comma = ",";
      }
      out.append("]}\n");
    }
  }

  /**
   * Writes the history as Jepsen does, for Elle: an EDN map per event and line, in the order of
   * their times, with transactions of reads and writes of registers. Scans and reads of a snapshot
   * are left out, since they are not of the moment of their answer.
   */
  public void writeEdn(Appendable out) throws IOException {
    int index = 0;
    for (Event event : events()) {
      Exported operation = event.operation;
      String type = event.ends ? outcome(operation) : "invoke";
      out.append(
          "{:index %d, :type :%s, :process %d, :f :txn, :time %d, :consistency :%s, :value ["
              .formatted(
                  index++,
                  type,
                  event.process,
                  event.nanos(),
                  operation.consistency.toLowerCase(Locale.ROOT)));
      String space = "";
      for (Part part : operation.parts) {
        boolean isKnown = part.writes || (event.ends && operation.isDone());
        out.append(space)
            .append(
                "[:%s %d %s]"
                    .formatted(
                        part.writes ? "w" : "r",
                        part.key,
                        isKnown && !part.isAbsent() ? part.identity : "nil"));
        space = " ";
      }
      out.append("]}\n");
    }
  }

  private static String outcome(Exported operation) {
    if (operation.isDone()) {
      return "ok";
    }
    return operation.isUnknown() ? "info" : "fail";
  }

  /**
   * Returns the events by time. A process is at an end with an unknown outcome, as in Jepsen; the
   * client goes on as another process.
   */
  private List<Event> events() {
    int clients = operations.stream().mapToInt(Exported::client).max().orElse(0) + 1;
    Map<Integer, Long> processes = new HashMap<>();
    List<Event> events = new ArrayList<>(2 * operations.size());
    List<Exported> sorted =
        new ArrayList<>(operations.stream().filter(Exported::isOfOneMoment).toList());
    sorted.sort(Comparator.comparingLong(Exported::begin));
    for (Exported each : sorted) {
      long process = processes.computeIfAbsent(each.client, Integer::longValue);
      events.add(new Event(each, false, process));
      events.add(new Event(each, true, process));
      if (each.isUnknown()) {
        processes.put(each.client, process + clients);
      }
    }
    // Stable: of a client's events at one time, the end of an operation precedes the next begin.
    events.sort(Comparator.comparingLong(Event::nanos));
    return events;
  }

  /** A format of exported histories. */
  public enum Format {
    /** See {@link HistoryExport#writeJson}. */
    JSONL,
    /** See {@link HistoryExport#writeEdn}. */
    EDN;

    /** Returns the format that the end of a file's name asks for; null if it is none. */
    public static @Nullable Format of(String fileName) {
      for (Format each : values()) {
        if (fileName.endsWith("." + each.name().toLowerCase(Locale.ROOT))) {
          return each;
        }
      }
      return null;
    }
  }

  /** Writes the history in a format. */
  public void write(Format format, Appendable out) throws IOException {
    switch (format) {
      case JSONL -> writeJson(out);
      case EDN -> writeEdn(out);
    }
  }
}
