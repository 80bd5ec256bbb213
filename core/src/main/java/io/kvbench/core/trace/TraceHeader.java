package io.kvbench.core.trace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * The header of a trace.
 *
 * @param source the system that was recorded, or the format that was converted
 * @param hashed whether keys are hashes of the recorded ones
 */
public record TraceHeader(String source, Instant startedAt, boolean hashed) {
  /** Increased by every incompatible change. */
  static final int VERSION = 1;

  private static final int MOST_NAME = 1000;

  ByteArrayOutputStream encode() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] name = source.getBytes(StandardCharsets.UTF_8);
    Varints.put(out, VERSION);
    Varints.put(out, name.length);
    out.writeBytes(name);
    Varints.put(out, Math.max(0, startedAt.toEpochMilli()));
    Varints.put(out, hashed ? 1 : 0);
    return out;
  }

  static TraceHeader decode(ByteBuffer in) throws IOException {
    long version = Varints.get(in);
    if (version != VERSION) {
      throw new IOException(
          "it is a trace of version %d, and this kvbench reads version %d"
              .formatted(version, VERSION));
    }
    byte[] name = Varints.bytes(in, MOST_NAME);
    Instant startedAt = Instant.ofEpochMilli(Varints.get(in));
    return new TraceHeader(
        new String(name, StandardCharsets.UTF_8), startedAt, Varints.get(in) != 0);
  }
}
