package io.kvbench.runner.agent;

/** An agent does not do what it was asked for. The message is for the one who asked. */
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
