package io.kvbench.bindings.consul.library;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.orbitz.consul.ConsulException;
import io.kvbench.bindings.consul.api.ConsulAnswers;
import io.kvbench.bindings.consul.api.ConsulFailure;
import io.kvbench.core.operation.ErrorKind;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The interpretation of consul-client's exceptions. */
final class LibraryErrors {
  /** The server's message comes after the library's. */
  private static final Pattern STATUS =
      Pattern.compile("Consul request failed with status \\[\\d+]: (.*)", Pattern.DOTALL);

  private static final String CANCELLED = "Canceled";

  private LibraryErrors() {}

  /**
   * Returns the failure of an exception.
   *
   * @throws InterruptedException if it means that the thread was interrupted
   */
  static ConsulFailure of(RuntimeException thrown) throws InterruptedException {
    return switch (thrown) {
      case ConsulException e when e.getCode() > 0 -> ConsulFailure.of(e.getCode(), words(e));
      case ConsulException e -> of(e.getCause());
      case IllegalArgumentException e ->
          new ConsulFailure(ErrorKind.INVALID, "consul-client rejects this key");
      // If a server answers something else, the library's message may be anything.
      default -> ConsulAnswers.NOT_UNDERSTOOD;
    };
  }

  private static String words(ConsulException exception) {
    Matcher matcher = STATUS.matcher(String.valueOf(exception.getMessage()));
    return matcher.matches() ? matcher.group(1) : "";
  }

  private static ConsulFailure of(@Nullable Throwable cause) throws InterruptedException {
    return switch (cause) {
      case SocketTimeoutException e ->
          String.valueOf(e.getMessage()).contains("onnect")
              ? ConsulFailure.NO_CONNECTION
              : ConsulFailure.TIMEOUT;
      case InterruptedIOException e -> throw new InterruptedException();
      case ConnectException e -> ConsulFailure.NO_CONNECTION;
      case NoRouteToHostException e -> ConsulFailure.NO_CONNECTION;
      case JsonProcessingException e -> ConsulAnswers.NOT_UNDERSTOOD;
      case ProtocolException e -> ConsulAnswers.NOT_UNDERSTOOD;
      case null -> ConsulAnswers.NOT_UNDERSTOOD;
      default -> CANCELLED.equals(cause.getMessage()) ? ConsulFailure.CLOSED : ConsulFailure.BROKEN;
    };
  }
}
