package io.kvbench.core.trace;

import io.kvbench.core.operation.Status;
import java.util.Optional;

/**
 * A recorded request, with its time and its answer.
 *
 * @param startMicros microseconds from the start of the recording
 * @param endMicros when the answer arrived; {@link #UNANSWERED} if none did during the recording
 * @param answer empty if there was none
 * @param answerBytes the size of the value that a read returned; {@link TracedPart#NONE} if unknown
 */
public record TraceEntry(
    TracedRequest request,
    long startMicros,
    long endMicros,
    Optional<Status> answer,
    int answerBytes) {
  public static final long UNANSWERED = Long.MAX_VALUE;

  public TraceEntry {
    if (startMicros < 0 || endMicros < startMicros) {
      throw new IllegalArgumentException("from %d to %d".formatted(startMicros, endMicros));
    }
    TracedPart.checkSize(answerBytes);
  }
}
