package io.kvbench.bindings.consul.status;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.kvbench.bindings.consul.api.ConsulDialect;
import io.kvbench.bindings.consul.api.ConsulFailure;
import io.kvbench.bindings.consul.options.ConsulClientOptions;
import io.kvbench.bindings.support.Causes;
import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.UnusableServers;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.operation.ErrorKind;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.kiwiproject.consul.ConsulException;

/** An explanation for the user why Consul cannot be used. */
public final class ConsulErrors {
  private static final Duration PROBE_LIMIT = Duration.ofMillis(1500);

  private ConsulErrors() {}

  /**
   * Ends opening if the answer to a first read will not improve, or time is up.
   *
   * @param last what is wrong with the answer
   */
  public static void throwIfFinal(
      ConsulClientOptions options,
      ConsulAgentClients agents,
      Endpoint endpoint,
      ConsulFailure last,
      Deadline deadline,
      Duration limit)
      throws BindingException, InterruptedException {
    if (last.kind() == ErrorKind.UNAUTHORIZED) {
      throw new BindingException(refused(options, last));
    }
    if (last.equals(options.dialect().notUnderstood())) {
      throw new BindingException(impostor(options, endpoint));
    }
    if (deadline.left().isZero()) {
      throw new BindingException(
          UnusableServers.afterWaiting(
              options.dialect().title(),
              options.endpoints(),
              each -> finding(each, options, agents, last),
              limit,
              ""));
    }
  }

  private static String refused(ConsulClientOptions options, ConsulFailure failure) {
    return options.dialect().title()
        + " at "
        + options.allEndpoints()
        + " denies this client access to "
        + (options.prefix().isEmpty() ? "its keys" : options.prefix())
        + ": "
        + failure.message()
        + ". Correct consul.token or consul.token.file, or choose another consul.prefix.";
  }

  /** Returns the message about a server whose answer to a read is not the system's. */
  private static String impostor(ConsulClientOptions options, Endpoint endpoint) {
    return options.dialect().title()
        + " cannot be used at "
        + endpoint
        + " ("
        + notIt(options)
        + "). Correct endpoints=.";
  }

  private static String notIt(ConsulClientOptions options) {
    return "answers, but is not " + options.dialect().title();
  }

  private static String finding(
      Endpoint endpoint,
      ConsulClientOptions options,
      ConsulAgentClients agents,
      ConsulFailure last) {
    try {
      String leader = agents.client(endpoint, PROBE_LIMIT).statusClient().getLeader();
      if (leader.isEmpty()) {
        return "answers that the cluster has no leader";
      }
      boolean answered = last.kind() != ErrorKind.CONNECTION_LOST;
      return answered || last.message().contains(ConsulFailure.REFUSED)
          ? "answers, but not to reads: " + withAdvice(last.message())
          : "answers, but does not accept all connections";
    } catch (ConsulException e) {
      // It has no notion of leaders, and answers with a status.
      boolean proxy = options.dialect() == ConsulDialect.CETCD && e.getCause() == null;
      return proxy ? "answers, but not to reads: " + last.message() : finding(e, options);
    }
  }

  /** Returns a server's message, with a remedy if one is known. */
  public static String withAdvice(String said) {
    if (said.contains("concurrent connections")) {
      return said
          + "; raise limits.http_max_conns_per_client there or use fewer connections and watchers";
    }
    return said.contains("HTTPS server") ? said + "; set consul.tls=true" : said;
  }

  private static String finding(ConsulException exception, ConsulClientOptions options) {
    boolean tls = options.tls().isPresent();
    return switch (exception.getCause()) {
      case SSLException e ->
          "TLS fails: " + Causes.innermost(e) + "; check consul.cacert, consul.cert, consul.key";
      case SocketTimeoutException e ->
          "does not answer: it is unreachable or hangs" + (tls ? "" : ", or expects TLS");
      // Not HTTP, or not JSON. The message may be anything.
      case ProtocolException e -> notIt(options);
      case JsonProcessingException e -> notIt(options);
      case ConnectException e -> "refuses connections: nothing listens there";
      // With TLS 1.3 a server checks the client's certificate after the client has finished.
      case IOException e when tls ->
          "closes the connection after the TLS handshake: it rejects this client's certificate"
              + " (consul.cert, consul.key; missing, expired or from an unknown CA), or has died";
      case IOException e ->
          "closes the connection: it may expect TLS, or not be " + options.dialect().title();
      case null, default -> withAdvice(ConsulAgentClients.reason(exception));
    };
  }
}
