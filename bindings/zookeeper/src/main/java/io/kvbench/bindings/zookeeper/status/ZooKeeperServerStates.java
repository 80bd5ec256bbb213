package io.kvbench.bindings.zookeeper.status;

import io.kvbench.bindings.support.Causes;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.UnusableServers;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import javax.net.ssl.SSLException;

/** The state of servers as observed outside of sessions. */
public final class ZooKeeperServerStates {
  private static final Duration PROBE_LIMIT = Duration.ofMillis(1500);

  private ZooKeeperServerStates() {}

  /** Explains to the user why no server granted a session. */
  public static String whyNotUsable(ZooKeeperClientOptions options, Duration waited)
      throws InterruptedException {
    return UnusableServers.afterWaiting(
        options.dialect().title(),
        options.endpoints(),
        endpoint -> finding(endpoint, options),
        waited,
        "");
  }

  /** Explains why a server grants no session. */
  static String finding(Endpoint endpoint, ZooKeeperClientOptions options) {
    try {
      String answer =
          FourLetterWord.ask(endpoint, options.dialect().word(), options.tls(), PROBE_LIMIT);
      if (answer.contains("not currently serving requests")) {
        return "answers that it is not serving requests: the ensemble has no quorum";
      }
      if (answer.isEmpty()) {
        return hangsUp(options);
      }
      return options.dialect().isAnswer(answer)
          ? "answers, but grants no session: " + options.dialect().whyNoSession()
          : "answers, but is not " + options.dialect().title();
    } catch (IOException e) {
      return problem(e, options);
    }
  }

  /** Explains why a query of a server failed. */
  static String problem(IOException problem, ZooKeeperClientOptions options) {
    return switch (problem) {
      case UnknownHostException e -> "no such host is known";
      case SSLException e ->
          "TLS fails: " + Causes.innermost(e) + "; check the zookeeper.ssl.* settings";
      case SocketTimeoutException e ->
          "does not answer: it is unreachable, hangs"
              + (options.tls().isPresent() ? " or does not expect TLS" : " or expects TLS");
      case ConnectException e -> "refuses connections: nothing listens there";
      // A server may reject a certificate only after the client's first message.
      default -> options.tls().isPresent() ? hangsUp(options) : Causes.innermost(problem);
    };
  }

  private static String hangsUp(ZooKeeperClientOptions options) {
    return options.tls().isPresent()
        ? "closes TLS connections: it may be full or reject the client's certificate; check"
            + " the zookeeper.ssl.* settings"
        : "closes connections: it may be full, expect TLS or not be " + options.dialect().title();
  }
}
