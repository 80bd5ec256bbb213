package io.kvbench.runner.run.hosts;

/** Hosts that were asked for cannot be watched; the message is for the user. */
public final class HostsException extends Exception {
  private static final long serialVersionUID = 1L;

  HostsException(String message) {
    super(message);
  }
}
