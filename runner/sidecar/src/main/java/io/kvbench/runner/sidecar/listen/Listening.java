package io.kvbench.runner.sidecar.listen;

import io.kvbench.results.host.BearerToken;
import io.kvbench.results.host.SidecarAddress;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Where to listen and for whom.
 *
 * @param token what readers have to show; may be empty on loopback only, or with certificates
 * @param tls the server's certificate; without it, lines and token travel readable
 * @param certificates whether readers have to show a controller's certificate that {@code tls}
 *     trusts
 */
public record Listening(
    SidecarAddress address,
    Optional<BearerToken> token,
    Optional<SSLContext> tls,
    boolean certificates) {

  public Listening {
    if (certificates && tls.isEmpty()) {
      throw new IllegalArgumentException("certificates need TLS");
    }
    if (token.isEmpty() && !certificates && !address.isLoopback()) {
      throw new IllegalArgumentException("listening off loopback needs a token");
    }
  }

  /** Listens for readers with a token, if there is one. */
  public Listening(SidecarAddress address, Optional<BearerToken> token, Optional<SSLContext> tls) {
    this(address, token, tls, false);
  }

  /** Listens for controllers with a certificate of their own. */
  public static Listening withCertificates(SidecarAddress address, SSLContext tls) {
    return new Listening(address, Optional.empty(), Optional.of(tls), true);
  }
}
