package io.kvbench.host.listen;

import java.net.UnknownHostException;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The address of a listener and the credentials that it requires of clients.
 *
 * @param token of the clients; may be empty on loopback only, or with certificates
 * @param tls the listener's certificate; without it, answers and token travel unencrypted
 * @param certificates whether clients must show a controller's certificate that {@code tls} trusts
 */
public record Listening(
    HostAddress address,
    Optional<BearerToken> token,
    Optional<SSLContext> tls,
    boolean certificates) {

  public Listening {
    if (certificates && tls.isEmpty()) {
      throw new IllegalArgumentException("certificates need TLS");
    }
    if (token.isEmpty() && !certificates && !isOnLoopback(address)) {
      throw new IllegalArgumentException("listening off loopback needs a token");
    }
  }

  private static boolean isOnLoopback(HostAddress address) {
    try {
      return address.resolvesToLoopback();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Returns whether clients must show a token or a certificate. */
  boolean isRestricted() {
    return token.isPresent() || certificates;
  }

  /** Listens for readers with a token, if there is one. */
  public Listening(HostAddress address, Optional<BearerToken> token, Optional<SSLContext> tls) {
    this(address, token, tls, false);
  }

  /** Listens for controllers with client certificates. */
  public static Listening withCertificates(HostAddress address, SSLContext tls) {
    return new Listening(address, Optional.empty(), Optional.of(tls), true);
  }
}
