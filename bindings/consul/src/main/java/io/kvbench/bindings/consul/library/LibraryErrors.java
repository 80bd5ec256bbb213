package io.kvbench.bindings.consul.library;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.orbitz.consul.ConsulException;
import io.kvbench.bindings.consul.api.Answers;
import io.kvbench.bindings.consul.api.Failure;
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
  static Failure of(RuntimeException thrown) throws InterruptedException {
    return switch (thrown) {
      case ConsulException e when e.getCode() > 0 -> Failure.of(e.getCode(), words(e));
      case ConsulException e -> of(e.getCause());
      case IllegalArgumentException e ->
          new Failure(ErrorKind.INVALID, "consul-client rejects this key");
      // If a server answers something else, the library's message may be anything.
      default -> Answers.NOT_UNDERSTOOD;
    };
  }

  private static String words(ConsulException exception) {
    Matcher matcher = STATUS.matcher(String.valueOf(exception.getMessage()));
    return matcher.matches() ? matcher.group(1) : "";
  }

  private static Failure of(@Nullable Throwable cause) throws InterruptedException {
    return switch (cause) {
      case SocketTimeoutException e ->
          String.valueOf(e.getMessage()).contains("onnect")
              ? Failure.NO_CONNECTION
              : Failure.TIMEOUT;
      case InterruptedIOException e -> throw new InterruptedException();
      case ConnectException e -> Failure.NO_CONNECTION;
      case NoRouteToHostException e -> Failure.NO_CONNECTION;
      case JsonProcessingException e -> Answers.NOT_UNDERSTOOD;
      case ProtocolException e -> Answers.NOT_UNDERSTOOD;
      case null -> Answers.NOT_UNDERSTOOD;
      default -> CANCELLED.equals(cause.getMessage()) ? Failure.CLOSED : Failure.BROKEN;
    };
  }
}
