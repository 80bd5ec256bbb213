package io.kvbench.runner.run.network;

import io.kvbench.results.format.NetworkResult;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A failure to establish the requested network conditions; the message is for the user. */
public final class NetworkException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient @Nullable NetworkResult measured;

  NetworkException(String message) {
    this(message, (Throwable) null);
  }

  NetworkException(String message, @Nullable Throwable cause) {
    super(message, cause);
    this.measured = null;
  }

  NetworkException(String message, NetworkResult measured) {
    super(message);
    this.measured = measured;
  }

  /** Returns what was measured in place of what was asked for; empty if it is something else. */
  public Optional<NetworkResult> measured() {
    return Optional.ofNullable(measured);
  }
}
