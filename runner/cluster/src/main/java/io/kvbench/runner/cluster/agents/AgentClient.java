package io.kvbench.runner.cluster.agents;

import io.kvbench.host.listen.HostClient;
import io.kvbench.host.listen.RemoteHost;
import io.kvbench.runner.cluster.ClusterException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/** A client of one agent. Thread-safe. */
final class AgentClient implements AutoCloseable {
  /** Programs are asked for their versions, and servers take seconds to end. */
  private static final Duration ANSWER = Duration.ofSeconds(30);

  private static final int OK = 200;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int UNAVAILABLE = 503;

  private final RemoteHost agent;
  private final HostClient http;

  AgentClient(RemoteHost agent, Optional<SSLContext> tls) {
    this.agent = agent;
    http = new HostClient(agent, tls.isPresent(), tls);
  }

  RemoteHost agent() {
    return agent;
  }

  /**
   * Sends a request that is answered with a record.
   *
   * @throws ClusterException if the agent rejects or fails; the message names the agent
   */
  <T extends AgentAnswer> T ask(AgentRequest request, Class<T> answer)
      throws ClusterException, InterruptedException {
    return read(askForBytes(request), answer);
  }

  /** Sends a request for a lease in the same way; empty if the agent has ended the lease. */
  <T extends AgentAnswer> Optional<T> askIfHeld(AgentRequest.Leased request, Class<T> answer)
      throws ClusterException, InterruptedException {
    HttpResponse<byte[]> response = send(request);
    return response.statusCode() == CONFLICT
        ? Optional.empty()
        : Optional.of(read(accepted(response), answer));
  }

  private <T> T read(byte[] document, Class<T> answer) throws ClusterException {
    try {
      return AgentJson.read(document, answer);
    } catch (IOException e) {
      throw failed("its answer is of another version of kvbench (" + e.getMessage() + ")", e);
    }
  }

  /** Sends a request that is answered with bytes. */
  byte[] askForBytes(AgentRequest request) throws ClusterException, InterruptedException {
    return accepted(send(request));
  }

  private HttpResponse<byte[]> send(AgentRequest request)
      throws ClusterException, InterruptedException {
    try {
      return http.send(
          http.request(AgentJson.path(request))
              .timeout(ANSWER)
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(AgentJson.write(request)))
              .build(),
          BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw failed(words(e), e);
    }
  }

  private byte[] accepted(HttpResponse<byte[]> response) throws ClusterException {
    if (response.statusCode() != OK) {
      throw new ClusterException(message(refusal(response)));
    }
    return response.body();
  }

  private ClusterException failed(String why, Exception cause) {
    return new ClusterException(message(why), cause);
  }

  private String message(String why) {
    return "the agent on " + agent + ": " + why;
  }

  private static String refusal(HttpResponse<byte[]> response) {
    int status = response.statusCode();
    try {
      return AgentJson.read(response.body(), AgentAnswer.Refused.class).problem();
    } catch (IOException e) {
      return switch (status) {
        case FORBIDDEN -> "it accepts loopback names only; use 127.0.0.1 or certificates";
        case NOT_FOUND -> "the server there is not a kvbench agent";
        case UNAVAILABLE -> "it is busy";
        default -> "HTTP status " + status;
      };
    }
  }

  private static String words(IOException failure) {
    Throwable innermost = failure;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    if (innermost instanceof UnresolvedAddressException) {
      return "unknown host";
    }
    if (failure instanceof HttpTimeoutException) {
      return "it does not answer; check that either both sides use certificates or neither does";
    }
    if (failure instanceof ConnectException) {
      return "connection refused; start 'kvbench agent --listen' on that host";
    }
    if (failure instanceof SSLException) {
      return "TLS failed: "
          + innermost.getMessage()
          + "; both sides need certificates of one authority that are still valid"
          + " (cluster.agents.certs), and the host's must have this name or address";
    }
    return String.valueOf(innermost.getMessage());
  }

  @Override
  public void close() {
    http.close();
  }
}
