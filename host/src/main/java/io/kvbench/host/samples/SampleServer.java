package io.kvbench.host.samples;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.host.listen.HttpListener;
import io.kvbench.host.listen.Listening;
import io.kvbench.results.directory.HostSampleLines;
import io.kvbench.results.host.HostSample;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * An HTTP server of sample lines for readers with the token or a certificate; other requests are
 * forwarded to a handler. The buffers kept for readers are bounded.
 */
public final class SampleServer implements AutoCloseable {
  private final HttpListener listener;
  private final Readers readers;

  private SampleServer(HttpListener listener, Readers readers) {
    this.listener = listener;
    this.readers = readers;
  }

  /** Begins to listen for readers of samples only, whose header never changes. */
  public static SampleServer open(Listening listening, String header, NanoClock clock)
      throws IOException {
    return open(listening, () -> header, PostHandler.NONE, clock);
  }

  /**
   * Begins to listen.
   *
   * @param header makes the line that comes before all samples, without its end
   * @param requests answers all other requests
   * @param clock the clock whose wall time is sent to readers
   * @throws IOException if the address cannot be had
   */
  public static SampleServer open(
      Listening listening, Supplier<String> header, PostHandler requests, NanoClock clock)
      throws IOException {
    Readers readers = new Readers();
    HttpListener listener =
        HttpListener.open(
            listening,
            new SampleHandler(listening, header, readers, requests, clock)::handle,
            Executors.newCachedThreadPool(
                Thread.ofPlatform().daemon().name("reader-", 0).factory()));
    return new SampleServer(listener, readers);
  }

  /** Returns where it listens, as in {@code https://127.0.0.1:9560}. */
  public String address() {
    return listener.address();
  }

  /** Hands a line to all readers, without its end; never waits for any. */
  public void publish(String line) {
    readers.publish(SampleHandler.line(line));
  }

  /** Hands a sample to all readers; returns whether to go on, which is while the server is open. */
  public boolean publish(HostSample sample) {
    publish(HostSampleLines.line(sample));
    return awaitReader();
  }

  /** Waits for a reader; returns false once it is closed. */
  public boolean awaitReader() {
    return readers.await();
  }

  public int readers() {
    return readers.count();
  }

  /** Lets readers have their last lines, within a second, and ends. From any thread. */
  @Override
  public void close() {
    readers.close();
    listener.close();
  }
}
