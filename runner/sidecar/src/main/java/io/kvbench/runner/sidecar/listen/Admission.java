package io.kvbench.runner.sidecar.listen;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import io.kvbench.core.certificate.CertificateUse;
import io.kvbench.results.host.BearerToken;
import io.kvbench.results.host.SidecarAddress;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Decides who may ask for anything: those with the token, or with a controller's certificate. */
public final class Admission {
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  private final Optional<BearerToken> token;
  private final boolean certificates;

  /** Admits whom the listener is for. */
  public Admission(Listening listening) {
    token = listening.token();
    certificates = listening.certificates();
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

  /** The same for what is no secret, to which the token does not matter. */
  public OptionalInt refusalWithoutToken(HttpExchange exchange) {
    boolean admitted = isMeant(exchange) && (!certificates || isController(exchange));
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
    return token.isEmpty() || token.get().isShownBy(shown);
  }

  /**
   * Without token and certificates there is loopback only, and a browser's pages must not reach it
   * by a name of theirs that leads here.
   */
  private boolean isMeant(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    return token.isPresent() || certificates || host == null || isLoopback(host);
  }

  private static boolean isLoopback(String host) {
    try {
      return SidecarAddress.parse(host.toLowerCase(Locale.ROOT)).isLoopback();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
