package io.kvbench.core.trace;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The codec of the operations of a block, in the order in which they were sent. Times are
 * differences from the previous operation, and keys are stored without the prefix shared with the
 * previous key. Encodes, or decodes, one block.
 */
final class EntryCodec {
  /** The limits that fit into the memory of one operation. */
  private static final int CONSISTENCY = 0b11;

  private static final int CONTENT_SHIFT = 2;
  private static final int CONTENT = 0b11;
  private static final int DESCENDING = 1 << 4;
  private static final int LIMITED = 1 << 5;
  private static final int SEVERAL = 1 << 6;
  private static final int UNUSED = 1 << 7;

  private byte[] keyBefore = {};
  private long startBefore;

  EntryCodec(long firstMicros) {
    startBefore = firstMicros;
  }

  void put(ByteArrayOutputStream out, TraceEntry entry) {
    TracedRequest request = entry.request();
    out.write(TraceCodes.code(TraceCodes.TYPES, request.type()));
    out.write(flags(request));
    Varints.put(out, entry.startMicros() - startBefore);
    startBefore = entry.startMicros();
    boolean open = entry.endMicros() == TraceEntry.UNANSWERED;
    Varints.put(out, open ? 0 : entry.endMicros() - entry.startMicros() + 1);
    Varints.put(
        out,
        entry.answer().map(answer -> TraceCodes.code(TraceCodes.ANSWERS, answer) + 1).orElse(0));
    Varints.put(out, entry.answerBytes() + 1L);
    if (request.limit() > 0) {
      Varints.put(out, request.limit());
    }
    if (request.parts().size() > 1) {
      Varints.put(out, request.parts().size());
    }
    for (TracedPart part : request.parts()) {
      if (request.type() == OperationType.TRANSACTION) {
        out.write(TraceCodes.code(TraceCodes.TYPES, part.type()));
      }
      putKey(out, part.key());
      Varints.put(out, part.valueBytes() + 1L);
    }
  }

  private static int flags(TracedRequest request) {
    return TraceCodes.code(TraceCodes.CONSISTENCIES, request.consistency())
        | TraceCodes.code(TraceCodes.CONTENTS, request.content()) << CONTENT_SHIFT
        | (request.descending() ? DESCENDING : 0)
        | (request.limit() > 0 ? LIMITED : 0)
        | (request.parts().size() > 1 ? SEVERAL : 0);
  }

  private void putKey(ByteArrayOutputStream out, Key key) {
    byte[] bytes = key.toByteArray();
    int mismatch = Arrays.mismatch(keyBefore, bytes);
    int shared = mismatch < 0 ? bytes.length : mismatch;
    Varints.put(out, shared);
    Varints.put(out, bytes.length - shared);
    out.write(bytes, shared, bytes.length - shared);
    keyBefore = bytes;
  }

  TraceEntry get(ByteBuffer in) throws IOException {
    OperationType type = TraceCodes.value(TraceCodes.TYPES, octet(in));
    int flags = octet(in);
    if ((flags & UNUSED) != 0) {
      throw new IOException(TraceCodes.UNKNOWN);
    }
    long start = startBefore + Varints.get(in);
    startBefore = start;
    long duration = Varints.get(in);
    int answer = Varints.size(in, TraceCodes.ANSWERS.size());
    int answerBytes = Varints.size(in, TracedPart.MOST_BYTES) - 1;
    int limit = (flags & LIMITED) == 0 ? 0 : Varints.size(in, Integer.MAX_VALUE);
    int count = (flags & SEVERAL) == 0 ? 1 : Varints.size(in, TracedRequest.MOST_PARTS);
    List<TracedPart> parts = new ArrayList<>(Math.min(count, in.remaining()));
    for (int part = 0; part < count; part++) {
      OperationType partType =
          type == OperationType.TRANSACTION ? TraceCodes.value(TraceCodes.TYPES, octet(in)) : type;
      Key key = getKey(in);
      parts.add(new TracedPart(partType, key, Varints.size(in, TracedPart.MOST_BYTES) - 1));
    }
    if (count == 0 || start < 0) {
      throw new IOException("an operation has no key or no time");
    }
    ReadConsistency consistency = TraceCodes.value(TraceCodes.CONSISTENCIES, flags & CONSISTENCY);
    RangeContent content =
        TraceCodes.value(TraceCodes.CONTENTS, (flags >> CONTENT_SHIFT) & CONTENT);
    Optional<Status> status =
        answer == 0
            ? Optional.empty()
            : Optional.of(TraceCodes.value(TraceCodes.ANSWERS, answer - 1L));
    return new TraceEntry(
        new TracedRequest(type, parts, limit, content, (flags & DESCENDING) != 0, consistency),
        start,
        duration == 0 ? TraceEntry.UNANSWERED : end(start, duration - 1),
        status,
        answerBytes);
  }

  private static long end(long start, long duration) throws IOException {
    if (duration > Long.MAX_VALUE - start) {
      throw new IOException("an operation takes too long");
    }
    return start + duration;
  }

  private static int octet(ByteBuffer in) throws IOException {
    if (!in.hasRemaining()) {
      throw new IOException("an operation is cut off");
    }
    return in.get() & 0xFF;
  }

  private Key getKey(ByteBuffer in) throws IOException {
    int shared = Varints.size(in, keyBefore.length);
    int more = Varints.size(in, in.remaining());
    byte[] bytes = Arrays.copyOf(keyBefore, shared + more);
    if (more > in.remaining()) {
      throw new IOException("a key is cut off");
    }
    in.get(bytes, shared, more);
    keyBefore = bytes;
    return Key.of(bytes);
  }
}
