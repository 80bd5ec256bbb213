package io.kvbench.host.samples;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;

/** Messages for the user about failed connections to sidecars. */
public final class SidecarErrors {
  static final String NO_SIDECAR = "the server there is not a kvbench sidecar";

  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int UNAVAILABLE = 503;

  private SidecarErrors() {}

  /** Returns the meaning of a status other than OK. */
  static String refusal(int status, boolean withToken) {
    return switch (status) {
      case UNAUTHORIZED ->
          withToken
              ? "it rejects the token; hosts.token.file must have the same token as its"
                  + " --token-file"
              : "it requires a token; set hosts.token.file to a file with the token of its"
                  + " --token-file";
      case FORBIDDEN ->
          "it accepts loopback names only; use 127.0.0.1 or localhost after = in hosts";
      case UNAVAILABLE -> "it has reached its limit of readers; stop some of them";
      default -> NO_SIDECAR + " (HTTP status " + status + ")";
    };
  }

  /** Returns why a connection failed or was lost. */
  public static String words(IOException failure) {
    Throwable innermost = innermost(failure);
    if (innermost instanceof UnresolvedAddressException) {
      return "unknown host";
    }
    if (failure instanceof HttpTimeoutException) {
      return "it does not answer; check that either both sides use TLS or neither does (hosts.tls)";
    }
    if (failure instanceof ConnectException) {
      return "connection refused; start 'kvbench sidecar --listen' on that host";
    }
    if (failure instanceof SSLException && isOtherName(innermost)) {
      return "its certificate does not match that name ("
          + innermost.getMessage()
          + "); use a name or an address from the certificate after = in hosts";
    }
    if (failure instanceof SSLException) {
      return "TLS failed: "
          + innermost.getMessage()
          + "; set hosts.cacert to the CA certificates to trust, or hosts.tls=false for a"
          + " sidecar without TLS";
    }
    // Java has no exception class for an answer that is not HTTP, such as a TLS alert.
    String message = String.valueOf(failure.getMessage());
    if (message.contains("HTTP/1.1 ")) {
      return "it does not answer in HTTP; a sidecar with a certificate requires hosts.tls=true";
    }
    return innermost instanceof EOFException ? "the connection was closed" : message;
  }

  /** Java has no exception class for a certificate that is valid for other names only. */
  private static boolean isOtherName(Throwable innermost) {
    String message = String.valueOf(innermost.getMessage());
    return innermost instanceof CertificateException
        && (message.contains("subject alternative") || message.contains(" matching "));
  }

  private static Throwable innermost(Throwable failure) {
    Throwable innermost = failure;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    return innermost;
  }
}
