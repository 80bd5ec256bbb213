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
 * they were sent, so one without an answer keeps the later ones in memory, up to a limit.
 * Thread-safe: each session has its own lock, so that others do not wait while a block of it is
 * compressed. It must not be acquired while holding the writer's lock.
 */
public final class SessionTrace {
  /** The number of operations in a block; a block takes about 20 bytes for each. */
  private static final int BLOCK = 4096;

  /** The max bytes of a block's operations: a larger block could not be read back. */
  static final int BLOCK_BYTES = 1 << 24;

  /** With more operations behind an unanswered one, that is written as unanswered. */
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
   * Records that an operation was sent; has no effect once the trace is finished.
   *
   * @param micros from the start of the recording; at least the time of the previous operation is
   *     recorded
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
   * Records how an operation ended; has no effect on one that has already ended or been written.
   *
   * @param answerBytes the size of the value that a read returned, or {@link TracedPart#NONE}
   */
  public void end(Ongoing ongoing, Status answer, int answerBytes, long micros) {
    end(ongoing, Optional.of(answer), answerBytes, micros);
  }

  /**
   * Records that an operation ended at an unknown time and with an unknown answer: it is taken to
   * end before the next one of its session.
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
   * @param all whether to write the unfinished ones, too
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
