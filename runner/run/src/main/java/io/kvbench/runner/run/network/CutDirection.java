package io.kvbench.runner.run.network;

/** What bytes a cut stops. */
public enum CutDirection {
  BOTH,
  /** Those of clients. */
  TO,
  /** Those of the server. */
  FROM;

  boolean isToServer() {
    return this != FROM;
  }

  boolean isFromServer() {
    return this != TO;
  }
}
