package io.kvbench.host.listen;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import io.kvbench.core.certificate.CertificateUse;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import javax.net.ssl.SSLPeerUnverifiedException;

/** The check that a request has the listener's token, or comes with a controller's certificate. */
public final class Admission {
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  private final Listening listening;

  /** Admits the clients of a listener. */
  public Admission(Listening listening) {
    this.listening = listening;
  }

  /**
   * Returns the status with which to refuse a request, and prepares the header that belongs to it;
   * empty for a request that is admitted.
   */
  public OptionalInt refusal(HttpExchange exchange) {
    if (!isAuthorized(exchange)) {
      exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
      return OptionalInt.of(UNAUTHORIZED);
    }
    return refusalWithoutToken(exchange);
  }

  /** Returns the same for what is public, which needs no token. */
  public OptionalInt refusalWithoutToken(HttpExchange exchange) {
    boolean admitted = isMeant(exchange) && (!listening.certificates() || isController(exchange));
    return admitted ? OptionalInt.empty() : OptionalInt.of(FORBIDDEN);
  }

  /** Returns who asks: the subject of the certificate, if there is one, and the address. */
  public static String sender(HttpExchange exchange) {
    String address = exchange.getRemoteAddress().getAddress().getHostAddress();
    return certificate(exchange)
        .map(shown -> shown.getSubjectX500Principal().getName() + " at " + address)
        .orElse(address);
  }

  /** TLS has checked who issued it and when; what it is for is checked here too. */
  private static boolean isController(HttpExchange exchange) {
    return certificate(exchange).filter(CertificateUse.CONTROLLER::isOf).isPresent();
  }

  private static Optional<X509Certificate> certificate(HttpExchange exchange) {
    try {
      return exchange instanceof HttpsExchange secure
              && secure.getSSLSession().getPeerCertificates()[0] instanceof X509Certificate shown
          ? Optional.of(shown)
          : Optional.empty();
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty();
    }
  }

  private boolean isAuthorized(HttpExchange exchange) {
    String shown = exchange.getRequestHeaders().getFirst("Authorization");
    return listening.token().map(token -> token.isShownBy(shown)).orElse(true);
  }

  /**
   * Without token and certificates only loopback is served, and a browser's pages must not reach it
   * by a host name of their own that resolves to it.
   */
  private boolean isMeant(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    return listening.isRestricted() || host == null || isOwn(host);
  }

  private boolean isOwn(String host) {
    try {
      HostAddress named = HostAddress.parse(host.toLowerCase(Locale.ROOT));
      return named.isLoopback() || named.host().equalsIgnoreCase(listening.address().host());
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
