package io.kvbench.runner.run.hosts;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Settings;
import io.kvbench.host.clock.ClockOffset;
import io.kvbench.host.listen.BearerToken;
import io.kvbench.host.listen.HostAddress;
import io.kvbench.host.listen.RemoteHost;
import io.kvbench.host.samples.SampleServer;
import io.kvbench.runner.cluster.RemoteSampling;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;

/** Asks the sidecars of other hosts, over HTTP. For several threads. */
final class SidecarClient implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int LONGEST_CLOCK = 40;
  private static final int OK = 200;

  private final HttpClient http;
  private final Optional<BearerToken> token;
  private final Predicate<RemoteHost> secure;
  private final NanoClock clock;

  private SidecarClient(
      HttpClient http, Optional<BearerToken> token, Predicate<RemoteHost> secure, NanoClock clock) {
    this.http = http;
    this.token = token;
    this.secure = secure;
    this.clock = clock;
  }

  /**
   * Makes one of the settings of hosts.
   *
   * @throws IOException with words for the user, if a file of theirs cannot be read
   */
  static SidecarClient of(Settings settings, NanoClock clock) throws IOException {
    return new SidecarClient(
        http(RemoteSettings.trust(settings)),
        RemoteSettings.token(settings),
        host -> RemoteSettings.tls(settings, host),
        clock);
  }

  /** Makes one for a host that certificates give access to. */
  static SidecarClient of(RemoteSampling sampling, NanoClock clock) {
    return new SidecarClient(
        http(sampling.tls()), Optional.empty(), host -> sampling.tls().isPresent(), clock);
  }

  private static HttpClient http(Optional<SSLContext> tls) {
    HttpClient.Builder http =
        HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .followRedirects(Redirect.NEVER)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(PATIENCE);
    tls.ifPresent(http::sslContext);
    return http.build();
  }

  /**
   * Begins to read samples.
   *
   * @throws IOException if there is no sidecar that answers, whose causes {@link SidecarErrors}
   *     puts into words
   */
  SampleStream open(RemoteHost host) throws IOException, InterruptedException {
    ClockOffset offset = offset(host);
    return SampleStream.of(get(host, SampleServer.SAMPLES), offset, clock);
  }

  /** Measures how far its clock is ahead of ours. */
  ClockOffset offset(RemoteHost host) throws IOException, InterruptedException {
    return ClockOffset.measure(() -> clock(host), clock);
  }

  private long clock(RemoteHost host) throws IOException, InterruptedException {
    try (InputStream body = get(host, SampleServer.CLOCK)) {
      String text = new String(body.readNBytes(LONGEST_CLOCK), StandardCharsets.US_ASCII);
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw new IOException(SidecarErrors.NO_SIDECAR, e);
    }
  }

  private InputStream get(RemoteHost host, String path) throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri(host, path)).timeout(PATIENCE);
    token.ifPresent(known -> request.setHeader("Authorization", known.authorization()));
    HttpResponse<InputStream> response = http.send(request.build(), BodyHandlers.ofInputStream());
    if (response.statusCode() != OK) {
      response.body().close();
      throw new IOException(SidecarErrors.refusal(response.statusCode(), token.isPresent()));
    }
    return response.body();
  }

  private URI uri(RemoteHost host, String path) throws IOException {
    try {
      HostAddress address = host.address();
      String scheme = secure.test(host) ? "https" : "http";
      return new URI(scheme, null, address.host(), address.port(), path, null, null);
    } catch (URISyntaxException e) {
      throw new IOException("that is not a host name", e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
