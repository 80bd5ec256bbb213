package io.kvbench.host.samples;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.host.clock.ClockOffset;
import io.kvbench.host.listen.BearerToken;
import io.kvbench.host.listen.HostClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** A reader of the samples and the clock of another host. For several threads. */
public final class SidecarClient implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int LONGEST_CLOCK = 40;
  private static final int OK = 200;

  private final HostClient http;
  private final Optional<BearerToken> token;
  private final NanoClock clock;

  /** Reads through a client, which is closed with this one. */
  public SidecarClient(HostClient http, Optional<BearerToken> token, NanoClock clock) {
    this.http = http;
    this.token = token;
    this.clock = clock;
  }

  /**
   * Begins to read samples.
   *
   * @throws IOException if no sidecar answers; {@link SidecarErrors} has the words for its causes
   */
  public SampleStream open() throws IOException, InterruptedException {
    ClockOffset offset = offset();
    return SampleStream.of(get(SampleHandler.SAMPLES), offset, clock);
  }

  /** Measures how far the host's clock is ahead of this one's. */
  public ClockOffset offset() throws IOException, InterruptedException {
    return ClockOffset.measure(this::readClock, clock);
  }

  private long readClock() throws IOException, InterruptedException {
    try (InputStream body = get(SampleHandler.CLOCK)) {
      String text = new String(body.readNBytes(LONGEST_CLOCK), StandardCharsets.US_ASCII);
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw new IOException(SidecarErrors.NO_SIDECAR, e);
    }
  }

  private InputStream get(String path) throws IOException, InterruptedException {
    HttpRequest.Builder request = http.request(path).timeout(PATIENCE);
    token.ifPresent(known -> request.setHeader("Authorization", known.authorization()));
    HttpResponse<InputStream> response = http.send(request.build(), BodyHandlers.ofInputStream());
    if (response.statusCode() != OK) {
      response.body().close();
      throw new IOException(SidecarErrors.refusal(response.statusCode(), token.isPresent()));
    }
    return response.body();
  }

  @Override
  public void close() {
    http.close();
  }
}
