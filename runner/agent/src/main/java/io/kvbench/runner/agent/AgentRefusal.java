package io.kvbench.runner.agent;

/** A rejection of a request to an agent. The message is for the sender. */
final class AgentRefusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;

  /** Refuses with a status of HTTP. */
  AgentRefusal(int status, String message) {
    super(message);
    this.status = status;
  }

  int status() {
    return status;
  }
}
