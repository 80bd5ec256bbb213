package io.kvbench.runner.run.hosts;

/** A failure to watch the requested hosts; the message is for the user. */
public final class HostsException extends Exception {
  private static final long serialVersionUID = 1L;

  HostsException(String message) {
    super(message);
  }
}
