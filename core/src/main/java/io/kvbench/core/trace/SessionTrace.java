package io.kvbench.core.trace;

import io.kvbench.core.operation.Status;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The operations of one session while they are recorded. They are written in the order in which
 * they were sent, so one without an answer keeps those after it in memory, up to a limit. For any
 * thread: each session has a lock of its own, so that no other waits while a block of it is
 * compressed. Whoever has that of the writer must not ask for it.
 */
public final class SessionTrace {
  /** So many operations are one block; a block takes about 20 bytes for each. */
  private static final int BLOCK = 4096;

  /** So are operations with so many bytes, since what is too large cannot be read back. */
  static final int BLOCK_BYTES = 1 << 24;

  /** When so many wait for the answer to the first of them, it is written as unanswered. */
  private static final int MOST_WAITING = 1 << 16;

  private static final long MOST_WAITING_BYTES = 1 << 26;

  /** An operation in flight. */
  public static final class Ongoing {
    private final TracedRequest request;
    private final long startMicros;
    private final long bytes;
    private @Nullable TraceEntry entry;

    Ongoing(TracedRequest request, long startMicros) {
      this.request = request;
      this.startMicros = startMicros;
      bytes = request.bytes();
    }

    private TraceEntry ended() {
      TraceEntry known = entry;
      return known == null ? unanswered() : known;
    }

    private TraceEntry unanswered() {
      return new TraceEntry(
          request, startMicros, TraceEntry.UNANSWERED, Optional.empty(), TracedPart.NONE);
    }
  }

  private final TraceWriter writer;
  private final int number;
  private final Deque<Ongoing> entries = new ArrayDeque<>();
  private long lastMicros;
  private int inFlight;
  private int peak;
  private int ended;
  private long waitingBytes;

  SessionTrace(TraceWriter writer, int number) {
    this.writer = writer;
    this.number = number;
  }

  /**
   * Records that an operation was sent; of no effect once the trace is finished.
   *
   * @param micros from the start of the recording; before that of the operation before, that counts
   */
  public synchronized Ongoing begin(TracedRequest request, long micros) {
    lastMicros = Math.max(lastMicros, micros);
    Ongoing ongoing = new Ongoing(writer.keyed(request), lastMicros);
    if (!writer.began()) {
      ongoing.entry = ongoing.unanswered();
      return ongoing;
    }
    entries.add(ongoing);
    waitingBytes += ongoing.bytes;
    peak = Math.max(peak, ++inFlight);
    if (entries.size() > MOST_WAITING || waitingBytes > MOST_WAITING_BYTES) {
      flush(true);
    }
    return ongoing;
  }

  /**
   * Records how an operation ended; of no effect on one that has ended or was written before.
   *
   * @param answerBytes the size of the value that a read returned, or {@link TracedPart#NONE}
   */
  public void end(Ongoing ongoing, Status answer, int answerBytes, long micros) {
    end(ongoing, Optional.of(answer), answerBytes, micros);
  }

  /**
   * Records that an operation ended, when and how is unknown: it is taken to end before the next
   * one of its session.
   */
  public void endUnknown(Ongoing ongoing) {
    end(ongoing, Optional.empty(), TracedPart.NONE, ongoing.startMicros);
  }

  private synchronized void end(
      Ongoing ongoing, Optional<Status> answer, int answerBytes, long micros) {
    if (ongoing.entry != null) {
      return;
    }
    TraceEntry entry =
        new TraceEntry(
            ongoing.request,
            ongoing.startMicros,
            Math.max(ongoing.startMicros, micros),
            answer,
            answerBytes);
    ongoing.entry = entry;
    inFlight--;
    ended++;
    writer.ended(entry);
    if (ended >= BLOCK && entries.getFirst().entry != null) {
      flush(false);
    }
  }

  /**
   * Writes the operations that are known to have ended, up to the first that has not.
   *
   * @param all whether to write that one, too, and all after it
   */
  synchronized void flush(boolean all) {
    List<TraceEntry> block = new ArrayList<>();
    long bytes = 0;
    while (!entries.isEmpty() && (all || entries.getFirst().entry != null)) {
      Ongoing first = entries.removeFirst();
      if (first.entry == null) {
        inFlight--;
      }
      block.add(first.ended());
      first.entry = block.getLast();
      bytes += first.bytes;
      waitingBytes -= first.bytes;
      if (block.size() == BLOCK || bytes >= BLOCK_BYTES) {
        write(block);
        bytes = 0;
      }
    }
    write(block);
    ended = (int) entries.stream().filter(each -> each.entry != null).count();
  }

  private void write(List<TraceEntry> block) {
    if (!block.isEmpty()) {
      writer.write(number, peak, block);
      block.clear();
      peak = inFlight;
    }
  }
}
