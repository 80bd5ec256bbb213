package io.kvbench.host.samples;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.host.clock.ClockOffset;
import io.kvbench.results.directory.HostSampleLines;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.SamplingHeader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** A connection to a sidecar. Read by one thread; closed by any. */
public final class SampleStream implements AutoCloseable {
  private static final long PATIENCE_NANOS = Duration.ofSeconds(10).toNanos();
  private static final int PERIODS = 5;

  private final InputStream in;
  private final NanoClock clock;
  private final HostSampleLines lines;
  private final SamplingHeader header;
  private final ClockOffset offset;
  private final long mostSilentNanos;
  private volatile long heardNanos;

  private SampleStream(
      InputStream in,
      NanoClock clock,
      HostSampleLines lines,
      SamplingHeader header,
      ClockOffset offset) {
    this.in = in;
    this.clock = clock;
    this.lines = lines;
    this.header = header;
    this.offset = offset;
    mostSilentNanos = PATIENCE_NANOS + PERIODS * Duration.ofMillis(header.everyMillis()).toNanos();
    heardNanos = clock.nanos();
  }

  /** Reads the header. */
  static SampleStream of(InputStream in, ClockOffset offset, NanoClock clock) throws IOException {
    HostSampleLines lines =
        HostSampleLines.of(new InputStreamReader(new ShortLines(in), StandardCharsets.UTF_8));
    try {
      return new SampleStream(in, clock, lines, lines.header(), offset);
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  public SamplingHeader header() {
    return header;
  }

  /** Returns how far its host's clock was ahead of ours when the connection was made. */
  public ClockOffset offset() {
    return offset;
  }

  /** Waits for the next sample; empty where the sidecar ended the stream. */
  public Optional<HostSample> next() throws IOException {
    Optional<HostSample> sample = lines.next();
    heardNanos = clock.nanos();
    return sample;
  }

  /** Closes a connection on which nothing comes any more: a host that is gone says nothing. */
  public void closeIfSilent() {
    if (clock.nanos() - heardNanos > mostSilentNanos) {
      close();
    }
  }

  /** Ends the connection, and with it the wait for a sample. */
  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      // The connection is no longer needed, and has no data to keep.
    }
  }

  /** A stream of lines that ends with an error at one without end, before it fills the memory. */
  private static final class ShortLines extends FilterInputStream {
    private static final int LONGEST = 4 << 20;

    private int length;

    ShortLines(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int next = super.read();
      length = next == '\n' ? 0 : length + 1;
      return checked(next);
    }

    @Override
    public int read(byte[] bytes, int offset, int most) throws IOException {
      int count = super.read(bytes, offset, most);
      for (int i = 0; i < count; i++) {
        length = bytes[offset + i] == '\n' ? 0 : length + 1;
      }
      return checked(count);
    }

    private int checked(int result) throws IOException {
      if (length > LONGEST) {
        throw new IOException(SidecarErrors.NO_SIDECAR);
      }
      return result;
    }
  }
}
