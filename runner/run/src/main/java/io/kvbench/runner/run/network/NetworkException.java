package io.kvbench.runner.run.network;

import org.jspecify.annotations.Nullable;

/** Network conditions that were asked for cannot be met; the message is for the user. */
public final class NetworkException extends Exception {
  private static final long serialVersionUID = 1L;

  NetworkException(String message) {
    this(message, null);
  }

  NetworkException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
