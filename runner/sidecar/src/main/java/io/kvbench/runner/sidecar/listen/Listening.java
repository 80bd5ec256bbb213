package io.kvbench.runner.sidecar.listen;

import io.kvbench.core.host.BearerToken;
import io.kvbench.core.host.SidecarAddress;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Where to listen and for whom.
 *
 * @param token what readers have to show; may be empty on loopback only
 * @param tls the server's certificate; without it, lines and token travel readable
 */
public record Listening(
    SidecarAddress address, Optional<BearerToken> token, Optional<SSLContext> tls) {

  public Listening {
    if (token.isEmpty() && !address.isLoopback()) {
      throw new IllegalArgumentException("listening off loopback needs a token");
    }
  }
}
