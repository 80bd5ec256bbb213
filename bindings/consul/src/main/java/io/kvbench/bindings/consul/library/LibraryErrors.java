package io.kvbench.bindings.consul.library;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.kvbench.bindings.consul.api.ConsulAnswers;
import io.kvbench.bindings.consul.api.ConsulFailure;
import io.kvbench.core.operation.ErrorKind;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The interpretation of the exceptions of both client libraries. */
final class LibraryErrors {
  /** The server's message comes after the library's, which may name the URL. */
  private static final Pattern STATUS =
      Pattern.compile(
          "Consul request (?:to \\[\\S*] )?failed with status \\[\\d+]: (.*)", Pattern.DOTALL);

  private static final String CANCELLED = "Canceled";

  private LibraryErrors() {}

  /**
   * Returns the failure of an exception.
   *
   * @throws InterruptedException if it means that the thread was interrupted
   */
  static ConsulFailure of(RuntimeException thrown) throws InterruptedException {
    OptionalInt status = status(thrown);
    if (status.isPresent()) {
      int code = status.getAsInt();
      return code > 0 ? ConsulFailure.of(code, words(thrown)) : of(thrown.getCause());
    }
    return switch (thrown) {
      case IllegalArgumentException e ->
          new ConsulFailure(ErrorKind.INVALID, "consul-client rejects this key");
      // If a server answers something else, the library's message may be anything.
      default -> ConsulAnswers.NOT_UNDERSTOOD;
    };
  }

  /** Returns whether a server answered with a status. */
  static boolean hasStatus(RuntimeException thrown, int status) {
    return status(thrown).orElse(0) == status;
  }

  /** Returns the status of an answer, or 0 without one; empty if no library has thrown this. */
  private static OptionalInt status(RuntimeException thrown) {
    return switch (thrown) {
      case org.kiwiproject.consul.ConsulException e -> OptionalInt.of(e.getCode());
      case com.orbitz.consul.ConsulException e -> OptionalInt.of(e.getCode());
      default -> OptionalInt.empty();
    };
  }

  private static String words(RuntimeException exception) {
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
