package io.kvbench.host.listen;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * An HTTP client of the listener on one host, without redirects and proxies. For several threads.
 */
public final class HostClient implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(5);

  private final RemoteHost host;
  private final boolean secure;
  private final HttpClient http;

  /**
   * Creates a client, which does not connect yet.
   *
   * @param secure whether to use TLS
   * @param tls what trusts the listener, and shows a certificate if it wants one; if empty, Java's
   */
  public HostClient(RemoteHost host, boolean secure, Optional<SSLContext> tls) {
    this.host = host;
    this.secure = secure;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .followRedirects(Redirect.NEVER)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(CONNECT);
    tls.ifPresent(builder::sslContext);
    http = builder.build();
  }

  public RemoteHost host() {
    return host;
  }

  /**
   * Returns a request to be completed.
   *
   * @throws IOException with words for the user, if the host has no valid name
   */
  public HttpRequest.Builder request(String path) throws IOException {
    HostAddress address = host.address();
    try {
      String scheme = secure ? "https" : "http";
      return HttpRequest.newBuilder(
          new URI(scheme, null, address.host(), address.port(), path, null, null));
    } catch (URISyntaxException e) {
      // Without the cause, whose message is about a URI.
      throw new IOException("that is not a host name");
    }
  }

  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> body)
      throws IOException, InterruptedException {
    return http.send(request, body);
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
