package io.kvbench.runner.run.hosts;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;

/** What keeps a sidecar from answering, in words for the user. */
final class SidecarErrors {
  static final String NO_SIDECAR = "what answers there is no sidecar of kvbench";

  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int UNAVAILABLE = 503;

  private SidecarErrors() {}

  /** Returns what an answer other than the one that was asked for means. */
  static String refusal(int status, boolean withToken) {
    return switch (status) {
      case UNAUTHORIZED ->
          withToken
              ? "it refuses the token; hosts.token.file needs the line that its --token-file has"
              : "it wants a token; set hosts.token.file to a file with that of its --token-file";
      case FORBIDDEN ->
          "it answers to names of loopback only; write 127.0.0.1 or localhost in hosts, after =";
      case UNAVAILABLE -> "it has as many readers as it takes; end some of them";
      default -> NO_SIDECAR + " (HTTP status " + status + ")";
    };
  }

  /** Returns why a connection failed or was lost. */
  static String words(IOException failure) {
    Throwable innermost = innermost(failure);
    if (innermost instanceof UnresolvedAddressException) {
      return "unknown host";
    }
    if (failure instanceof HttpTimeoutException) {
      return "it does not answer; it cannot where only one side speaks TLS (hosts.tls)";
    }
    if (failure instanceof ConnectException) {
      return "connection refused; start 'kvbench sidecar --listen' on that host";
    }
    if (failure instanceof SSLException && isOtherName(innermost)) {
      return "its certificate is not of that name ("
          + innermost.getMessage()
          + "); write in hosts, after =, a name or an address that is in the certificate";
    }
    if (failure instanceof SSLException) {
      return "TLS failed: "
          + innermost.getMessage()
          + "; hosts.cacert names whom to trust, and hosts.tls=false speaks to one without TLS";
    }
    // Java has no exception of its own for an answer that is none in HTTP, such as TLS's alert.
    String message = String.valueOf(failure.getMessage());
    if (message.contains("HTTP/1.1 ")) {
      return "it does not answer in HTTP; one that was given a certificate needs hosts.tls=true";
    }
    return innermost instanceof EOFException ? "the connection was closed" : message;
  }

  /** What Java says of a certificate that is good for other names only has no class of its own. */
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
